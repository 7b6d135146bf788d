import PlanModel

/// Reads HTML that editors of rich text write, as a document for `ADFWriter`.
///
/// It is no parser of all HTML: unknown elements are read as their content, and a missing end tag
/// ends with the element around it. The time is linear in the length of the text.
struct HTMLReader {
  /// The items of task lists. They are not in the document.
  private(set) var tasks: [(text: String, isDone: Bool)] = []

  /// An element whose end was not read yet.
  private struct Element {
    var type: String
    var attributes: JSONObject = [:]
    var content: [JSONValue] = []
    /// The number of tasks before the element.
    var tasks = 0
  }

  private var open = [Element(type: "doc")]
  private var marks: [(tag: String, mark: JSONValue)] = []
  private let bytes: [UInt8]
  private var place = 0
  /// What was lost of the tasks.
  private var losses: Set<String> = []
  /// The deepest nesting of elements. Deeper ones are read as their content.
  private static let mostLevels = 32
  /// The most bytes of a text that are read.
  private static let mostBytes = 1 << 20

  /// Returns the Markdown of a text that is HTML, and the items of its task lists. A text that does
  /// not begin with a tag of an editor is returned as it is.
  static func markdown(
    of text: String, losses: inout Set<String>
  ) -> (text: String, tasks: [(text: String, isDone: Bool)]) {
    guard isHTML(text) else { return (text, []) }
    if text.utf8.count > mostBytes { losses.insert("ends of long texts") }
    var reader = HTMLReader(bytes: Array(text.utf8.prefix(mostBytes)))
    let document = reader.document()
    var writer = ADFWriter()
    let markdown = writer.markdown(of: document)
    losses.formUnion(writer.losses.union(reader.losses))
    return (markdown, reader.tasks)
  }

  /// Whether a text begins with a tag that editors write, perhaps after comments. Markdown may
  /// begin with the address of a page in angle brackets, or with `<3`.
  private static func isHTML(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.starts(with: "<!--".utf8), let end = rest.firstRange(of: Array("-->".utf8)) else {
        break
      }
      rest = rest[end.upperBound...]
    }
    guard rest.popFirst() == UInt8(ascii: "<"), isName(rest) else { return false }
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    let letters = rest.prefix(20).prefix { isLetter($0) || isDigit($0) }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    return types[name] != nil || markTypes[name] != nil || ["br", "hr", "img"].contains(name)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() -> JSONObject {
    var start = 0
    while place < bytes.count {
      let end = place
      // A `<` that begins no tag is text.
      guard bytes[place] == UInt8(ascii: "<"), let tag = tag() else {
        place += 1
        continue
      }
      text(bytes[start..<end])
      take(tag)
      start = place
    }
    text(bytes[start...])
    while open.count > 1 { close() }
    return Self.node(open[0])
  }

  private static func node(_ element: Element) -> JSONObject {
    [
      "type": .string(element.type), "attrs": .object(element.attributes),
      "content": .array(element.content),
    ]
  }

  // MARK: - Tags

  private struct Tag {
    let name: String
    let isEnd: Bool
    let attributes: [String: String]
  }

  /// Reads a tag at `place`; nil if there is none. Comments are read as tags without a name.
  private mutating func tag() -> Tag? {
    let rest = bytes[(place + 1)...]
    if rest.starts(with: "!--".utf8) {
      let end = rest.firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.endIndex
      place = end
      return Tag(name: "", isEnd: false, attributes: [:])
    }
    guard let first = rest.first, Self.isLetter(first) || "/!".utf8.contains(first),
      Self.isName(rest), let end = end(of: rest)
    else { return nil }
    let isEnd = first == UInt8(ascii: "/")
    let inner = (isEnd ? rest.dropFirst() : rest)[..<end]
    place = end + 1
    let name = inner.prefix { Self.isLetter($0) || Self.isDigit($0) }
    return Tag(
      name: String(decoding: name, as: UTF8.self).lowercased(), isEnd: isEnd,
      attributes: isEnd ? [:] : Self.attributes(inner[name.endIndex...]))
  }

  /// Whether the name at the beginning of a tag ends as names of elements do. In `<https://x>` it
  /// does not.
  private static func isName(_ rest: ArraySlice<UInt8>) -> Bool {
    let next = rest.dropFirst().first { !isLetter($0) && !isDigit($0) }
    return next.map { $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") } ?? false
  }

  /// Returns the index of the `>` that ends a tag; nil if another tag begins before it. Both count
  /// only outside quotes.
  private func end(of rest: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for (index, byte) in zip(rest.indices, rest.prefix(4096)) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
    }
    return nil
  }

