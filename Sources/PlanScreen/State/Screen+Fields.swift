import PlanModel
import PlanView

/// A field that is set by its name and a value: `milestone v1.0`, `severity high`.
///
/// These are the properties that have no prompt of their own, and the custom fields.
struct TypedField {
  enum Field {
    case property(PlanProperty)
    case custom(CustomField)
  }

  /// The name as typed.
  let name: String
  let field: Field?
  /// The value as typed; empty without one.
  let value: String

  init(_ text: String, on board: Board) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    name = words.first.map(String.init) ?? ""
    let rest = words.dropFirst().first?.drop(while: \.isWhitespace) ?? ""
    value = String(rest.reversed().drop(while: \.isWhitespace).reversed())
    let typed = name.lowercased()
    let property = Self.properties.first { $0.field.rawValue == typed }
    field = property.map(Field.property) ?? board.field(named: name).map(Field.custom)
  }

  /// The properties that are typed with their names: all but those with a key of their own, and the
  /// lease, which belongs to an owner.
  static let properties = PlanProperty.all.filter {
    ![.due, .priority, .lease].contains($0.field)
  }

  /// The accepted forms of the value.
  var forms: String {
    switch field {
    case .property(let property): property.forms
    case .custom(let field): field.hasOptions ? "" : field.help ?? "a \(field.kind.rawValue)"
    case nil: ""
    }
  }

  /// The values that are known from the board, and `none`.
  func values(on board: Board) -> [String] {
    switch field {
    case .property(let property) where property.field == .milestone:
      board.phases[.milestone].filter { !$0.isClosed }.map(\.name) + ["none"]
    case .property(let property) where property.field == .iteration:
      ["current", "next"] + board.phases[.iteration].filter { !$0.isClosed }.map(\.id) + ["none"]
    case .property: ["none"]
    case .custom(let field) where field.kind == .yesNo: ["yes", "no", "none"]
    case .custom(let field) where field.kind == .text: []
    case .custom(let field): field.options + ["none"]
    case nil: []
    }
  }

  /// The end of a message that shows how to clear the field. `none` is an ordinary text in a text
  /// field, so that needs another command.
  private var clearing: String {
    if case .custom(let field) = field, field.kind == .text {
      return "'pmgit edit ID --field \(field.id)=' clears the field"
    }
    return "'none' clears the field"
  }

  /// Why the change can't be made; nil if it can.
  var reason: String? {
    if field == nil {
      if let property = PlanProperty.all.first(where: { $0.field.rawValue == name.lowercased() }) {
        return "'\(property.field.rawValue)' has a key of its own; '?' shows the keys"
      }
      return "there is no field '\(name)'; Tab completes the names"
    }
    return value.isEmpty ? "type a value behind the name; \(clearing)" : nil
  }

  /// Returns the change of some plans; nil if no field has the name.
  func change(of ids: [PlanID]) -> ScreenChange? {
    switch field {
    case .property(let property): .edit(ids, FieldChanges(property.field, value))
    case .custom(let field): .edit(ids, FieldChanges(CustomChange(field.key, .typed(value))))
    case nil: nil
    }
  }
}

extension CustomField {
  fileprivate var hasOptions: Bool { kind.hasOptions || kind == .yesNo }
}

extension Screen {
  /// Offers the names of fields, and after a name the values of that field.
  func offerFields(to line: inout LinePrompt) {
    guard let board = content?.board else { return }
    let text = line.editor.typed
    let typed = TypedField(text, on: board)
    guard text.contains(" "), typed.field != nil else {
      line.note = nil
      let names =
        TypedField.properties.map { ($0.field.rawValue, $0.title) }
        + board.fields.map { ($0.key, $0.title) }
      return line.offer(
        names.filter { Completion.begins($0.0, with: typed.name) || typed.name.isEmpty }
          .map { Completion("\($0.0) ", about: $0.1, goesOn: true) })
    }
    line.note = typed.forms.isEmpty ? nil : typed.forms
    line.offer(
      typed.values(on: board).filter { Completion.begins($0, with: typed.value) }
        .map { Completion("\(typed.name) \($0)") })
  }
}
