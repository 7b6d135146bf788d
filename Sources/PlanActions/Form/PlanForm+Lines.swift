package import PlanModel
import PlanView

/// The lines in which a form shows a plan.
extension PlanForm {
  /// Returns the lines of all fields and of the checklist.
  package static func lines(of plan: Plan, on board: Board) -> [String] {
    let fields = Name.allCases.map { name in
      let value = name.text(of: plan, on: board)
      return value.isEmpty ? "\(name.text):" : "\(name.text): \(value)"
    }
    return fields + ["checklist:"]
      + plan.checklist.enumerated().map { index, item in
        "\(index + 1) [\(item.done ? "x" : " ")] \(shown(item.text))"
      }
  }

  /// Returns a text safely on one line, because a text on the board may contain any character.
  static func shown(_ text: String) -> String { SafeText(text).string.trimmingSpaces }
}

extension PlanForm {
  /// Returns the members of a set that a form shows; commits of the code are left out.
  static func members(of set: PlanSet, in plan: Plan) -> [String] {
    let members = set.members(of: plan)
    return set == .links ? members.filter { Link($0)?.kind != Link.commitKind } : members
  }
}

extension PlanForm.Name {
  /// Returns a plan's value of this field as the form shows it.
  func text(of plan: Plan, on board: Board) -> String {
    switch self {
    case .state: PlanForm.shown(plan.state.isEmpty ? "" : board.title(of: plan.state))
    case .property(let field): PlanForm.shown(field.property?.value(of: plan)?.text ?? "")
    case .set(let set): MemberLine(PlanForm.members(of: set, in: plan).map(PlanForm.shown)).text
    }
  }
}

/// Members of a set on one line, separated by commas; members with commas are quoted.
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

  /// Parses a line; nil if a quote is open or a comma is missing after it.
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
        // An extra comma adds no member.
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
