import PlanModel
import PlanStore
import PlanView

/// Says of a value that people don't see what it is, where it stands, and how to mend it.
struct WrongValueWords {
  private let found: FoundValue
  private let board: BoardName
  /// What the commands of the hints need to mean the board.
  private let option: String

  /// - Parameter option: ` --board infra`, or nothing.
  init(_ found: FoundValue, board: BoardName, option: String) {
    (self.found, self.board, self.option) = (found, board, option)
  }

  /// `'plans/k7/k7m2q9x4t1ab.json', line 7: priority "High" is not shown; it must be one of …`
  var message: String { "\(place): \(fault)" }

  private var place: String { "'\(found.path)'" + (found.line.map { ", line \($0)" } ?? "") }

  private var fault: String {
    let name = found.wrong.path.fieldName
    switch found.wrong.reason {
    // A title of two lines is shown, with the break in it.
    case .isNo(let expected) where name == "title": return "title \(value) must be \(expected)"
    case .isNo(let expected): return "\(name) \(value) is not shown; it must be \(expected)"
    case .missing: return "the plan has no title"
    case .misplaced(let section):
      return "\(name) \(value) is not read here; it belongs under '\(section)'"
    }
  }

  /// The value as it stands in the file, or its beginning.
  private var value: String {
    guard let value = found.wrong.value else { return "" }
    let text = CanonicalJSON.line(of: value)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// What mends it where doctor can't, each with a command that works as typed.
  var hints: [String] {
    if found.wrong.mend != nil { return ["mend it with 'pmgit doctor --fix\(option)'"] }
    if found.wrong.isConflict {
      return ["several values wait there; see them with 'pmgit conflicts\(option)'"]
    }
    return [command.map { "set it with '\($0)\(option)'" } ?? removal ?? byHand]
  }

  private var byHand: String {
    "mend it in a work tree of the board, as "
      + "'git worktree add ../pmgit-\(board) pmgit/\(board)' makes one, and commit"
  }

  /// The command that writes the field; nil where there is none.
  private var command: String? {
    if case .misplaced = found.wrong.reason { return nil }
    if case .item(_, let item, _) = found.wrong.path, item.text.hasPrefix("-") { return nil }
    switch (found.plan, found.wrong.path) {
    case (let plan?, .field(let field)): return edit(field.text, of: plan)
    case (let plan?, .item("checklist", let item, "done")):
      return "pmgit check \(plan) \(ShellWord.quoted(item.text))"
    case (nil, .item("columns", let column, "kind")):
      return "pmgit config column set \(ShellWord.quoted(column.text)) --kind todo"
    case (nil, .item("columns", let column, "limit")):
      return "pmgit config column set \(ShellWord.quoted(column.text)) --limit none"
    case (nil, .item("columns", let column, "title")):
      return "pmgit config column set \(ShellWord.quoted(column.text)) --title TITLE"
    default: return nil
    }
  }

  /// What takes away a line of a checklist that nobody can read.
  private var removal: String? {
    guard let plan = found.plan, case .item("checklist", let item, "text") = found.wrong.path,
      !item.text.hasPrefix("-")
    else {
      return nil
    }
    let command = "pmgit check \(plan) \(ShellWord.quoted(item.text)) --remove\(option)"
    return "take the line off with '\(command)'"
  }

  private func edit(_ field: String, of plan: PlanID) -> String? {
    switch field {
    case "title": "pmgit edit \(plan) --title \(ShellWord.quoted(oneLine))"
    case "body": "pmgit edit \(plan) --body TEXT"
    case "state": "pmgit move \(plan) COLUMN"
    case "due", "priority", "owner", "estimate": "pmgit edit \(plan) --\(field) none"
    case "deleted": "pmgit delete \(plan)"
    default: nil
    }
  }

  /// A title of several lines as one, if that can be typed.
  private var oneLine: String {
    let words = found.wrong.value?.string?.split(whereSeparator: \.isWhitespace) ?? []
    do { return try Validation.title(words.joined(separator: " ")) } catch { return "TITLE" }
  }
}

extension Session {
  /// Tells of values that people don't see.
  func warn(of values: [FoundValue]) {
    for found in values.prefix(Self.mostExplainedFiles) {
      let words = WrongValueWords(found, board: store.name, option: store.boardOption)
      tell("warning: \(words.message)")
      for hint in words.hints { tell("hint: \(hint)") }
    }
    guard values.count > Self.mostExplainedFiles else { return }
    let rest = CountText.words(values.count - Self.mostExplainedFiles, "more value")
    tell("warning: \(rest) can't be shown; see 'pmgit doctor\(store.boardOption)'")
  }
}
