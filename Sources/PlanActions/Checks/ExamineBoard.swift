package import PlanModel
import PlanStore
import PlanView

/// The outcome of `pmgit doctor`.
package struct BoardExamined {
  /// The problems and notes, in the order in which they were found.
  package let found: [FoundProblem]
  /// The number of examined commits; 0 if the history is incomplete.
  package let commits: Int
  /// The number of plans that could be read.
  package let plans: Int
  /// The examined commit of the board; nil if there is none.
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

  /// Repairs the findings that need no decision by a person, in an ordinary commit.
  ///
  /// - Returns: The repaired findings.
  package func mend(_ examined: BoardExamined) async throws -> [FoundProblem] {
    let author = try author()  // Sets the merge driver, too.
    let inClone = examined.findings.filter {
      if case .mergeDriver(found: nil) = $0 { true } else { false }
    }
    guard examined.findings.contains(where: { $0.isFixable && !$0.isOfClone }) else {
      return try problems(inClone, in: nil)
    }
    let (_, mended) = try await store.change(by: author) { transaction in
      let mended = try store.mend(
        examined.findings, in: &transaction, at: now, using: &participant.random)
      let message = CommitMessage(
        subject: "doctor: mend \(CountWords.words(mended.count, "thing"))",
        lines: try problems(mended, in: nil).map(\.problem.message), plans: [])
      return (message, mended)
    }
    return try problems(inClone + mended, in: nil)
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
