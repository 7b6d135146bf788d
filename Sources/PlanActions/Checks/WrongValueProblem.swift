package import PlanModel
package import PlanStore

extension Problem {
  /// Creates the problem of an invalid value; it names the value's location and the remedy.
  package init(_ found: FoundValue, on board: BoardName) {
    let words = WrongValueWords(found: found, board: board)
    self.init(code: .wrongValue, message: words.message, hints: words.hints)
  }
}

private struct WrongValueWords {
  let found: FoundValue
  let board: BoardName

  /// The message, with the place of the value: `'plans/k7/k7m2q9x4t1ab.json', line 7: priority
  /// "High" is not shown; it must be one of …`
  var message: String { "\(place): \(fault)" }

  private var place: String { "'\(found.path)'" + (found.line.map { ", line \($0)" } ?? "") }

  private var fault: String {
    let name = found.wrong.path.fieldName
    switch found.wrong.reason {
    // A title of two lines is shown, with its line break.
    case .isNo(let expected) where name == "title": return "title \(value) must be \(expected)"
    case .isNo(let expected): return "\(name) \(value) is not shown; it must be \(expected)"
    case .missing: return "the plan has no title"
    case .misplaced(let section):
      return "\(name) \(value) is not read here; it belongs under '\(section)'"
    }
  }

  /// The value as the file has it, shortened if it is long.
  private var value: String {
    guard let value = found.wrong.value else { return "" }
    let text = CanonicalJSON.line(of: value)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// The remedies, each with a command. Some commands contain a placeholder such as `TITLE`.
  var hints: [Hint] {
    if found.wrong.repair != nil { return ["repair it with \(pmgit: "doctor", "--fix")"] }
    if found.wrong.isConflict {
      return ["several values wait there; see them with \(pmgit: "resolve", "--list")"]
    }
    if let command { return ["set it with " + Hint([.command(["pmgit"] + command)])] }
    return [removal ?? byHand]
  }

  private var byHand: Hint {
    "correct it in a work tree of the board, as "
      + "\(run: "git", "worktree", "add", "../pmgit-\(board)", "pmgit/\(board)") makes one, and commit"
  }

  /// The arguments of the pmgit command that writes the field; nil if no command does.
  private var command: [String]? {
    if case .misplaced = found.wrong.reason { return nil }
    switch (found.plan, found.wrong.path) {
    case (let plan?, .field(let field)): return edit(field.text, of: plan.text)
    case (let plan?, .setMember(let set, let option)) where set.text.hasPrefix(CustomField.prefix):
      let id = set.text.dropFirst(CustomField.prefix.count)
      return ["edit", plan.text, "--field", "\(id)=-\(option)"]
    case (let plan?, .item("checklist", let item, "done")):
      return ["check", plan.text] + with(item)
    case (nil, .item("columns", let column, "kind")):
      return ["column", "edit"] + with(column, "--kind", "todo")
    case (nil, .item("columns", let column, "limit")):
      return ["column", "edit"] + with(column, "--limit", "none")
    case (nil, .item("milestones", let id, let member)):
      return phaseCommand(["milestone"], id, member)
    case (nil, .item("iterations", let id, let member)):
      return phaseCommand(["iteration"], id, member)
    case (nil, .item("columns", let column, "title")):
      return ["column", "edit"] + with(column, "--title", "TITLE")
    default: return nil
    }
  }

  /// Returns the arguments that write a member of a milestone or an iteration.
  private func phaseCommand(
    _ kind: [String], _ id: ExactString, _ member: ExactString
  ) -> [String]? {
    let command = kind
    switch member {
    case "title": return command + ["edit"] + with(id, "--title", "TITLE")
    case "due": return command + ["edit"] + with(id, "--due", "none")
    case "first": return command + ["edit"] + with(id, "--start", "DAY")
    case "last": return command + ["edit"] + with(id, "--last", "DAY")
    case "closed": return command + ["reopen"] + with(id)
    default: return nil
    }
  }

  /// The hint to remove an unreadable checklist line; nil for other values.
  private var removal: Hint? {
    guard let plan = found.plan, case .item("checklist", let item, "text") = found.wrong.path else {
      return nil
    }
    let words = ["pmgit", "check", plan.text] + with(item, "--remove")
    return "take the line off with " + Hint([.command(words)])
  }

  /// Returns an id and options as arguments. An id that begins with a dash comes last, after `--`.
  private func with(_ id: ExactString, _ options: String...) -> [String] {
    id.text.hasPrefix("-") ? options + ["--", id.text] : [id.text] + options
  }

  private func edit(_ field: String, of plan: String) -> [String]? {
    switch field {
    case "title": ["edit", plan, "--title", oneLine]
    case "body": ["edit", plan, "--body", "TEXT"]
    case "state": ["move", plan, "COLUMN"]
    case "deleted": ["delete", plan]
    case _ where field.hasPrefix(CustomField.prefix):
      ["edit", plan, "--field", "\(field.dropFirst(CustomField.prefix.count))=VALUE"]
    case _ where PlanField(rawValue: field)?.property != nil: ["edit", plan, "--\(field)", "none"]
    default: nil
    }
  }

  /// The title joined into one line; the placeholder `TITLE` if the result is not valid.
  private var oneLine: String {
    let words = found.wrong.value?.string?.split(whereSeparator: \.isWhitespace) ?? []
    do { return try Validation.title(words.joined(separator: " ")) } catch { return "TITLE" }
  }
}
