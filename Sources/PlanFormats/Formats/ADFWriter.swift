import PlanModel

/// Writes documents in the Atlassian Document Format as Markdown. Jira's API has such documents,
/// and `HTMLReader` makes them.
///
/// Unknown nodes are written as their content.
struct ADFWriter {
  /// The kinds of content that Markdown lacks, and that were left out.
  private(set) var losses: Set<String> = []

  /// The most bytes of a document. A hostile document could get much longer by its indents.
  private static let mostBytes = 1 << 20
  /// The most rows of a table.
  private static let mostRows = 1000
  private var size = 0
  /// The deepest nesting of blocks. The text of a block is copied for each level.
  private static let mostLevels = 16
  private var level = 0

  mutating func markdown(of document: JSONObject) -> String {
    blocks(document).joined(separator: "\n\n").trimmingEmptyLines
  }

  private static func content(_ node: JSONObject) -> [JSONObject] {
    node["content"]?.array?.compactMap(\.object) ?? []
  }

  private static func attribute(_ name: ExactString, _ node: JSONObject) -> String? {
    node["attrs"]?.object?[name]?.scalarText
  }

  // MARK: - Blocks

  /// Returns the blocks in a node, each without empty lines around it.
  private mutating func blocks(_ node: JSONObject) -> [String] {
    guard level < Self.mostLevels else {
      losses.insert("parts of texts that are nested too deeply")
      return []
    }
    level += 1
    defer { level -= 1 }
    var blocks: [String] = []
    var line = ""
    for child in Self.content(node) {
      let type = child["type"]?.string ?? ""
      if Self.inlineTypes.contains(type) {
        line += inline(child)
        continue
      }
      if !line.isEmpty { blocks.append(line) }
      line = ""
      let block = block(child, type)
      size += block.utf8.count
      guard size <= Self.mostBytes else {
        losses.insert("ends of long texts")
        return blocks
      }
      if !block.isEmpty { blocks.append(block) }
    }
    if !line.isEmpty { blocks.append(line) }
    return blocks
  }

  private mutating func block(_ node: JSONObject, _ type: String) -> String {
    switch type {
    case "paragraph": return MarkdownLine.plain(text(node).trimmingEnd)
    case "heading":
      let level = Self.attribute("level", node).flatMap { Int($0) } ?? 1
      return String(repeating: "#", count: min(max(level, 1), 6)) + " " + text(node)
    case "bulletList", "orderedList", "taskList", "decisionList": return list(node, type)
    case "codeBlock": return code(node)
    case "blockquote": return Self.prefixed(blocks(node), with: "> ")
    case "panel": return Self.prefixed(blocks(node), with: "> ")
    case "rule": return "---"
    case "table": return table(node)
    case "blockCard", "embedCard": return card(node)
    case "expand", "nestedExpand":
      let title = Self.attribute("title", node).map { "**\($0)**" }
      return ([title].compactMap(\.self) + blocks(node)).joined(separator: "\n\n")
    case "mediaSingle", "mediaGroup", "media":
      losses.insert("pictures in texts")
      return ""
    default: return blocks(node).joined(separator: "\n\n")
    }
  }

  private static func prefixed(_ blocks: [String], with prefix: String) -> String {
    Lines.split(blocks.joined(separator: "\n\n")).map { line in
      line.isEmpty ? String(prefix.dropLast()) : prefix + line
    }.joined(separator: "\n")
  }

  private mutating func list(_ node: JSONObject, _ type: String) -> String {
    var number = Self.attribute("order", node).flatMap { Int($0) } ?? 1
    number = min(max(number, 0), 999_999)
    var items: [String] = []
    for item in Self.content(node) {
      let marker: String
      switch item["type"]?.string {
      case "taskItem": marker = Self.attribute("state", item) == "DONE" ? "- [x] " : "- [ ] "
      case "taskList": marker = ""
      default: marker = type == "orderedList" ? "\(number). " : "- "
      }
      number += 1
      let indent = String(repeating: " ", count: marker.hasPrefix("- ") ? 2 : max(marker.count, 2))
      let blocks = marker.isEmpty ? [list(item, "taskList")] : blocks(item)
      let lines = Lines.split(Self.tight(blocks))
      for (index, line) in (lines.isEmpty ? [""] : lines).enumerated() {
        let start = index == 0 ? (marker.isEmpty ? indent : marker) : indent
        items.append(line.isEmpty ? String(start.trimmingSuffix) : start + line)
      }
    }
    return items.joined(separator: "\n")
  }

  /// Joins the blocks of a list item. A list after a paragraph follows without an empty line.
  private static func tight(_ blocks: [String]) -> String {
    var text = blocks.first ?? ""
    for block in blocks.dropFirst() {
      let isList = block.hasPrefix("- ") || MarkdownLine.item(block) != nil
      text += (isList ? "\n" : "\n\n") + block
    }
    return text
  }

