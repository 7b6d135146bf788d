import Git
import PlanModel
import PlanStore

extension FoundProblem {
  /// Creates the problem of a violation that the guard found.
  ///
  /// - Parameters:
  ///   - branch: The board's branch, without `refs/heads/`; for a single file, its path.
  ///   - isOfFile: Whether a single file is checked, without a board.
  init(_ violation: Violation, branch: String, isOfFile: Bool = false) {
    let words = ViolationWords(violation: violation, branch: branch, isOfFile: isOfFile)
    self.init(
      words.problem, plan: violation.plan, path: violation.path, field: violation.field,
      commit: violation.commit.map { CommitSummary($0) })
  }
}

extension Hint {
  /// Returns the hint for an unsound object that the remote has too. Going back to an older commit
  /// would not help, because the next fetch would bring the object again.
  static func unsound(on remote: String) -> Hint {
    "'\(remote)' has it as well, and clones that check what they fetch refuse it; "
      + ViolationWords.takeAlong
  }
}

extension Violation {
  /// Whether the whole head is unusable, so that its other violations don't matter.
  var isOfHead: Bool {
    switch kind {
    case .unusable, .notABoard, .deletesBoard: true
    default: false
    }
  }

  fileprivate var field: String? {
    switch kind {
    case .writtenOnce(let path): path.fieldName
    case .wrongStamp(let problem): problem.path.fieldName
    case .columnRule: "state"
    case .wrongValue(let found): found.wrong.path.fieldName
    default: nil
    }
  }
}

/// Describes each kind of violation, with its remedy.
private struct ViolationWords {
  let violation: Violation
  let branch: String
  let isOfFile: Bool

  var problem: Problem {
    switch violation.kind {
    case .deletesBoard: deletesBoard
    case .rewrites(let old): rewrites(old)
    case .notABoard: notABoard
    case .unusable(let error): unusable(error)
    case .unsound(let object, let old): unsound(object, since: old)
    case .unreadable(let reason): unreadable(reason)
    case .tooNew(let format): tooNew(format)
    case .notCanonical: notCanonical
    case .removed: removed
    case .misnamed(let plan): misnamed(plan)
    case .caseClash(let own): caseClash(own)
    case .wrongStamp(let problem): wrongStamp(problem)
    case .wrongValue(let found):
      Problem(found, on: BoardName(String(branch.trimmingPrefix("pmgit/"))) ?? .main)
    case .writtenOnce(let path): writtenOnce(path)
    case .columnRule(let rule): columnRule(rule)
    case .fileTooLarge(let bytes, let limit): fileTooLarge(bytes, limit)
    case .noFolder: noFolder
    case .wrongContent: wrongContent
    case .removedContent: removedContent
    case .missingContent(let name): missingContent(name)
    case .committer(let person): committer(person)
    case .forged: forged
    }
  }

  private func words(_ code: Problem.Code, _ message: String, _ hint: Hint) -> Problem {
    Problem(code: code, message: message, hints: [hint])
  }

  // MARK: - Parts of sentences

  private var subject: String {
    violation.plan.map { "plan '\($0)'" } ?? "'\(violation.path ?? branch)'"
  }

  private var wayBack: String { "by a further commit in a work tree of '\(branch)'" }

  private var restore: Hint {
    "take its last good version with \(pmgit: "restore", violation.plan?.text ?? "ID")"
  }

  private var writeAnew: Hint { "write it anew with \(pmgit: "doctor", "--fix")" }

  private static let newerNeeded: Hint = "install a newer pmgit where this check runs"

  /// The hint for a violation that no later commit can repair.
  static let takeAlong: Hint =
    "copy the board to a new one with \(pmgit: "export") and \(pmgit: "import")"

  private static let goBack: Hint =
    "go back to the last good commit, which \(pmgit: "doctor") names"

  // MARK: - Boards and their makers

  private var deletesBoard: Problem {
    words(
      .deletesBoard, "'\(branch)' would be deleted",
      "it can only be deleted in that repository, with \(run: "git", "branch", "-D", branch)")
  }

  private func rewrites(_ old: ObjectID) -> Problem {
    words(
      .rewritesBoard, "'\(branch)' would lose commit \(old.abbreviated()), its newest one",
      "bring both together with \(pmgit: "sync")")
  }

  private var notABoard: Problem {
    words(
      .notABoard, "'\(branch)' can't be the name of a board",
      "a board's branch is 'pmgit/' and 1 to 63 of a-z, 0-9 and '-'")
  }

  private func committer(_ person: Signature) -> Problem {
    Problem(
      code: .committer, message: "'\(person.formatted)' may not change '\(branch)'",
      hints: [
        "'git config --add \(Committers.key) ADDRESS' in that repository allows an address",
        "'git config user.email' is the address of your next commits",
        "docs/hooks.md shows how to make the present commits again with another address",
      ])
  }

  private var forged: Problem {
    words(
      .forged, "a commit is in pmgit's name, but is not the merge that pmgit would make",
      "merge with \(pmgit: "sync"); where that is refused, for another version of pmgit, give "
        + "merges your own name with 'git config pmgit.mergeIdentity user'")
  }

  // MARK: - Files

  private func unreadable(_ reason: String) -> Problem {
    words(
      .unreadablePlan, "\(subject) can't be read: \(reason)",
      violation.plan == nil || isOfFile ? "correct the file and commit again" : restore)
  }

  private func tooNew(_ format: Int) -> Problem {
    words(.formatTooNew, "\(subject) can't be read: its format is \(format)", Self.newerNeeded)
  }

