import Git
import PlanModel
import PlanStore
import PlanView

/// What is wrong with a pushed board, in words: for the terminal of who pushed it, for CI and for
/// programs.
struct ViolationWords {
  /// For programs: `written-once`.
  let code: String
  /// What is wrong, with the plan and the field.
  let message: String
  /// What to type next.
  let hint: String
  let violation: Violation

  /// The commit that did it, in a line.
  var commit: String? {
    violation.commit.map {
      "commit \($0.id.abbreviated()) by \($0.author.formatted): \($0.subject)"
    }
  }

  /// Whether the whole head can't be used, so that there is no more to say of it.
  var isOfHead: Bool {
    switch violation.kind {
    case .unusable, .notABoard, .deletesBoard: true
    default: false
    }
  }

  var field: String? {
    switch violation.kind {
    case .writtenOnce(let path): path.fieldName
    case .wrongStamp(let problem): problem.path.fieldName
    case .columnRule: "state"
    case .wrongValue(let found): found.wrong.path.fieldName
    default: nil
    }
  }

  /// - Parameters:
  ///   - branch: The board's branch, without `refs/heads/`; of a file, its path.
  ///   - isOfFile: Whether a file is checked by itself, which is on no board.
  init(_ violation: Violation, branch: String, isOfFile: Bool = false) {
    self.violation = violation
    let wayBack = "by a further commit in a work tree of '\(branch)'"
    let subject = violation.plan.map { "plan '\($0)'" } ?? "'\(violation.path ?? branch)'"
    let restore = "take its last good version with 'pmgit restore \(violation.plan?.text ?? "ID")'"
    switch violation.kind {
    case .deletesBoard:
      (code, message) = ("deletes-board", "'\(branch)' would be deleted")
      hint = "who may do so deletes it in that repository, with 'git branch -D \(branch)'"
    case .rewrites(let old):
      (code, message) = (
        "rewrites-board", "'\(branch)' would lose commit \(old.abbreviated()), where it is now"
      )
      hint = "bring both together with 'pmgit sync'"
    case .notABoard:
      (code, message) = ("not-a-board", "'\(branch)' can't be the name of a board")
      hint = "a board is 'pmgit/' and 1 to 63 of a-z, 0-9 and '-'"
    case .unusable(.unsafeHead(let commit, "board.json", let reason)):
      (code, message) = (
        "unreadable-board",
        "'board.json' of commit \(commit.abbreviated()) can't be used: \(reason)"
      )
      hint =
        "mend a board with 'pmgit restore board'; code needs another name, as branches below "
        + "'pmgit/' are for boards"
    case .unusable(.unsafeHead(let commit, let path, let reason)):
      (code, message) = (
        "unsafe-head", "commit \(commit.abbreviated()) would do harm at '\(path)': \(reason)"
      )
      hint = "go back to the last good commit, which 'pmgit doctor' names"
    case .unusable(.formatTooNew(_, let found)):
      (code, message) = ("format-too-new", "'\(branch)' has format \(found)")
      hint = Self.newerNeeded
    case .unusable(let error):
      let failure = Failure(error)
      (code, message) = (failure.code, failure.message)
      hint = "go back to the last good commit, which 'pmgit doctor' names"
    case .unsound(let refused, let old):
      (code, message, hint) = Self.unsound(refused, since: old, at: violation.path, branch)
    case .unreadable(let reason):
      (code, message) = ("unreadable-plan", "\(subject) can't be read: \(reason)")
      hint = violation.plan == nil || isOfFile ? "mend the file and commit again" : restore
    case .tooNew(let format):
      (code, message) = ("format-too-new", "\(subject) can't be read: its format is \(format)")
      hint = Self.newerNeeded
    case .notCanonical:
      (code, message) = ("not-canonical", "\(subject) is not written as pmgit writes it")
      let fix = "write it anew with 'pmgit doctor --fix'"
      hint = isOfFile ? "commit it, and \(fix)" : fix
    case .removed:
      (code, message) = ("removed-plan", "the file of \(subject) was removed")
      hint = restore + "; to delete a plan, use 'pmgit delete'"
    case .misnamed(let plan):
      (code, message) = ("misplaced", "\(subject) is not named as a plan is")
      hint =
        plan == nil
        ? "take it out of 'plans/' \(wayBack)"
        : "put it where it belongs with 'pmgit doctor --fix'"
    case .caseClash(let own):
      (code, message) = (
        "case-clash", "\(subject) is the same as '\(own)' where case does not count"
      )
      hint = "give it another name \(wayBack)"
    case .wrongStamp(let problem):
      let stamp = problem.stamp
      let reason = stamp.time == nil ? "is none" : "is not pmgit's, or more than a day ahead"
      (code, message) = (
        "wrong-stamp",
        "\(subject): the stamp \(stamp.text.text.quotedForMessage) of "
          + "\(problem.path.fieldName.quotedForMessage) \(reason)"
      )
      hint =
        "write it anew with 'pmgit doctor --fix'; where that finds nothing, set the clock right "
        + "(see 'date'), make another change, and try again"
    case .wrongValue(let found):
      let board = BoardName(String(branch.trimmingPrefix("pmgit/"))) ?? .main
      let words = WrongValueWords(
        found, board: board, option: board == .main ? "" : " --board \(board)")
      (code, message) = ("wrong-value", words.message)
      hint = words.hints.joined(separator: "; ")
    case .writtenOnce(let path):
      (code, message) = (
        "written-once", "\(subject): '\(path.fieldName)' is written once, and was changed"
      )
      let revert = violation.commit.flatMap { commit in
        commit.parents.count == 1 ? ", as 'git revert \(commit.id.abbreviated())' does" : nil
      }
      hint = "put the old value back \(wayBack)" + (revert ?? "")
    case .columnRule(let rule):
      let failure = Failure(StoreError.columnRule(rule))
      let isNew = rule.from == nil
      code = failure.code
      message = isNew ? "\(subject) is new and can't begin in '\(rule.to)'" : failure.message
      hint = failure.hints.joined(separator: "; ")
    case .committer(let person):
      (code, message) = (
        "committer", "'\(person.formatted)' is none of those who may change '\(branch)'"
      )
      hint =
        "who runs that repository lists them there, with 'git config --add \(Committers.key) "
        + "ADDRESS'; 'git config user.email' is the address of commits to come, and docs/hooks.md "
        + "tells how to make those that are there anew"
    case .forged:
      (code, message) = (
        "forged", "a commit is in the name of pmgit, and pmgit would make another one"
      )
      hint =
        "merge with 'pmgit sync'; where that is refused, for another version of pmgit, give merges "
        + "your own name with 'git config pmgit.mergeIdentity user'"
    }
  }
}

