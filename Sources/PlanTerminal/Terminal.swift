import Libc
import Parallel
package import PlanView

/// The terminal for results and messages, and what it supports.
package struct Terminal: Hashable, Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// Whether standard error is a terminal.
  package var errorIsTerminal: Bool
  package var widthInCells: Int
  /// The height; nil if unknown. No pager is started in that case.
  package var heightInLines: Int?
  package var usesColor: Bool
  /// Whether messages on standard error are coloured.
  package var errorUsesColor = false
  /// Whether results are printed in the form for people instead of the form for programs.
  package var isForPeople: Bool

  /// The smallest width for the layout of results. A narrower terminal breaks lines itself.
  package static let leastWidthInCells = 20
  /// The largest width for the layout of results.
  package static let mostWidthInCells = 10_000
  /// The width if the terminal's width is unknown.
  package static let usualWidthInCells = 80

  package init(
    isTerminal: Bool, errorIsTerminal: Bool, widthInCells: Int = usualWidthInCells,
    heightInLines: Int? = nil, usesColor: Bool = false
  ) {
    (self.isTerminal, self.errorIsTerminal) = (isTerminal, errorIsTerminal)
    (self.widthInCells, self.heightInLines) = (Self.limited(widthInCells), heightInLines)
    self.usesColor = usesColor
    isForPeople = isTerminal
  }

  /// Detects the properties of standard output and standard error. No other function here reads the
  /// system.
  ///
  /// `COLUMNS` and `LINES` have priority over the terminal's reported size, as in git.
  ///
  /// The C functions are `isatty` and `ioctl` with `TIOCGWINSZ`.
  package static func detect(environment: [String: String]) -> Terminal {
    let size = windowSize()
    return Terminal(
      isTerminal: isatty(STDOUT_FILENO) == 1, errorIsTerminal: isatty(STDERR_FILENO) == 1,
      widthInCells: number("COLUMNS", in: environment) ?? size?.columns ?? usualWidthInCells,
      heightInLines: number("LINES", in: environment) ?? size?.lines)
  }

  /// Decides whether results are coloured, which form they have, and how wide they are.
  ///
  /// In a pipe, `--text` and `--color=always` select the form for people, as needed for `watch` and
  /// `less`. Only `--color=always` colours it: neither a configured colour nor the environment
  /// changes what a script gets. A width in `PMGIT_COLUMNS` applies to a terminal, too.
  ///
  /// - Parameters:
  ///   - asText: Whether `--text` was given.
  ///   - gitColor: The value of `color.pmgit`, or of `color.ui` if that is not set.
  package mutating func decide(
    color: ColorChoice?, asText: Bool, environment: [String: String], gitColor: String?
  ) {
    let columns = Self.number("PMGIT_COLUMNS", in: environment)
    if let columns { widthInCells = Self.limited(columns) }
    isForPeople = isTerminal || asText || color == .always
    let isColored = ColorChoice.usesColor(
      color, environment: environment, gitColor: gitColor, isTerminal: true)
    usesColor = isColored && (isTerminal || color == .always)
    errorUsesColor = errorIsTerminal && isColored
  }

  private static func limited(_ width: Int) -> Int {
    min(max(leastWidthInCells, width), mostWidthInCells)
  }

  /// Returns the size of the first standard stream that is a terminal; nil if none is. Even if
  /// results go to a pipe, messages may go to a terminal.
  private static func windowSize() -> (columns: Int?, lines: Int?)? {
    for stream in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var size = winsize()
      guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 else { continue }
      return (positive(Int(size.ws_col)), positive(Int(size.ws_row)))
    }
    return nil
  }

  /// Returns the value of a variable; nil if it is not set or not a positive number.
  private static func number(_ name: String, in environment: [String: String]) -> Int? {
    environment[name].flatMap(Int.init).flatMap(positive)
  }

  private static func positive(_ number: Int) -> Int? { number > 0 ? number : nil }
}

// MARK: - Results as text

extension Terminal {
  /// Returns a result in the form for people or for programs. Every line ends in a line feed.
  package func text(_ form: some TextForm) -> String {
    isForPeople
      ? text(form.lines(widthInCells: widthInCells))
      : String(decoding: form.recordLines, as: UTF8.self)
  }

  /// The width of messages; nil if they do not go to a terminal.
  package var messageWidthInCells: Int? { errorIsTerminal ? widthInCells : nil }

