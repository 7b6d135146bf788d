/// A small strict parser of XML: elements, attributes in double quotes, text, and the five
/// predefined entities.
struct XMLChecker {
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// The decoded texts of the elements, by element name.
  private(set) var texts: [String: [String]] = [:]
  private(set) var elements: [String] = []
  private var rest: Substring.UnicodeScalarView

  /// Parses a whole document with one root element.
  init(_ text: String) throws {
    rest = text[...].unicodeScalars
    for scalar in rest where !Self.isAllowed(scalar) {
      throw Malformed(description: "U+\(String(scalar.value, radix: 16)) is not allowed")
    }
    try readElement()
    guard rest.allSatisfy(\.properties.isWhitespace) else {
      throw malformed("text behind the root")
    }
  }

  /// The characters that XML 1.0 allows.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private func malformed(_ what: String) -> Malformed {
    Malformed(description: "\(what) at '\(String(rest.prefix(40)))'")
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func take(while holds: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: holds)
    rest = rest.dropFirst(taken.count)
    return String(taken)
  }

  private mutating func name() throws -> String {
    let name = take {
      $0.properties.isAlphabetic || $0 == "-" || $0 == ":" || ("0"..."9").contains($0)
    }
    guard !name.isEmpty else { throw malformed("no name") }
    return name
  }

  private mutating func readElement() throws {
    guard skip("<") else { throw malformed("no element") }
    let name = try name()
    elements.append(name)
    var attributes: Set<String> = []
    while true {
      let space = take(while: \.properties.isWhitespace)
      if skip("/>") { return }
      if skip(">") { break }
      guard !space.isEmpty else { throw malformed("no space before an attribute") }
      let attribute = try self.name()
      guard attributes.insert(attribute).inserted else { throw malformed("'\(attribute)' twice") }
      guard skip("=\"") else { throw malformed("no value") }
      _ = try text(upTo: "\"")
      guard skip("\"") else { throw malformed("an open value") }
    }
    var own = ""
    while !skip("</") {
      own += try text(upTo: "<")
      guard let next = rest.dropFirst().first else { throw malformed("'\(name)' is not closed") }
      if next != "/" { try readElement() }
    }
    guard skip("\(name)>") else { throw malformed("'\(name)' is closed by another name") }
    texts[name, default: []].append(own)
  }

  private mutating func text(upTo end: Unicode.Scalar) throws -> String {
    var text = ""
    while let next = rest.first, next != end {
      guard next != "<" else { throw malformed("a '<'") }
      rest = rest.dropFirst()
      guard next == "&" else {
        text.unicodeScalars.append(next)
        continue
      }
      let entity = take { $0 != ";" && $0 != " " }
      let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
      guard let character = known[entity], skip(";") else {
        throw malformed("the entity \(entity)")
      }
      text += character
    }
    return text
  }
}
