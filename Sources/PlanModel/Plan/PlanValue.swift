/// A value that a plan is read from: a `JSONValue`, or a value still in its text.
protocol PlanValue {
  /// The text; nil for any other value.
  var string: String? { get }
  /// The texts of an array; empty for any other value.
  var strings: [String] { get }
  /// The number; nil for any other value.
  var number: JSONNumber? { get }
  /// The value as a tree.
  var json: JSONValue { get }
}

extension JSONValue: PlanValue {
  var strings: [String] { array?.compactMap(\.string) ?? [] }
  var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  var json: JSONValue { self }
}

/// A value that is still in its text.
struct TextValue: PlanValue {
  let text: JSONText
  let index: Int

  var string: String? { text.tokens[index].kind == .string ? text.string(index).text : nil }

  var strings: [String] {
    guard text.tokens[index].kind == .array else { return [] }
    var strings: [String] = []
    for element in text.elements(of: index) where text.tokens[element].kind == .string {
      strings.append(text.string(element).text)
    }
    return strings
  }

  var number: JSONNumber? { json.number }
  var json: JSONValue { text.value(index) }
}
