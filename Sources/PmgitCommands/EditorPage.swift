import PlanModel

/// A plan as a page for an editor: the title, an empty line, the body, like a commit message.
struct EditorPage {
  let text: String

  /// What stands below this line is for reading only, as in `git commit --verbose`.
  private static let scissors = "# ------------------------ >8 ------------------------"

  init(_ plan: Plan, board: Board) {
    var lines = [plan.title, ""] + plan.body + ["", Self.scissors]
    lines.append("# Everything below this line is left alone. An empty title changes nothing.")
    lines.append("# Change other fields with 'pmgit edit \(plan.id) --due fri' and the like.")
    lines.append("#")
    let fields: [(String, String?)] = [
      ("state", board.title(of: plan.state)), ("due", plan.due?.description),
      ("priority", plan.priority?.rawValue), ("owner", plan.owner),
      ("estimate", plan.estimate?.lexeme),
      ("labels", plan.labels.isEmpty ? nil : plan.labels.joined(separator: ", ")),
      ("assignees", plan.assignees.isEmpty ? nil : plan.assignees.joined(separator: ", ")),
    ]
    for case (let name, let value?) in fields { lines.append("# \(name): \(value)") }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Reads a page back; nil if there is nothing above the scissors.
  static func read(_ text: String) -> (title: String, body: [String])? {
    let lines = Lines.split(text).prefix { $0 != scissors }
    let content = Array(lines).trimmingEmptyLines
    guard let title = content.first else { return nil }
    return (title, Array(content.dropFirst()).trimmingEmptyLines)
  }
}
