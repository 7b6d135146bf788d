import PmgitTestSupport

/// Two clones that share a plan, for what undo and redo do beside others.
extension SharedBoard {
  /// Two clones that have a plan, and its id.
  static func withPlan() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.shareAll()
    return (pair, id)
  }

  /// Brings both clones to rest.
  func shareAll() async throws {
    second.now = max(first.now, second.now)
    for clone in [first, second, first] { try await clone("sync") }
    let tips = try await tips()
    guard Set(tips).count == 1 else { throw NotAtRest(tips: tips) }
  }

  /// Clones and a remote that differ after all were synced.
  struct NotAtRest: Error { let tips: [String] }
}

extension CommandRunner {
  /// A field of a plan as `pmgit show` prints it; nil where it is not shown.
  func field(_ name: String, of id: String) async throws -> String? {
    try await self("show", id).split(separator: "\n").first { $0.hasPrefix("\(name)\t") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  /// Lets the next commands be those of a person with this name.
  func become(_ person: String) {
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = person
      environment["GIT_\(role)_EMAIL"] = "\(person)@example.org"
    }
  }
}
