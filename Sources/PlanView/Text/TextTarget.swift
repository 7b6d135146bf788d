/// The places to which texts of a board go, and where some texts mean more than they say. Each has
/// one way to escape a text, which all outputs for it use.
package enum TextTarget: CaseIterable, Sendable {
  /// A terminal runs escape sequences.
  case terminal
  /// HTML, SVG and feeds have elements and entities.
  case markup
  /// Markdown has marks, and sites add mentions and pictures.
  case markdown
  /// A spreadsheet runs formulas.
  case spreadsheet
  /// A line of a calendar begins another property.
  case calendar
  /// A shell runs commands.
  case shell
  /// A tracker runs lines that begin with a slash, and notifies people.
  case issue

  /// Returns a text for a place.
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
