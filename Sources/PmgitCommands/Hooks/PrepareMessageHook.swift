import Git
import PlanModel
import PlanStore

/// `prepare-commit-msg`: names the plan that the branch is for.
struct PrepareMessageHook {
  private let session: Session
  private let file: String
  /// Where the message comes from: `message`, `template`, `merge`, `squash` or `commit`; empty for an
  /// editor's.
  private let source: String

  init?(_ session: Session, _ arguments: [String]) {
    guard let file = arguments.first else { return nil }
    self.session = session
    self.file = HostFiles(directory: session.context.directory).path(file)
    // pre-commit passes on the file alone.
    source =
      arguments.dropFirst().first ?? session.context.environment["PRE_COMMIT_COMMIT_MSG_SOURCE"]
      ?? ""
  }

  func run() async throws {
    // In the middle of a rebase or the like, the message is that of an older commit.
    guard !["merge", "squash"].contains(source), session.store.repository.operation == nil,
      try !session.isOnBoard(), let branch = try session.headBranch(), let id = try plan(of: branch)
    else { return }
    let message = try DraftMessage(inFile: file, session)
    // git refuses an empty '-m' by itself, unless something is added to it.
    if source == "message", message.subject.isEmpty { return }
    guard try await !says(message, of: id) else { return }
    // git tells an untouched template by its text, which the trailer changes; commit-msg can do so
    // for the one that the configuration names.
    if source == "template", try DraftMessage.template(session) == nil { return }
    if let changed = message.adding("Plan: \(id)") {
      return try HostFiles(directory: session.context.directory).replace(file, with: changed)
    }
    do {
      try await session.store.repository.program(environment: session.context.environment)
        .addTrailer("Plan: \(id)", toFile: file, commentMark: message.comment.text)
    } catch {
      throw StoreError.program(error)
    }
  }

  /// The plan that a branch is named after.
  private func plan(of branch: String) throws -> PlanID? {
    let candidates = PlanBranch.candidates(in: branch)
    if candidates.isEmpty { return nil }
    let snapshot = try session.store.snapshot()
    for candidate in candidates {
      let ids = try snapshot.ids(beginningWith: candidate)
      if ids.count > 1 {
        session.tellFromHook(
          "no plan was named: '\(candidate)' of branch '\(branch)' may be any of "
            + ids.prefix(5).map { "'\($0)'" }.joined(separator: ", "))
        return nil
      }
      guard let id = ids.first, let document = try snapshot.readableDocument(id) else { continue }
      return Plan(document, id: id).isDeleted ? nil : id
    }
    return nil
  }

  /// Whether a message names the plan already, or is one for another commit, into which a rebase
  /// will make it.
  private func says(_ message: DraftMessage, of id: PlanID) async throws -> Bool {
    if PlanReference.isForAnother(message.subject) { return true }
    return try await message.references().contains { id.isMeant(by: $0.typed) }
  }
}
