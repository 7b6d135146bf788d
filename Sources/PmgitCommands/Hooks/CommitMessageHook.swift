import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// `commit-msg`: refuses a message that names plans which are not there.
struct CommitMessageHook {
  private let session: Session
  private let file: String

  init?(_ session: Session, _ arguments: [String]) {
    guard let file = arguments.first else { return nil }
    self.session = session
    self.file = HostFiles(directory: session.context.directory).path(file)
  }

  static let requireKey = "pmgit.hooks.requirePlan"

  func run() async throws {
    let operation = session.store.repository.operation
    // A commit that is made again says what it said when it was made.
    guard try !session.isOnBoard(), operation == nil || operation == "merge" else { return }
    let message = try DraftMessage(inFile: file, session)
    let references = try await message.references()
    try warn(of: message.seemingReferences, besides: references)
    if references.isEmpty {
      if operation == nil { try requirePlan(in: message) }
      return
    }
    let snapshot = try session.store.snapshot()
    try refuseUntouched(message)
    try check(references, of: message.subject, in: snapshot)
  }

  /// Tells of plans that only seem to be named, in a line that is no trailer of pmgit's.
  private func warn(of seeming: [PlanReference], besides named: [PlanReference]) throws {
    let open = seeming.unique.filter { !named.contains($0) }
    if open.isEmpty { return }
    let snapshot = try session.store.snapshot()
    for reference in open {
      let ids = try snapshot.ids(beginningWith: reference.typed)
      let isNamed = named.contains { other in
        other.action >= reference.action && ids.contains { $0.isMeant(by: other.typed) }
      }
      guard ids.count == 1, !isNamed else { continue }
      session.tellFromHook(
        "warning: '\(reference.typed)' is named in a line that is no trailer of pmgit's: write "
          + "'\(reference.trailer)' at the end, below an empty line")
    }
  }

  /// Refuses what names no plan, or several, or one that is deleted.
  private func check(
    _ references: [PlanReference], of subject: String, in snapshot: BoardSnapshot
  ) throws {
    var failures: [Problem] = []
    for reference in references {
      do {
        let id = try snapshot.resolve(reference.typed)
        guard let document = try snapshot.readableDocument(id) else { continue }
        _ = try Plan(document, id: id).live
      } catch let error as StoreError {
        guard error.isAboutID else { throw error }
        var problem = try explained(error, reference.typed, in: snapshot)
        if subject.lowercased().contains("plan:\(reference.typed.lowercased())") {
          problem.hints.append("'plan:' in a subject names a plan, unless a space follows it")
        }
        failures.append(problem)
      } catch let problem as Problem {
        failures.append(problem)
      }
    }
    if failures.isEmpty { return }
    var problem = failures[0]
    problem.detail += failures.dropFirst().flatMap { [$0.message] + $0.detail }
    throw refusal(problem)
  }

  /// An unknown id with those that are like it.
  private func explained(
    _ error: StoreError, _ typed: String, in snapshot: BoardSnapshot
  ) throws -> Problem {
    var problem = Problem(error)
    guard case .unknownPlan = error, let prefix = PlanID.normalizedPrefix(typed) else {
      return problem
    }
    let ids = try snapshot.ids(inFolder: nil)
    let starts = ids.map { String($0.text.prefix(prefix.utf8.count)) }
    guard let near = Suggestion.nearest(to: prefix, in: starts) else { return problem }
    for id in ids.filter({ $0.text.hasPrefix(near) }).prefix(5) {
      guard let document = try snapshot.readableDocument(id) else { continue }
      problem.detail.append("\(id)  \(Plan(document, id: id).title)")
    }
    return problem
  }

  /// Refuses a message that nobody wrote: who leaves an editor without a word wants no commit, and
  /// git can't tell, because of the line that was put in.
  private func refuseUntouched(_ message: DraftMessage) throws {
    guard try message.isUntouched() else { return }
    throw HookRefusal(
      problem: Problem(
        code: .emptyMessage,
        message: "aborting commit: the message says nothing but which plan it is for",
        hints: ["write a subject above the trailer to commit"]))
  }

  private func requirePlan(in message: DraftMessage) throws {
    let isRequired = try git { [session] () throws(GitError) in
      try session.store.repository.configBool(Self.requireKey)
    }
    let isOfAnother =
      PlanReference.isForAnother(message.subject)
      || !PlanReference.revertedCommits(in: message.text).isEmpty
    // An empty message is refused by git itself.
    guard isRequired ?? false, !isOfAnother, !message.subject.isEmpty else { return }
    // Without a board there is no plan to name.
    _ = try session.store.snapshot()
    throw refusal(
      Problem(
        code: .noPlan, message: "the message names no plan, which \(Self.requireKey) asks for",
        hints: ["add a line 'Plan: ID' at its end; see the ids with \(pmgit: "list")"]))
  }

  private func refusal(_ problem: Problem) -> HookRefusal {
    var problem = problem
    problem.hints.append(
      "the message is kept: give the command again with '-e -F \(ShellWord.quoted(file))' in the place "
        + "of '-m'")
    return HookRefusal(problem: problem)
  }
}
