package import PlanModel
import PlanView

/// The lines in which a form shows a plan.
extension PlanForm {
  /// Returns the lines of all fields and of the checklist.
  package static func lines(of plan: Plan, on board: Board) -> [String] {
    let fields = Name.allCases.map { name in
      let value = name.text(of: plan, on: board)
      return value.isEmpty ? "\(name.rawValue):" : "\(name.rawValue): \(value)"
    }
    return fields + ["checklist:"]
      + plan.checklist.enumerated().map { index, item in
        "\(index + 1) [\(item.done ? "x" : " ")] \(shown(item.text))"
      }
  }

  /// A text on one line: one that is on the board may hold anything.
  static func shown(_ text: String) -> String { SafeText(text).string.trimmingSpaces }
}

extension PlanForm.Name {
  /// The value of a plan in this field, as the form shows it.
  func text(of plan: Plan, on board: Board) -> String {
    switch self {
    case .state: PlanForm.shown(plan.state.isEmpty ? "" : board.title(of: plan.state))
    case .due: plan.due?.description ?? ""
    case .priority: plan.priority?.rawValue ?? ""
    case .owner: PlanForm.shown(plan.owner ?? "")
    case .estimate: plan.estimate?.lexeme ?? ""
    case .labels, .assignees, .links, .aliases:
      MemberLine(members(of: plan).map(PlanForm.shown)).text
    }
  }

  /// The members of a plan's set that can be edited: commits of the code are recorded by hooks.
  func members(of plan: Plan) -> [String] {
    switch self {
    case .labels: plan.labels
    case .assignees: plan.assignees
    case .links: plan.links.filter { $0.kind != Link.commitKind }.map(\.description)
    case .aliases: plan.aliases
    case .state, .due, .priority, .owner, .estimate: []
    }
  }
}

/// Members of a set on one line, between commas; one with a comma in it stands in quotes.
struct MemberLine: Hashable {
  let members: [String]

  init(_ members: [String]) { self.members = members }

  var text: String {
    members.map { member in
      guard member.isEmpty || member.contains(",") || member.contains("\"") else { return member }
      let escaped = member.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }.joined(separator: ", ")
  }

  /// Reads a line; nil if a quote does not end.
  init?(reading text: String) {
    var members: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.isEmpty { break }
      if rest.first == "\"" {
        guard let member = Self.quoted(&rest) else { return nil }
        members.append(member)
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.isEmpty || rest.first == "," else { return nil }
      } else {
        let member = String(rest.prefix { $0 != "," }).trimmingSpaces
        rest = rest.drop { $0 != "," }
        // A comma too many is no member.
        if !member.isEmpty { members.append(member) }
      }
      if rest.first == "," { rest.removeFirst() }
    }
    self.members = members
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    var member = ""
    while let character = rest.popFirst() {
      if character == "\"" { return member }
      if character == "\\" {
        guard let next = rest.popFirst() else { return nil }
        member.append(next)
      } else {
        member.append(character)
      }
    }
    return nil
  }
}