extension ViolationWords {
  /// A later commit does not mend what is in an older one; one that takes the place of both does.
  private static func unsound(
    _ refused: RefusedObject, since old: ObjectID?, at path: String?, _ branch: String
  ) -> (code: String, message: String, hint: String) {
    let place = path.map { $0.isEmpty ? "the files" : "'\($0)'" }
    let parent = old?.hex ?? NewBoard.commits[0]
    return (
      "unsound-object",
      "git would refuse to fetch \(place ?? "the commit"): \(refused.reason)",
      "if the newest commit is sound, bring what it says as one new commit, with "
        + "'git update-ref refs/heads/\(branch) "
        + "\"$(git commit-tree -m mend -p \(parent) '\(branch)^{tree}')\"'; else go back to a good commit"
    )
  }

  private static let newerNeeded = "a newer pmgit is needed where this is checked"
}

/// What is wrong with a push to one board, as the one who pushed it reads it.
struct RefusalText {
  private let entries: [ViolationWords]
  private let branch: String

  /// After that many it is enough.
  private static let longest = 20

  init(_ violations: [Violation], branch: String) {
    self.branch = branch
    entries = violations.map { ViolationWords($0, branch: branch) }
  }

  var isEmpty: Bool { entries.isEmpty }

  var text: String {
    var lines = ["pmgit: '\(branch)' is refused: \(CountText.words(entries.count, "problem"))"]
    for entry in entries.prefix(Self.longest) {
      lines.append("  \(entry.message)")
      if let commit = entry.commit { lines.append("    \(commit)") }
    }
    if entries.count > Self.longest { lines.append("  and \(entries.count - Self.longest) more") }
    // One of each kind: what helps one plan helps the next.
    for code in entries.prefix(Self.longest).map(\.code).unique {
      let first = entries.first { $0.code == code }
      lines.append("hint: \(first?.hint ?? "")")
    }
    return lines.map { SafeText($0).string + "\n" }.joined()
  }
}
