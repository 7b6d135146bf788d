package import PlanModel
package import PlanStore

/// Problems of plans that are missing, can't be read, or can't be changed as requested.
extension Problem {
  static func unknownPlan(_ typed: String, inTitles: Bool) -> Problem {
    if isAlias(typed) { return unknownAlias(typed) }
    return Problem(
      code: .unknownPlan, message: noID(typed, inTitles: inTitles),
      hints: ["see the ids with \(pmgit: "list", "--all")"])
  }

  /// Whether a text has a character of aliases, such as `github:o/r#12`, that ids do not have.
  private static func isAlias(_ typed: String) -> Bool {
    !typed.contains(" ") && typed.contains { ":#".contains($0) }
  }

  private static func unknownAlias(_ typed: String) -> Problem {
    Problem(
      code: .unknownPlan, message: "no plan has the alias '\(typed.excerpt)'",
      hints: ["see the aliases with \(pmgit: "list", "--all", "--fields", "id,aliases,title")"])
  }

  /// Returns the message for a text that is the beginning of no id; and no word of a title, if
  /// titles were searched. A text with a digit, or of two letters, may only be a whole title; see
  /// `PlanNames.plans(titled:amongDeleted:)`.
  private static func noID(_ typed: String, inTitles: Bool) -> String {
    let isWord = typed.count > 2 && !typed.contains(where: \.isNumber)
    return "no plan's id begins with '\(typed.excerpt)'"
      + (inTitles && isWord ? ", and no title has such a word" : "")
  }

  /// - Parameters:
  ///   - aliases: The aliases that end with the text.
  ///   - inTitles: Whether titles were searched, too.
  static func notAnID(_ typed: String, meaning aliases: [String], inTitles: Bool) -> Problem {
    if !aliases.isEmpty {
      let names = aliases.prefix(3).map { "'\($0.excerpt)'" }.joined(separator: ", or ")
      return Problem(
        code: .unknownPlan, message: "no plan has the alias '\(typed.excerpt)'",
        hints: ["did you mean \(names)?"])
    }
    if isAlias(typed) { return unknownAlias(typed) }
    guard typed.contains(" ") else {
      return Problem(
        code: .unknownPlan, message: noID(typed, inTitles: inTitles),
        hints: [
          "an id is letters and digits, a letter first, like k7m2; see them with \(pmgit: "list", "--all")"
        ])
    }
    return Problem(
      code: .unknownPlan,
      message: "no id begins with '\(typed.excerpt)', and no title contains these words in a row",
      hints: ["search for the words with \(pmgit: "list", "--all", typed)"])
  }

  static func ambiguous(_ name: AmbiguousName) -> Problem {
    var problem = Problem(
      code: .ambiguousPlan, message: name.words, hints: name.first.map { "\($0.id)  \($0.title)" })
    let more = name.ids.count - name.first.count
    if more > 0 { problem.hints.append("and \(more) more") }
    return problem
  }

  static func noMoment(_ typed: String) -> Problem {
    .usage(
      "'\(typed.excerpt)' is neither a moment nor a commit of a board",
      hints: ["moments are \(PastMoment.forms)", "see the commits with \(pmgit: "log")"])
  }

  static func unreadablePlan(_ id: PlanID, _ reason: String) -> Problem {
    Problem(
      code: .unreadablePlan, message: "plan '\(id)' can't be read: \(reason)",
      hints: [
        "see its history with 'git log -p --all -- :/\(id.path)'",
        "take its last readable version with \(pmgit: "restore", id)",
      ])
  }

  static func misplacedPlan(_ id: PlanID, at path: String) -> Problem {
    Problem(
      code: .misplacedPlan, message: "the file of plan '\(id)' was renamed to '\(path)'",
      hints: ["put it back in its place with \(pmgit: "restore", id)"])
  }

  static func nothingToRestore(_ id: PlanID) -> Problem {
    Problem(
      code: .nothingToRestore,
      message: "no version of plan '\(id)' in the board's history can be read",
      hints: ["see who wrote it with 'git log --all -- :/\(id.path)'"])
  }

  static func planExists(_ id: PlanID) -> Problem {
    Problem(
      code: .planExists, message: "there is a plan '\(id)' already",
      hints: ["run the command again"])
  }

  static func noFolder(_ name: String) -> Problem {
    Problem(
      code: .inTheWay, message: "the board has a file '\(name)', where a folder is needed",
      hints: ["give that file another name in a work tree of the board's branch"])
  }

  static func planTooLarge(_ id: PlanID, bytes: Int) -> Problem {
    Problem(
      code: .planTooLarge,
      message: "plan '\(id)' would be \(bytes) bytes; at most \(JSONReader.maximumSize) can be "
        + "read back",
      hints: ["move long texts into files of the project and name them in the plan"])
  }

  /// Returns the problem of a change to a deleted plan; deleted plans are restored on request only.
  package static func deleted(_ id: PlanID) -> Problem {
    Problem(
      code: .deleted, message: "plan '\(id)' is deleted",
      hints: ["bring it back first with \(pmgit: "restore", id)"])
  }

  /// Returns the problem of a move that a column's rule forbids.
  static func columnRule(_ violation: ColumnRule.Violation) -> Problem {
    let (plan, column) = (violation.plan, violation.to)
    let rule: Hint =
      "'\(column)' takes plans only from \(violation.allowedWords); see \(pmgit: "column")"
    guard let from = violation.from else {
      return Problem(
        code: .columnRule, message: "a new plan can't begin in '\(column)'",
        hints: [rule, "put it into another column first"])
    }
    return Problem(
      code: .columnRule, message: "plan '\(plan)' can't go from '\(from)' to '\(column)'",
      hints: [rule, "move it there first with \(pmgit: "move", plan, violation.allowed[0])"])
  }

  /// The problem of a board whose settings list no columns.
  static let noColumns = Problem(
    code: .unknownColumn, message: "the board has no columns",
    hints: ["add one with \(pmgit: "column", "add", "todo", "--kind", "todo")"])

  /// Returns the problem of a board that has no column of a kind.
  static func noColumn(of kind: Column.Kind) -> Problem {
    let name = kind.rawValue
    return Problem(
      code: .unknownColumn, message: "the board has no column of kind \(name)",
      hints: ["add one with \(pmgit: "column", "add", name, "--kind", name)"])
  }

  /// Returns the problem of an unknown column name; the hints list the columns.
  package static func unknownColumn(_ typed: String, on board: Board) -> Problem {
    if board.columns.isEmpty { return .noColumns }
    let ids = board.columns.map(\.id)
    return Problem(
      code: .unknownColumn, message: "there is no column '\(typed.excerpt)'",
      hints: Hint.didYouMean(typed.lowercased(), among: ids)
        + ["the columns are \(ids.map { "'\($0)'" }.joined(separator: ", "))"], kind: .usage)
  }
}

extension ColumnRule.Violation {
  /// The columns that the rule allows, in words: `'doing' or 'review'`.
  var allowedWords: String { allowed.map { "'\($0)'" }.joined(separator: " or ") }
}

extension AmbiguousName {
  /// The ambiguity as a sentence without a full stop.
  package var words: String {
    switch place {
    case .id: "several plans' ids begin with '\(typed.excerpt)'"
    case .alias: "several plans have the alias '\(typed.excerpt)'"
    case .title: "several plans' titles have '\(typed.excerpt)'"
    }
  }
}
