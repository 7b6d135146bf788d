import Git
import PlanModel
import PlanStore
import PlanView

/// The error by which a hook makes git stop its operation, as opposed to a failure of pmgit.
package struct Refusal: Error {
  package let problem: Problem
}

extension Workspace {
  /// Checks the message of a commit that is about to be made.
  ///
  /// - Parameter report: Receives the warnings, before any refusal.
  /// - Throws: `Refusal` if the message names an unknown, ambiguous or deleted plan, if the author
  ///   did not edit the message, or if it names no plan although the configuration requires one.
  package func check(_ file: MessageFile, report: (Notice) -> Void) async throws {
    let operation = store.repository.operation
    // A commit that is being made again keeps its old message, which must not be refused now.
    guard try !store.isOnBoard(), operation == nil || operation == "merge" else { return }
    let message = try DraftMessage(file, self)
    let trailers = try await message.trailers()
    let references = try certain(message.references(in: trailers))
    try message.warnings(besides: references).forEach(report)
    try message.warnings(ofWordsIn: trailers, besides: references).forEach(report)
    if references.isEmpty {
      if operation == nil { try message.requirePlan() }
      return
    }
    let snapshot = try store.snapshot()
    try message.refuseUntouched()
    try message.check(references, in: snapshot)
  }

  /// Returns the references without doubtful ones. A guess is kept only if it is an alias or the
  /// beginning of exactly one id of the board. An ordinary word is kept only if it matches the ids
  /// or aliases of plans.
  private func certain(_ references: [PlanReference]) throws -> [PlanReference] {
    guard references.contains(where: { $0.isGuess || $0.isPlainWord }) else { return references }
    let snapshot: BoardSnapshot
    do {
      snapshot = try store.snapshot()
    } catch StoreError.noBoard {
      return references.filter { !$0.isGuess }
    }
    return try references.filter { reference in
      if reference.isGuess, !reference.typed.contains(":") {
        return try snapshot.ids(beginningWith: reference.typed).count == 1
      }
      return try !(reference.isGuess || reference.isPlainWord)
        || snapshot.hasPlan(calledBy: reference.typed)
    }
  }
}

extension BoardSnapshot {
  /// Whether a typed text names one plan or several.
  fileprivate func hasPlan(calledBy typed: String) throws -> Bool {
    do {
      _ = try resolveID(typed)
    } catch let error as StoreError where error.isAboutID {
      return !error.isUnknownName
    }
    return true
  }
}

/// Checks one commit message against the board.
extension DraftMessage {
  private static let requireKey = "pmgit.hooks.requirePlan"

  /// Returns warnings for plans that are named only in lines that pmgit does not read as trailers.
  fileprivate func warnings(besides named: [PlanReference]) throws -> [Notice] {
    let open = seemingReferences.unique.filter { !named.contains($0) }
    if open.isEmpty { return [] }
    let snapshot = try workspace.store.snapshot()
    return try open.compactMap { reference in
      let ids = try snapshot.ids(beginningWith: reference.typed)
      let isNamed = named.contains { other in
        (other.isGuess || other.action >= reference.action)
          && ids.contains { $0.isMeant(by: other.typed) }
      }
      guard ids.count == 1, !isNamed else { return nil }
      return .warning(
        "'\(reference.typed)' is named in a line that is not a trailer of pmgit's: write "
          + "'\(reference.trailer)' at the end, below an empty line")
    }
  }

  /// Returns warnings for trailers such as `Closes: login`, whose words are no plan's id.
  fileprivate func warnings(
    ofWordsIn trailers: String, besides named: [PlanReference]
  ) throws -> [Notice] {
    let lines = PlanReference.naming(noPlanIn: trailers, besides: named)
    let store = workspace.store
    guard try !lines.isEmpty && (store.localTip() ?? store.trackingTip()) != nil else { return [] }
    let snapshot = try store.snapshot()
    return try lines.map { line in
      let words = line.words.filter { line.words.count == 1 || $0.count >= 4 }
      let near = try words.prefix(3).flatMap { word in
        try explained(.unknownPlan(typed: word), word, in: snapshot).detail.map { Hint($0) }
      }
      let message: Hint =
        line.isAll
        ? "'\(line.trailer.excerpt)' names no plan, so no plan moves"
        : "'\(line.words.joined(separator: " ").excerpt)' after '\(line.key):' names no plan"
      return .warning(
        message,
        hints: ["write the beginning of a plan's id; see the ids with \(pmgit: "list")"] + near)
    }
  }

  /// Refuses references to unknown, ambiguous or deleted plans.
  fileprivate func check(_ references: [PlanReference], in snapshot: BoardSnapshot) throws {
    let subject = subject.lowercased()
    var failures: [Problem] = []
    for reference in references {
      do {
        let id = try snapshot.resolveID(reference.typed)
        guard let document = try snapshot.readableDocument(id) else { continue }
        _ = try Plan(document, id: id).live
      } catch let error as StoreError where error.isAboutID {
        var problem = try explained(error, reference.typed, in: snapshot)
        if subject.contains("plan:\(reference.typed.lowercased())") {
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

  /// Returns the problem for an unresolved id; for an unknown id the detail lists similar ids.
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

  /// Refuses a message that the author did not edit.
  ///
  /// Closing the editor without writing anything aborts a commit. Git can't detect this, because
  /// pmgit added a line to the message.
  fileprivate func refuseUntouched() throws {
    guard try isUntouched() else { return }
    throw Refusal(
      problem: Problem(
        code: .emptyMessage,
        message: "aborting commit: the message has only the line that names its plan",
        hints: ["write a subject above the trailer to commit"]))
  }

  fileprivate func requirePlan() throws {
    let isOfAnother =
      PlanReference.isForAnother(subject)
      || !PlanReference.revertedCommits(in: text).isEmpty
    // Git itself refuses an empty message.
    guard try workspace.isConfigured(Self.requireKey), !isOfAnother, !subject.isEmpty else {
      return
    }
    // Fails without a board, because there is no plan to name.
    _ = try workspace.store.snapshot()
    throw refusal(
      Problem(
        code: .noPlan, message: "the message names no plan, which \(Self.requireKey) requires",
        hints: ["add a line 'Plan: ID' at its end; see the ids with \(pmgit: "list")"]))
  }

  private func refusal(_ problem: Problem) -> Refusal {
    var problem = problem
    problem.hints.append(
      "the message is kept: give the command again with '-e -F \(file.path.shellWord)' in the place "
        + "of '-m'")
    return Refusal(problem: problem)
  }
}
