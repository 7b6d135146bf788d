import PmgitTestSupport
import Testing

/// Two clones that share a plan, for undo and redo beside other people.
extension SharedBoard {
  /// Returns two clones with one plan, and its id.
  static func withPlan() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.shareAll()
    return (pair, id)
  }

  /// Syncs the clones in turn. Throws `NotAtRest` if they and the remote do not have the same
  /// commit then.
  func shareAll() async throws {
    second.now = max(first.now, second.now)
    for clone in [first, second, first] { try await clone("sync") }
    let tips = try await tips()
    guard Set(tips).count == 1 else { throw NotAtRest(tips: tips) }
  }

  /// The error that the tips of the clones and the remote differ after all were synced.
  struct NotAtRest: Error { let tips: [String] }
}

extension CommandRunner {
  /// Returns a field of a plan as `pmgit show` prints it; nil if it is not shown.
  func field(_ name: String, of id: String) async throws -> String? {
    try await self("show", id).split(separator: "\n").first { $0.hasPrefix("\(name)\t") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  /// Returns the words offered to fish for the last word of a line, without their meanings.
  func completions(_ line: String...) async -> [String] {
    let result = await run(["---complete", "fish"] + line)
    #expect(result.exitCode == 0 && result.messages == "")
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "\t" })
    }
  }

  /// Makes the next commands run as a person with this name.
  func become(_ person: String) {
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = person
      environment["GIT_\(role)_EMAIL"] = "\(person)@example.org"
    }
  }
}
