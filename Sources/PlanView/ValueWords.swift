package import PlanModel

/// A field's value in words.
package enum ValueWords {
  /// Returns the value in words: a column's title, a person's name, or `none` without a value.
  ///
  /// A text of several lines becomes its first line and the number of the other lines.
  package static func words(
    for value: JSONValue?, at path: ElementPath, board: Board
  ) -> StyledText {
    guard let value, !value.isNull else {
      return path == .field("deleted") ? "kept" : StyledText("none", .muted)
    }
    if let lines = value.lines { return words(for: lines) }
    if path == .field("deleted"), let record = value.object {
      return "deleted by \(Person(record["by"]?.string ?? "").fullName)"
    }
    guard let text = value.string else { return StyledText(plain(value)) }
    switch path {
    case .field("state"): return StyledText(board.title(of: text))
    case .field("owner"): return StyledText(Person(text).fullName, .person)
    default: return text.isEmpty ? StyledText("(empty)", .muted) : StyledText(text)
    }
  }

  private static func words(for lines: [String]) -> StyledText {
    guard let first = lines.first(where: { !$0.isEmpty }) else {
      return StyledText("(empty)", .muted)
    }
    let others = lines.count - 1
    let more = others == 0 ? "" : StyledText(" (+\(CountWords.words(others, "line")))", .muted)
    return StyledText(first) + more
  }

  /// Returns the value for programs. A string is unchanged, lines are joined by line feeds, no
  /// value is an empty string, and other values become JSON on one line.
  package static func plain(_ value: JSONValue?) -> String {
    guard let value, !value.isNull else { return "" }
    if let lines = value.lines { return lines.joined(separator: "\n") }
    return value.string ?? json(value)
  }

  private static func json(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): String(bool)
    case .number(let number): number.lexeme
    case .string(let string): quoted(string.text)
    case .array(let values): "[\(values.map(json).joined(separator: ","))]"
    case .object(let object):
      "{\(object.members.map { "\(quoted($0.key.text)):\(json($0.value))" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20:
        result += scalar.value < 0x10 ? "\\u000" : "\\u00"
        result += String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
