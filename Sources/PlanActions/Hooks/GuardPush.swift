import Git
import PlanModel
import PlanStore
import PlanView

/// A board whose push is refused, and the reasons.
package struct RefusedBoard {
  /// The branch without `refs/heads/`.
  package let branch: String
  package let found: [FoundProblem]

  /// The board's name for commands in hints; nil for the board that commands use by default.
  package var boardToName: String? {
    let name = String(branch.trimmingPrefix("pmgit/"))
    return name == BoardName.main.text ? nil : name
  }

  /// The largest number of findings that are listed.
  private static let longest = 20

  /// The reasons in words for the person who pushed.
  package var lines: [String] {
    let shown = found.prefix(Self.longest)
    var lines = shown.flatMap { one in
      ["  \(one.problem.message)"] + (one.commitWords.map { ["    \($0)"] } ?? [])
    }
    if found.count > Self.longest { lines.append("  and \(found.count - Self.longest) more") }
    // One hint for each kind of problem, because it also helps with the next plan.
    let hints = shown.map(\.problem.code).unique.map { code in
      shown.first { $0.problem.code == code }?.hintWords(naming: boardToName) ?? ""
    }
    return GuardReport(
      "'\(branch)' is refused: \(CountWords.words(found.count, "problem"))", lines, hints: hints
    ).lines
  }
}

/// Guards the boards of a repository that others push to, for the hook `pre-receive`.
///
/// A push that can't be checked is refused, because pushing again is easier than repairing a board.
package struct PushGuard {
  private let directory: String
  private let participant: Participant

  /// Prepares the check of a push to a repository.
  ///
  /// - Parameter directory: A folder in the repository.
  package init(at directory: String, as participant: Participant) {
    (self.directory, self.participant) = (directory, participant)
  }

  /// Checks a push, board by board.
  ///
  /// - Parameters:
  ///   - text: Git's input: lines of `<old id> <new id> <reference>`.
  ///   - refuse: Called with each board that is refused.
  package func judge(_ text: String, refuse: (RefusedBoard) -> Void) async throws {
    for reference in try followed(try references(text)) where reference.isBoard {
      let branch = String(reference.name.dropFirst("refs/heads/".count))
      let found = try await judge(reference).map { FoundProblem($0, branch: branch) }
      if !found.isEmpty { refuse(RefusedBoard(branch: branch, found: found)) }
    }
  }

  /// Parses the pushed references. Fails if a line can't be parsed, or if there are no lines: git
  /// runs the hook only for a push of at least one reference.
  private func references(_ text: String) throws -> [PushedReference] {
    let lines = Lines.split(text).filter { !$0.isEmpty }
    let references = lines.compactMap { PushedReference(line: $0) }
    guard !lines.isEmpty, references.count == lines.count else {
      throw Problem(
        code: .badInput, message: "the input of the hook can't be read",
        hints: ["each line must be '<old id> <new id> <reference>', as git passes it to this hook"])
    }
    return references
  }

  /// Returns the references with symbolic references resolved.
  private func followed(_ references: [PushedReference]) throws -> [PushedReference] {
    let repository: Repository
    do {
      repository = try Repository.opened(at: directory, environment: participant.environment)
    } catch {
      // A repository that can't be opened has no board, and pushes of code must not be refused.
      return references
    }
    return try references.map { try $0.followed(in: repository) }
  }

  private func judge(_ reference: PushedReference) async throws -> [Violation] {
    guard let board = reference.board else {
      return [Violation(reference.new == nil ? .deletesBoard : .notABoard)]
    }
    let store = try BoardStore(at: directory, environment: participant.environment, board: board)
    return try await store.violations(
      of: reference, committers: try store.allowedCommitters(), now: participant.now)
  }
}