  /// Returns a message for standard error, broken into lines.
  package func message(_ text: StyledText) -> String {
    guard text.spans.count > 1 else {
      let lines = MessageText.lines(of: text.string, widthInCells: messageWidthInCells)
      let role = text.spans.first?.role ?? .plain
      return lines.map {
        ANSI.text(StyledText(SafeText($0), role), usesColor: errorUsesColor) + "\n"
      }.joined()
    }
    let lines = messageWidthInCells.map { text.wrapped(toCells: $0, indent: 2) } ?? [text]
    return lines.map { ANSI.text($0, usesColor: errorUsesColor) + "\n" }.joined()
  }

  /// Returns lines for standard output.
  package func text(_ lines: [StyledText]) -> String {
    lines.map { ANSI.text($0, usesColor: usesColor) + "\n" }.joined()
  }
}

/// A result in two forms: for people, and for programs that read a pipe.
package protocol TextForm: Sendable {
  /// Returns the lines for a terminal. None is wider than `width` or has spaces at its end.
  ///
  /// - Parameter width: The width in cells, at least `Terminal.leastWidthInCells`.
  func lines(widthInCells width: Int) -> [StyledText]

  /// The records for programs. Each type documents its columns. New columns are added at the end.
  var records: [PlainRecord] { get }

  /// Passes on the UTF-8 of the records, one per line. Long results may be formatted on all
  /// processors, and passed on in parts.
  func writeRecords(to output: ([UInt8]) -> Void)
}

extension TextForm {
  package func writeRecords(to output: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    for record in records { record.writeLine(to: &bytes) }
    output(bytes)
  }

  /// The UTF-8 of the records, one per line.
  package var recordLines: [UInt8] {
    var bytes: [UInt8] = []
    writeRecords { bytes += $0 }
    return bytes
  }
}

/// One line for programs: fields separated by tabs, for `cut -f` and `awk -F'\t'`.
///
/// Fields are escaped: a backslash as `\\`, a tab as `\t`, a line feed as `\n`, and other unsafe
/// characters as `\x1b` or `\u202e`. So a line is always one record and can be decoded.
package struct PlainRecord: Hashable, Sendable {
  private let values: [String?]
  /// The values before escaping, with an empty field for a missing value.
  package var fields: [String] { values.map { $0 ?? "" } }

  /// Makes a record from its fields.
  ///
  /// - Parameter values: The values before escaping. A missing value is an empty field.
  package init(_ values: [String?]) { self.values = values }

  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the UTF-8 of the line and a line feed.
  func writeLine(to bytes: inout [UInt8]) {
    write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The smallest number of rows that are formatted on all processors.
  private static let fewestForProcessors = 4_000
  /// The largest number of rows whose records are in memory at the same time.
  private static let mostInMemory = 1 << 16

  /// Passes on the UTF-8 of the records of rows, one per line, in parts.
  static func write<Row: Sendable>(
    _ rows: [Row], _ record: @Sendable (Row) -> PlainRecord, to output: ([UInt8]) -> Void
  ) {
    for start in stride(from: 0, to: rows.count, by: mostInMemory) {
      let part = rows[start..<min(start + mostInMemory, rows.count)]
      output(lines(of: part, fewest: fewestForProcessors) { record($0).writeLine(to: &$1) })
    }
  }

  /// Returns the lines that `write` adds for rows.
  ///
  /// - Parameter fewest: The smallest number of rows that are formatted on all processors.
  static func lines<Row: Sendable>(
    of rows: ArraySlice<Row>, fewest: Int, _ write: @Sendable (Row, _ bytes: inout [UInt8]) -> Void
  ) -> [UInt8] {
    Processors.flatMap(rows.count, fewest: fewest) { range in
      var bytes: [UInt8] = []
      let start = rows.startIndex
      for row in rows[(start + range.lowerBound)..<(start + range.upperBound)] {
        write(row, &bytes)
      }
      return bytes
    }
  }

  /// The byte between two fields.
  static let separator = UInt8(ascii: "\t")

  /// Adds the UTF-8 of the line, without a line feed.
  func write(to bytes: inout [UInt8]) {
    for place in values.indices {
      if place > 0 { bytes.append(Self.separator) }
      if let value = values[place] { SafeText.write(reversibly: value, to: &bytes) }
    }
  }
}
