package import PlanModel
import PlanStore
import PlanView

/// A problem that a check found on a board or in this clone, and its location.
package struct FoundProblem: Sendable {
  package var problem: Problem
  package var plan: PlanID?
  /// The file with the problem.
  package var path: String?
  /// The field of the plan or of the settings.
  package var field: String?
  /// The commit that caused the problem, if known.
  package var commit: CommitSummary?
  /// Whether no action is needed.
  package var isNote = false
  /// Whether 'pmgit doctor --fix' repairs the problem.
  package var isFixable = false

  package init(
    _ problem: Problem, plan: PlanID? = nil, path: String? = nil, field: String? = nil,
    commit: CommitSummary? = nil
  ) {
    (self.problem, self.plan, self.path) = (problem, plan, path)
    (self.field, self.commit) = (field, commit)
  }

  init(
    code: Problem.Code, plan: PlanID? = nil, message: String, detail: [String] = [],
    hints: [Hint] = []
  ) {
    self.init(Problem(code: code, message: message, hints: hints, detail: detail), plan: plan)
  }
}

extension FoundProblem {
  /// The commit that caused the problem, in one line.
  package var commitWords: String? {
    commit.map { "commit \($0.id.abbreviated) by \($0.by): \($0.subject)" }
  }

  /// Returns all hints in one line.
  ///
  /// - Parameter board: The board to name in commands, as in `Hint.text(naming:)`.
  package func hintWords(naming board: String?) -> String {
    problem.hints.map { $0.text(naming: board) }.joined(separator: "; ")
  }
}

/// The outcome of `pmgit doctor`.
package struct BoardExamined {
  /// The problems and notes, in the order in which they were found.
  package let found: [FoundProblem]
  /// The number of examined commits; 0 if the history is incomplete.
  package let commits: Int
  /// The number of plans that could be read.
  package let plans: Int
  /// The examined commit of the board; nil if the board has no commit.
  package let commit: CommitID?
  fileprivate let findings: [Finding]

  package var isFixable: Bool { findings.contains(where: \.isFixable) }

  /// The problems that need attention, then the notes, each in the order in which they were found.
  package var problemsFirst: [FoundProblem] {
    found.filter { !$0.isNote } + found.filter(\.isNote)
  }
}

extension Workspace {
  /// Examines everything that the board needs, here and on the remote. Nothing is changed.
  ///
  /// - Parameters:
  ///   - offline: Whether to skip the remote.
  ///   - onProgress: Receives the number of examined commits from time to time.
  package func examine(
    offline: Bool = false, onProgress: @escaping (Int) -> Void = { _ in }
  ) async throws -> BoardExamined {
    var examination = try store.examine(at: now, onProgress: onProgress)
    if examination.findings.allSatisfy(\.isReadable) {
      let finding = await store.examineSoundness(of: examination)
      if let finding { examination.findings.append(finding) }
    }
    if !offline {
      let finding = try await store.examineRemote(terminalPrompt: participant.mayBeAsked)
      if let finding { examination.findings.append(finding) }
    }
    // A board that can't be read has findings, but no snapshot.
    let snapshot = examination.plans > 0 ? try store.snapshot() : nil
    return BoardExamined(
      found: try problems(examination.findings, in: snapshot), commits: examination.commits,
      plans: examination.plans, commit: examination.commit.map { CommitID($0) },
      findings: examination.findings)
  }

  /// Repairs the fixable findings: sets pmgit's merge driver, and repairs the board in one
  /// commit.
  ///
  /// - Returns: The repaired findings.
  package func repair(_ examined: BoardExamined) async throws -> [FoundProblem] {
    let author = try author()  // Sets the merge driver, too.
    let inClone = examined.findings.filter { $0.isOfClone && $0.isFixable }
    guard examined.findings.contains(where: { $0.isFixable && !$0.isOfClone }) else {
      return try problems(inClone, in: nil)
    }
    let (_, repaired) = try await store.change(by: author) { transaction in
      transaction.skipsRules = true
      let repaired = try store.repair(
        examined.findings, in: &transaction, at: now, using: &participant.random)
      let message = CommitMessage(
        subject: "doctor: repair \(CountWords.words(repaired.count, "problem"))",
        lines: try problems(repaired, in: nil).map(\.problem.message), plans: [])
      return (message, repaired)
    }
    return try problems(inClone + repaired, in: nil)
  }

  /// Removes lock files that were left behind, and returns their paths.
  package func unlock() async throws -> [String] {
    try await store.unlock(now: now.seconds)
  }

  private func problems(
    _ findings: [Finding], in snapshot: BoardSnapshot?
  ) throws -> [FoundProblem] {
    let problems = FindingProblems(findings, of: store, snapshot: snapshot, now: now)
    return try findings.map { try problems.problem($0) }
  }
}

extension Finding {
  /// Whether git's objects can be checked despite the finding.
  fileprivate var isReadable: Bool {
    switch self {
    case .damaged, .failure: false
    default: true
    }
  }

  fileprivate var isOfClone: Bool { if case .mergeDriver = self { true } else { false } }
}