  private var notCanonical: Problem {
    words(
      .notCanonical, "\(subject) is not written as pmgit writes it",
      isOfFile ? "commit it, and " + writeAnew : writeAnew)
  }

  private var removed: Problem {
    words(
      .removedPlan, "the file of \(subject) was removed",
      restore + "; to delete a plan, use \(pmgit: "delete")")
  }

  private func misnamed(_ plan: PlanID?) -> Problem {
    words(
      .misplaced, "\(subject) is not named like a plan",
      plan == nil
        ? "take it out of 'plans/' \(wayBack)"
        : "put it where it belongs with \(pmgit: "doctor", "--fix")")
  }

  private func caseClash(_ own: String) -> Problem {
    words(
      .caseClash, "\(subject) equals '\(own)' on a file system that ignores case",
      "give it another name \(wayBack)")
  }

  // MARK: - Attached files

  private func fileTooLarge(_ bytes: Int, _ limit: Int) -> Problem {
    words(
      .fileTooLarge,
      "\(subject) is an attached file of \(FileSize.words(bytes)), and the board's limit is "
        + FileSize.words(limit),
      "if it is your last change, and not shared, take it back with \(pmgit: "undo"); else raise "
        + "the limit with \(pmgit: "config", "attachments", "--limit", Self.limit(for: bytes))")
  }

  /// Returns the next limit in whole megabytes above a file's size, at most the greatest of a
  /// board.
  private static func limit(for bytes: Int) -> String {
    FileSize.words(min((bytes / 1_000_000 + 1) * 1_000_000, Board.greatestFileLimit))
  }

  private var noFolder: Problem {
    words(
      .inTheWay, "\(subject) is in the place of the folder of attached files",
      "give it another name \(wayBack)")
  }

  private var wrongContent: Problem {
    words(
      .wrongContent, "\(subject) is not named after its content, as attached files are",
      "take it out of 'files/' \(wayBack), and attach it with \(pmgit: "attach")")
  }

  private var removedContent: Problem {
    words(
      .missingContent, "\(subject), the content of an attached file, was removed",
      "put it back \(wayBack); to take a file off a plan, use "
        + "\(pmgit: "attach", "ID", "--remove", "NAME")")
  }

  private func missingContent(_ name: String) -> Problem {
    words(
      .missingContent,
      "\(subject) has a new file \(name.excerpt.quotedForMessage), but its content is not on the board",
      "take it off the plan with "
        + "\(pmgit: "attach", violation.plan?.text ?? "ID", "--remove", name)")
  }

  // MARK: - Heads

  private func unusable(_ error: StoreError) -> Problem {
    switch error {
    case .unsafeHead(let commit, "board.json", let reason):
      return words(
        .unreadableBoard,
        "'board.json' of commit \(commit.abbreviated()) can't be used: \(reason)",
        "repair a board with \(pmgit: "restore", "board"); a branch of code needs another name: "
          + "'pmgit/' is for boards")
    case .unsafeHead(let commit, let path, let reason):
      return words(
        .unsafeHead, "commit \(commit.abbreviated()) would do harm at '\(path)': \(reason)",
        Self.goBack)
    case .formatTooNew(_, let found):
      return words(.formatTooNew, "'\(branch)' has format \(found)", Self.newerNeeded)
    default:
      var problem = Problem(error)
      problem.hints = [Self.goBack]
      return problem
    }
  }

  /// Returns the problem of an object that git would refuse to fetch.
  ///
  /// A later commit can't remove the object from the history, so the hint is to replace the
  /// commits.
  private func unsound(_ object: RefusedObject, since old: ObjectID?) -> Problem {
    let place = violation.path.map { $0.isEmpty ? "the files" : "'\($0)'" }
    let message = "git would refuse to fetch \(place ?? "the commit"): \(object.reason)"
    // Commits that the remote has must stay, so the new commit follows them. Otherwise it follows
    // the parents of the object's commit.
    let parents = old.map { [$0.hex] } ?? violation.commit?.parents.map(\.hex) ?? []
    guard !parents.isEmpty else { return words(.unsoundObject, message, Self.takeAlong) }
    let options = parents.map { "-p \($0)" }.joined(separator: " ")
    return words(
      .unsoundObject, message,
      "if the newest commit is sound, replace the commits since then by one with its content: "
        + "'git update-ref refs/heads/\(branch) "
        + "\"$(git commit-tree -m repair \(options) '\(branch)^{tree}')\"'; else go back to a "
        + "good commit")
  }

  // MARK: - Values

  private func wrongStamp(_ problem: StampCheck.Problem) -> Problem {
    let stamp = problem.stamp
    let reason = stamp.time == nil ? "is not a stamp" : "is not pmgit's, or more than a day ahead"
    return words(
      .wrongStamp,
      "\(subject): the stamp \(stamp.text.text.quotedForMessage) of "
        + "\(problem.path.fieldName.quotedForMessage) \(reason)",
      writeAnew + "; if that finds nothing, correct the clock (see 'date'), make another "
        + "change and try again")
  }

  private func writtenOnce(_ path: ElementPath) -> Problem {
    let hint: Hint = "put the old value back \(wayBack)"
    let commit = violation.commit.flatMap { $0.parents.count == 1 ? $0.id.abbreviated() : nil }
    return words(
      .writtenOnce, "\(subject): '\(path.fieldName)' is written once, and was changed",
      commit.map { hint + ", as \(run: "git", "revert", $0) does" } ?? hint)
  }

  private func columnRule(_ rule: ColumnRule.Violation) -> Problem {
    var problem = Problem(StoreError.columnRule(rule))
    if rule.from == nil { problem.message = "\(subject) is new and can't begin in '\(rule.to)'" }
    return problem
  }
}