  /// Returns the attributes with quoted values.
  private static func attributes(_ text: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")), sign + 1 < rest.endIndex {
      let quote = rest[sign + 1]
      let name = rest[..<sign].split { $0 <= 0x20 || $0 == UInt8(ascii: "/") }.last ?? []
      rest = rest[(sign + 1)...]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      let value = rest.dropFirst().prefix { $0 != quote }
      attributes[String(decoding: name, as: UTF8.self).lowercased()] = decoded(
        String(decoding: value, as: UTF8.self))
      rest = rest[min(value.endIndex + 1, rest.endIndex)...]
    }
    return attributes
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func take(_ tag: Tag) {
    if let mark = Self.mark(tag) {
      if tag.isEnd {
        if let index = marks.lastIndex(where: { $0.tag == tag.name }) { marks.remove(at: index) }
      } else if marks.count < 16, open.last?.type != "codeBlock" {
        marks.append((tag.name, mark))
      }
      return
    }
    switch tag.name {
    case "br" where open.last?.type == "codeBlock": text([0x0A])
    case "br": append(.object(["type": .string("hardBreak")]))
    case "hr": append(.object(["type": .string("rule")]))
    case "img": append(.object(["type": .string("mediaInline")]))
    case "script" where !tag.isEnd, "style" where !tag.isEnd: skip(to: "</\(tag.name)")
    default:
      guard let element = Self.element(tag) else { return }
      if tag.isEnd {
        close(tag.name)
      } else {
        // A paragraph ends where another block begins.
        if open.last?.type == "paragraph" { close() }
        guard open.count < Self.mostLevels else { return }
        open.append(element)
        open[open.count - 1].tasks = tasks.count
      }
    }
  }

  /// The type of mark for each element of HTML.
  private static let markTypes = [
    "strong": "strong", "b": "strong", "em": "em", "i": "em", "s": "strike", "del": "strike",
    "code": "code", "a": "link",
  ]

  private static func mark(_ tag: Tag) -> JSONValue? {
    guard let type = markTypes[tag.name] else { return nil }
    let address: JSONObject = ["href": .string(tag.attributes["href"] ?? "")]
    return .object(["type": .string(type), "attrs": .object(address)])
  }

  /// The type of node for each element of HTML.
  private static let types = [
    "p": "paragraph", "div": "paragraph", "h1": "heading", "h2": "heading", "h3": "heading",
    "h4": "heading", "h5": "heading", "h6": "heading", "ul": "bulletList", "ol": "orderedList",
    "li": "listItem", "pre": "codeBlock", "blockquote": "blockquote", "table": "table",
    "tr": "tableRow", "td": "tableCell", "th": "tableCell",
  ]

  private static func element(_ tag: Tag) -> Element? {
    guard let type = types[tag.name] else { return nil }
    var element = Element(type: type)
    if type == "heading" { element.attributes["level"] = .string(String(tag.name.dropFirst())) }
    if tag.attributes["data-type"] == "taskItem" {
      element.type = "taskItem"
      let isDone = tag.attributes["data-checked"] == "true"
      element.attributes["state"] = .string(isDone ? "DONE" : "TODO")
    }
    return element
  }

  /// Ends the innermost element of a tag with everything in it, if there is one.
  private mutating func close(_ tag: String) {
    guard let type = Self.types[tag] else { return }
    let isMeant = { (element: Element) in
      element.type == type || type == "listItem" && element.type == "taskItem"
    }
    guard let index = open.dropFirst().lastIndex(where: isMeant) else { return }
    while open.count > index { close() }
  }

  private mutating func close() {
    let element = open.removeLast()
    guard element.type == "taskItem" else {
      if !element.content.isEmpty { append(.object(Self.node(element))) }
      return
    }
    var writer = ADFWriter()
    let text = writer.markdown(of: Self.node(element))
    losses.formUnion(writer.losses)
    let isDone = element.attributes["state"] == .string("DONE")
    tasks.insert((text, isDone), at: element.tasks)
  }

  /// Skips to the next tag with this beginning; to the end without one.
  private mutating func skip(to tag: String) {
    place = bytes[place...].firstRange(of: Array(tag.utf8))?.lowerBound ?? bytes.endIndex
  }

  private mutating func append(_ node: JSONValue) { open[open.count - 1].content.append(node) }

  // MARK: - Texts

  private mutating func text(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    var text = Self.decoded(String(decoding: bytes, as: UTF8.self))
    if open.last?.type != "codeBlock" {
      text = Self.withoutBreaks(text)
      let isAfterText = open.last?.content.last?.object?["text"] != nil
      if !isAfterText, text.allSatisfy(\.isWhitespace) { return }
    }
    append(
      .object([
        "type": .string("text"), "text": .string(text), "marks": .array(marks.map(\.mark)),
      ]))
  }

  /// Returns a text with one space for each run of white space, which means nothing in HTML.
  private static func withoutBreaks(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
      if !isSpace { bytes.append(byte) } else if bytes.last != 0x20 { bytes.append(0x20) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text with the characters that references such as `&amp;` and `&#39;` stand for.
  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var decoded = String(parts[0])
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != ";" }
      if name.endIndex < part.endIndex, name.utf8.count < 10, let scalar = scalar(name) {
        decoded.unicodeScalars.append(scalar)
        decoded += part[part.index(after: name.endIndex)...]
      } else {
        decoded += "&" + part
      }
    }
    return decoded
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    let names: [Substring: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]
    if let scalar = names[name] { return scalar }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
    let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}