  private mutating func code(_ node: JSONObject) -> String {
    var code = Self.content(node).compactMap { $0["text"]?.string }.joined()
    if code.hasSuffix("\n") { code.removeLast() }
    let runs = code.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, runs + 1))
    let language = (Self.attribute("language", node) ?? "").filter { $0.isLetter || $0.isNumber }
    return "\(fence)\(language)\n\(code)\n\(fence)"
  }

  private mutating func table(_ node: JSONObject) -> String {
    // Rows of different lengths are padded, so hostile rows could make a huge table.
    if Self.content(node).count > Self.mostRows { losses.insert("rows of long tables") }
    let rows = Self.content(node).prefix(Self.mostRows).map { row in
      Self.content(row).map { cell in
        blocks(cell).joined(separator: " ").replacing("\n", with: " ").replacing("|", with: "\\|")
      }
    }
    let width = min(rows.map(\.count).max() ?? 0, 100)
    guard width > 0 else { return "" }
    if rows.contains(where: { $0.count > width }) { losses.insert("cells of wide tables") }
    let lines = rows.map { row in
      let cells = row.prefix(width) + Array(repeating: "", count: max(0, width - row.count))
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule = "|" + String(repeating: " --- |", count: width)
    return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
  }

  // MARK: - Text

  private static let inlineTypes: Set<String> = [
    "text", "hardBreak", "mention", "emoji", "inlineCard", "date", "status", "mediaInline",
    "inlineExtension", "placeholder",
  ]

  private mutating func text(_ node: JSONObject) -> String {
    var text = ""
    for child in Self.content(node) { text += inline(child) }
    return text
  }

  private mutating func inline(_ node: JSONObject) -> String {
    switch node["type"]?.string {
    case "text": return marked(node)
    case "hardBreak": return "  \n"
    case "mention": return Self.mention(node)
    case "emoji": return Self.attribute("text", node) ?? Self.attribute("shortName", node) ?? ""
    case "inlineCard": return card(node)
    case "status": return Self.attribute("text", node).map(Self.code) ?? ""
    case "date":
      guard let time = Self.attribute("timestamp", node).flatMap({ Int64($0) }) else { return "" }
      return Timestamp(milliseconds: time).day.description
    case "mediaInline":
      losses.insert("pictures in texts")
      return ""
    default: return text(node)
    }
  }

  private static func mention(_ node: JSONObject) -> String {
    guard let name = attribute("text", node) ?? attribute("id", node) else { return "" }
    return name.hasPrefix("@") ? name : "@\(name)"
  }

  private func card(_ node: JSONObject) -> String {
    Self.attribute("url", node).map { "<\($0)>" } ?? ""
  }

  /// Returns a text with a backslash before each character that would be a mark of Markdown.
  private static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let isWord = { (index: Int) in
      scalars.indices.contains(index)
        && (scalars[index].properties.isAlphabetic || ("0"..."9").contains(scalars[index]))
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isMark =
        switch scalar {
        case "\\", "`", "*", "[", "~": true
        case "_": !isWord(index - 1) || !isWord(index + 1)
        case "<": isWord(index + 1) || index + 1 < scalars.count && scalars[index + 1] == "/"
        default: false
        }
      if isMark { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Returns a text as code within a line: between more backticks than it has in a row.
  private static func code(_ text: String) -> String {
    let mark = UInt8(ascii: "`")
    let runs = text.utf8.split { $0 != mark }.map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    let isBeside = text.utf8.first == mark || text.utf8.last == mark
    return isBeside ? "\(fence) \(text) \(fence)" : "\(fence)\(text)\(fence)"
  }

  /// Returns a text with its marks, such as bold.
  private func marked(_ node: JSONObject) -> String {
    let plain = node["text"]?.string ?? ""
    let marks = (node["marks"]?.array ?? []).prefix(16).compactMap(\.object)
    let types = Set(marks.compactMap { $0["type"]?.string })
    // In Markdown, marks such as `**` must not be next to white space on the inside.
    let inner = plain.trimmingSpaces
    guard !inner.isEmpty, !types.isEmpty, let range = plain.firstRange(of: inner) else {
      return Self.escaped(plain)
    }
    var text = types.contains("code") ? inner : Self.escaped(inner)
    if types.contains("code") { text = Self.code(text) }
    if types.contains("strong") { text = "**\(text)**" }
    if types.contains("em") { text = "*\(text)*" }
    if types.contains("strike") { text = "~~\(text)~~" }
    if let link = marks.first(where: { $0["type"]?.string == "link" }),
      let address = Self.attribute("href", link)
    {
      text = address == inner ? "<\(address)>" : "[\(text)](\(address))"
    }
    return plain[..<range.lowerBound] + text + plain[range.upperBound...]
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSuffix: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text without spaces and line feeds at its end, which hard breaks leave.
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " || text.last == "\n" { text.removeLast() }
    return String(text)
  }

  /// The text without line feeds at its beginning and end.
  fileprivate var trimmingEmptyLines: String {
    var text = self[...]
    while text.first == "\n" { text.removeFirst() }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
