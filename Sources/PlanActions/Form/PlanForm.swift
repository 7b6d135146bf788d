package import PlanModel
import PlanView

/// A plan as lines that a person can edit: title and body, then one line per field, then the
/// checklist.
///
///     state: Todo
///     due: 2026-12-01
///     labels: bug, "a, b"
///     checklist:
///     1 [ ] write a failing test
///     [ ] a line that is new
///
/// A field or a whole checklist that is left out stays as it is; a field without a value is
/// cleared. A line that is left out of the checklist is removed. The number of a checklist line
/// identifies the old line, even if the text has changed.
package struct PlanForm: Sendable {
  /// One of the fields as typed.
  struct Field: Sendable {
    let name: Name
    let text: String
    /// The number of the field's line, from 1, for errors.
    let line: Int
  }

  /// A line of the checklist as typed.
  struct Item: Sendable {
    /// The number of the present checklist line; nil for a new one.
    let number: Int?
    let isDone: Bool
    let text: String
    let line: Int
  }

  /// The name of a field that has one line.
  enum Name: Hashable {
    case state
    case property(PlanField)
    case set(PlanSet)
    /// The key of one of the board's own fields.
    case custom(String)

    /// The names that every board has, in the order in which the form shows them.
    static let builtIn =
      [.state] + PlanProperty.all.map { .property($0.field) } + PlanSet.allCases.map(Self.set)

    var text: String {
      switch self {
      case .state: "state"
      case .property(let field): field.rawValue
      case .set(let set): set.rawValue
      case .custom(let key): key
      }
    }

    /// Returns the names of all fields of a board, including its own fields, in the order of the
    /// form.
    static func all(on board: Board) -> [Name] {
      let count = 1 + PlanProperty.all.count
      return builtIn.prefix(count) + board.fields.map { .custom($0.key) } + builtIn.dropFirst(count)
    }
  }

  /// The title, which is the first line of the text.
  let title: String
  let body: [String]
  private(set) var fields: [Field] = []
  /// The checklist; nil if it was left out.
  private(set) var checklist: [Item]?

  /// Parses a form.
  ///
  /// - Parameters:
  ///   - text: The title, then the body.
  ///   - lines: The lines of the fields.
  ///   - first: The number of the first field line, for errors.
  ///   - board: The board whose own fields the form has.
  /// - Throws: `Problem`, which names the line.
  package init(
    _ text: [String], fields lines: [String], from first: Int,
    on board: Board = Board(columns: [])
  ) throws {
    title = text.first ?? ""
    body = Array(text.dropFirst()).trimmingEmptyLines
    var seen: Set<Name> = []
    for (index, line) in zip(first..., lines) {
      let trimmed = line.trimmingSpaces
      if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
      if checklist != nil, let item = Item(trimmed, line: index) {
        checklist?.append(item)
        continue
      }
      let parts = trimmed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).trimmingSpaces.lowercased()
      let value = parts.count == 2 ? String(parts[1]).trimmingSpaces : nil
      guard let value else { throw Self.notAField(trimmed, index, inChecklist: checklist != nil) }
      if name == "checklist" {
        guard checklist == nil, value.isEmpty else { throw Self.twice(name, index) }
        checklist = []
        continue
      }
      guard let known = Name.all(on: board).first(where: { $0.text == name }) else {
        throw Self.unknown(name, index, board)
      }
      guard seen.insert(known).inserted else { throw Self.twice(name, index) }
      fields.append(Field(name: known, text: value, line: index))
    }
  }

  /// The form for a plan that is not on the board yet: all checklist lines lose their numbers.
  var asNew: PlanForm {
    var form = self
    form.checklist = checklist?.map { item in
      Item(number: nil, isDone: item.isDone, text: item.text, line: item.line)
    }
    return form
  }

  private static func notAField(_ text: String, _ line: Int, inChecklist: Bool) -> Problem {
    .usage(
      "line \(line): '\(text.excerpt)' is not a field",
      hints: [
        inChecklist
          ? "write a line of the checklist as '[ ] text'" : "write it as 'due: fri' and the like"
      ])
  }

  private static func twice(_ name: String, _ line: Int) -> Problem {
    .usage("line \(line): '\(name)' is there twice, or its lines are in another place")
  }

  private static func unknown(_ name: String, _ line: Int, _ board: Board) -> Problem {
    let names = Name.all(on: board).map(\.text) + ["checklist"]
    return .usage(
      "line \(line): there is no field '\(name.excerpt)'",
      hints: Hint.didYouMean(name, among: names)
        + ["the fields are \(names.joined(separator: ", "))"])
  }
}

extension PlanForm.Item {
  /// Parses lines such as `1 [x] text`, `1. [ ] text`, `[ ] text` or `- [ ] text`; nil for any
  /// other line.
  fileprivate init?(_ text: String, line: Int) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    var rest = text.dropFirst(digits.count)
    if !digits.isEmpty, rest.first == "." { rest.removeFirst() }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    if rest.first == "-" || rest.first == "*" { rest = rest.dropFirst().drop { $0 == " " } }
    guard rest.count >= 3, rest.first == "[" else { return nil }
    let mark = rest.dropFirst().prefix(2)
    switch mark.lowercased() {
    case " ]": isDone = false
    case "x]": isDone = true
    default: return nil
    }
    number = digits.isEmpty ? nil : Int(digits) ?? .max
    self.text = String(rest.dropFirst(3)).trimmingSpaces
    self.line = line
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  var trimmingSpaces: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

extension PlanForm {
  /// Returns the lines of all fields and of the checklist.
  package static func lines(of plan: Plan, on board: Board) -> [String] {
    let fields = Name.all(on: board).map { name in
      let value = name.text(of: plan, on: board)
      return value.isEmpty ? "\(name.text):" : "\(name.text): \(value)"
    }
    return fields + ["checklist:"]
      + plan.checklist.enumerated().map { index, item in
        "\(index + 1) [\(item.done ? "x" : " ")] \(shown(item.text))"
      }
  }

  /// Returns a text on one line without unsafe characters; a text on the board may contain any.
  static func shown(_ text: String) -> String { SafeText(text).string.trimmingSpaces }

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
    case .custom(let key):
      board.field(called: key).map { field in
        let texts = field.storedTexts(of: plan).map(PlanForm.shown)
        return field.kind == .choices ? MemberLine(texts).text : texts.first ?? ""
      } ?? ""
    case .set(let set): MemberLine(PlanForm.members(of: set, in: plan).map(PlanForm.shown)).text
    }
  }
}

/// Members of a set on one line, separated by commas. Empty members, and members with commas or
/// quotes, are quoted.
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

  /// Parses a line; nil if a quote is not closed or a comma is missing after a quoted member.
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
