import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Adds a trailer to the message of a commit that is about to be made: the plan that the current
  /// branch is named after. A message that names the plan stays unchanged.
  ///
  /// - Parameter source: The message's source, an argument of `prepare-commit-msg`: `message`,
  ///   `template`, `merge`, `squash` or `commit`; empty if the author writes it in the editor.
  /// - Returns: The new contents of the file; nil if nothing is to be written, or if git has
  ///   changed the file.
  package func prepare(
    _ file: MessageFile, from source: String
  ) async throws -> (bytes: [UInt8]?, notices: [Notice]) {
    var prepared: (bytes: [UInt8]?, notices: [Notice]) = (nil, [])
    // During a rebase or a similar operation, the message belongs to an older commit.
    guard !["merge", "squash"].contains(source), store.repository.operation == nil,
      try !store.isOnBoard(), let branch = try store.headBranch(),
      let id = try plan(of: branch, &prepared.notices)
    else { return prepared }
    let message = try DraftMessage(file, self)
    // git refuses an empty '-m' by itself, but not after a trailer was added.
    if source == "message", message.subject.isEmpty { return prepared }
    guard try await !mentions(message, of: id) else { return prepared }
    // git recognizes an untouched template by its text, which the trailer would change. The hook
    // commit-msg recognizes only the template that the configuration names.
    if source == "template", try message.template() == nil { return prepared }
    prepared.bytes = message.adding("Plan: \(id)")
    if prepared.bytes == nil {
      try await store.program.addTrailer(
        "Plan: \(id)", toFile: file.path, commentMark: message.comment.text)
    }
    return prepared
  }

  /// Returns the plan that the branch is named after. Returns nil if no plan or a deleted plan
  /// fits, and nil with a notice if several plans fit.
  func plan(of branch: String, _ notices: inout [Notice]) throws -> PlanID? {
    let candidates = PlanBranch.candidates(in: branch)
    if candidates.isEmpty { return nil }
    let snapshot = try store.snapshot()
    for candidate in candidates {
      let ids = try snapshot.ids(beginningWith: candidate)
      if ids.count > 1 {
        let names = ids.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        notices.append(
          Notice("no plan was named: '\(candidate)' of branch '\(branch)' may be any of \(names)"))
        return nil
      }
      guard let id = ids.first, let document = try snapshot.readableDocument(id) else { continue }
      return Plan(document, id: id).isDeleted ? nil : id
    }
    return nil
  }

  /// Whether a message already names the plan, or is for a commit that a rebase will squash.
  private func mentions(_ message: DraftMessage, of id: PlanID) async throws -> Bool {
    if PlanReference.isForAnother(message.subject) { return true }
    let trailers = try await message.trailers()
    return message.references(in: trailers).contains { id.isMeant(by: $0.typed) }
  }
}
