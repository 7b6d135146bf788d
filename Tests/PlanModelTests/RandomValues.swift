import PlanModel
import PmgitTestSupport

/// Generates JSON values and plans, with texts for every special case in data-format.md.
extension SeededGenerator {
  /// Returns a short text that often contains a special case.
  mutating func trickyText() -> ExactString {
    let pieces = [
      "", "a", "b", "title", "0", "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "\u{0}", "\n", "\r\n",
      "\t", "\"", "\\", "/", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FFFD}",
      "\u{10000}", "👩‍👩‍👧", "한", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "~", "<<<<<<<",
    ]
    return ExactString((0..<number(below: 4)).map { _ in pick(pieces) }.joined())
  }

  mutating func jsonNumber() -> JSONNumber {
    let lexemes = [
      "0", "-0", "1", "-1", "0.10", "1E400", "1e-9", "1.50E+3", "123456789012345678901234567890",
      "-0.0", "0e0", "2",
    ]
    guard let number = JSONNumber(pick(lexemes)) else {
      preconditionFailure("the lexemes are numbers")
    }
    return number
  }

  mutating func jsonValue(depth: Int) -> JSONValue {
    switch number(below: depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(jsonNumber())
    case 3, 4: return .string(trickyText())
    case 5: return .array((0..<number(below: 4)).map { _ in jsonValue(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<number(below: 5) { object[trickyText()] = jsonValue(depth: depth - 1) }
      return .object(object)
    }
  }

  /// Returns a document with elements at paths of every kind. Some paths have several elements.
  mutating func planDocument() -> PlanDocument {
    var document = PlanDocument(id: trickyText(), format: 1 + number(below: 3))
    let taken: Set<ExactString> = [
      "format", "id", "fields", "sets", "items", "stamps", "conflicts",
    ]
    for _ in 0..<number(below: 12) {
      let path: ElementPath
      switch number(below: 5) {
      case 0, 1: path = .field(trickyText())
      case 2: path = .setMember(set: trickyText(), member: trickyText())
      case 3: path = .item(list: trickyText(), item: trickyText(), member: trickyText())
      default:
        let name = trickyText()
        if taken.contains(name) { continue }
        path = .other(name)
      }
      let isSet = if case .setMember = path { true } else { false }
      document[path] = (0..<(1 + number(below: 4))).map { _ in
        StampedValue(
          stamp: chance(40) ? .none : Stamp(trickyText()),
          value: isSet ? .bool(true) : chance(50) ? .number(number(below: 2)) : jsonValue(depth: 2))
      }
    }
    return document
  }
}
