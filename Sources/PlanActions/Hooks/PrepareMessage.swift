import PlanModel
import PlanStore

/// The changes to a message before an editor opens it.
package struct MessagePrepared {
  /// The new bytes of the file; nil if it stays, or if git itself changed it.
  package var bytes: [UInt8]?
  package var notices: [Notice] = []
}

extension Workspace {
  /// Adds the branch's plan to the message of a commit that is about to be made.
  ///
  /// - Parameter source: The message's source, from the arguments of `prepare-commit-msg`:
  ///   `message`, `template`, `merge`, `squash` or `commit`; empty for an editor's.
  package func prepare(_ file: MessageFile, from source: String) async throws -> MessagePrepared {
    var prepared = MessagePrepared()
    // In the middle of a rebase or the like, the message is that of an older commit.
    guard !["merge", "squash"].contains(source), store.repository.operation == nil,
      try !store.isOnBoard(), let branch = try store.headBranch(),
      let id = try plan(of: branch, &prepared.notices)
    else { return prepared }
    let message = try DraftMessage(file, self)
    // git refuses an empty '-m' by itself, but not with a trailer added.
    if source == "message", message.subject.isEmpty { return prepared }
    guard try await !says(message, of: id) else { return prepared }
    // git recognizes an untouched template by its text, which the trailer changes; commit-msg
    // recognizes only the template that the configuration names.
    if source == "template", try message.template() == nil { return prepared }
    prepared.bytes = message.adding("Plan: \(id)")
    if prepared.bytes == nil {
      try await store.addTrailer(
        "Plan: \(id)", toFile: file.path, commentMark: message.comment.text)
    }
    return prepared
  }

  /// Returns the plan after which a branch is named.
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

  /// Whether a message names the plan already, or is meant for another commit, into which a rebase
  /// will squash it.
  private func says(_ message: DraftMessage, of id: PlanID) async throws -> Bool {
    if PlanReference.isForAnother(message.subject) { return true }
    return try await message.references().contains { id.isMeant(by: $0.typed) }
  }
}
