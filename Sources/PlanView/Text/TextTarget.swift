/// The kinds of output for texts of a board. Each interprets some texts specially, and has one way
/// to escape a text, which all outputs of this kind use.
package enum TextTarget: CaseIterable, Sendable {
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
  package func escaped(_ text: String) -> String {
    switch self {
    case .terminal: SafeText(text).string
    case .markup: MarkupText.escaped(text)
    case .markdown: MarkdownText.escaped(text)
    case .spreadsheet: CSVText.row([CSVText.cell(text)])
    case .calendar: CalendarText.escaped(text)
    case .shell: ShellWord.quoted(text)
    case .issue: IssueText.written(text)
    }
  }
}
