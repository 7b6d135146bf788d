import PmgitTestSupport
import Testing

@testable import PlanView

/// The kinds of output for texts of a board. Each interprets some texts specially, and has one way
/// to escape a text, which all outputs of this kind use.
enum TextTarget: CaseIterable, Sendable {
  /// Terminals interpret escape sequences.
  case terminal
  /// HTML, SVG and feeds interpret elements and entities.
  case markup
  /// Markdown interprets marks; sites also interpret mentions and emoji names.
  case markdown
  /// Spreadsheets run formulas.
  case spreadsheet
  /// In iCalendar a line break begins another property.
  case calendar
  /// Shells run commands.
  case shell
  /// Trackers run lines that begin with a slash, and notify people.
  case issue

  /// Returns the text escaped for this kind of output.
  func escaped(_ text: String) -> String {
    switch self {
    case .terminal: SafeText(text).string
    case .markup: text.markup
    case .markdown: MarkdownText.escaped(text)
    case .spreadsheet: CSVText.row([CSVText.cell(text)])
    case .calendar: CalendarText.escaped(text)
    case .shell: text.shellWord
    case .issue: IssueText.written(text)
    }
  }
}

/// Every place to which texts of a board go, with texts that mean more than they say there.
@Suite("Places to which texts go")
struct TextTargetTests {
  private static let pieces = [
    "=1+1", "+1", "-1", "@SUM(1)", "\u{FF1D}x", "\t=1", " =1", "'", "\"", ",", ";", "\n", "\r",
    "\r\n", "/close", "@ann", ":smile:", "<script>", "&amp;", "]]>", "\u{1B}[31m", "\u{9B}1m",
    "\u{202E}",
    "\u{0}", "\u{FFFE}", "$(touch x)", "`touch x`", "!!", "\\", "*", "_", "[a](b)", "#",
    "BEGIN:VALARM", "text", "é", " ",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1..<8, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Whether a text acts in a place, although it was escaped for it.
  private static func acts(_ text: String, in target: TextTarget) -> Bool {
    let scalars = text.unicodeScalars
    let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    switch target {
    case .terminal: return scalars.contains { isControl($0) || $0 == "\u{202E}" }
    case .markup:
      return scalars.contains { "<>\"'".unicodeScalars.contains($0) || isControl($0) }
    case .markdown:
      let live = ["@a", ":smile:"].contains { text.hasPrefix($0) || text.contains(" \($0)") }
      return live || text.hasPrefix("#") || text.contains("<script>")
        || scalars.contains(where: isControl)
    case .spreadsheet:
      // The cell as a program reads it: without the quotes around it.
      let cell = text.dropLast().first == "\"" ? text.dropFirst() : text[...]
      let first = cell.unicodeScalars.first { $0 != " " }
      return first.map { "=+-@\t\r\n\u{FF1D}".unicodeScalars.contains($0) } ?? false
        && cell.unicodeScalars.count > 2
    case .calendar: return scalars.contains { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }
    case .shell:
      return text.first != "\"" && text.first != "'"
        && scalars.contains { " $`!\\;&<>\n\"'".unicodeScalars.contains($0) }
    case .issue:
      // A path is no command.
      let command = /(^|[\n\r])\/close($|[^A-Za-z0-9_.\/-])/.matchingSemantics(.unicodeScalar)
      return text.contains(command) || text.contains(" @a")
    }
  }

  @Test("No text acts once it is escaped", arguments: TextTarget.allCases)
  func property(target: TextTarget) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let text = Self.text(&random)
      let escaped = target.escaped(text)
      #expect(!Self.acts(escaped, in: target), "\(target): \(escaped.debugDescription)")
    }
  }

  @Test("A plain text stays as it is", arguments: TextTarget.allCases)
  func plain(target: TextTarget) {
    #expect(target.escaped("text") == (target == .spreadsheet ? "text\r\n" : "text"))
  }
}
