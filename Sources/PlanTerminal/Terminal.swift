package import PlanView

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal for results and messages, with its abilities.
package struct Terminal: Hashable, Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// Whether standard error is a terminal.
  package var errorIsTerminal: Bool
  package var widthInCells: Int
  /// The height; nil if it is unknown, and then no pager is started.
  package var heightInLines: Int?
  package var usesColor: Bool
  /// Whether messages on standard error are coloured.
  package var errorUsesColor = false
  /// Whether results take the form for people.
  package var isForPeople: Bool

  /// The least width that results are laid out for; a narrower terminal breaks their lines itself.
  package static let leastWidthInCells = 20
  /// The width if it is unknown.
  package static let usualWidthInCells = 80

  package init(
    isTerminal: Bool, errorIsTerminal: Bool, widthInCells: Int = usualWidthInCells,
    heightInLines: Int? = nil, usesColor: Bool = false
  ) {
    (self.isTerminal, self.errorIsTerminal) = (isTerminal, errorIsTerminal)
    (self.widthInCells, self.heightInLines) = (
      max(Self.leastWidthInCells, widthInCells), heightInLines
    )
    self.usesColor = usesColor
    isForPeople = isTerminal
  }

  /// Returns the properties of standard output and error; no other function here reads the system.
  ///
  /// `COLUMNS` and `LINES` have priority over the terminal's own answer, as in git.
  ///
  /// The C functions are `isatty` and `ioctl` with `TIOCGWINSZ`.
  package static func detect(environment: [String: String]) -> Terminal {
    let size = windowSize()
    let number = { (name: String) in environment[name].flatMap(Int.init).flatMap(positive) }
    return Terminal(
      isTerminal: isatty(STDOUT_FILENO) == 1, errorIsTerminal: isatty(STDERR_FILENO) == 1,
      widthInCells: number("COLUMNS") ?? size?.columns ?? usualWidthInCells,
      heightInLines: number("LINES") ?? size?.lines)
  }

  /// Decides the colour and the form of results.
  ///
  /// `--color=always` on a pipe selects the form for people too, as `watch --color` and `less -R`
  /// show it to them. A configured colour alone never changes the text that scripts read.
  ///
  /// - Parameter gitColor: The value of `color.pmgit`, else of `color.ui`.
  package mutating func decide(
    color: ColorChoice?, environment: [String: String], gitColor: String?
  ) {
    isForPeople = isTerminal || color == .always
    usesColor =
      isForPeople
      && ColorDecision.usesColor(
        choice: color, environment: environment, gitColor: gitColor, isTerminal: isTerminal)
    errorUsesColor =
      errorIsTerminal
      && ColorDecision.usesColor(
        choice: color, environment: environment, gitColor: gitColor, isTerminal: true)
  }

  /// Returns the size of the terminal behind any of the standard streams; if results go to a pipe,
  /// messages still go to a terminal.
  private static func windowSize() -> (columns: Int?, lines: Int?)? {
    for stream in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var size = winsize()
      guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 else { continue }
      return (positive(Int(size.ws_col)), positive(Int(size.ws_row)))
    }
    return nil
  }

  private static func positive(_ number: Int) -> Int? { number > 0 ? number : nil }
}

// MARK: - Results as text

extension Terminal {
  /// Returns a result in the form for people or for programs, every line ended by a line feed.
  package func text(_ form: some TextForm) -> String {
    guard isForPeople else { return form.records.map { $0.line + "\n" }.joined() }
    return text(form.lines(widthInCells: widthInCells))
  }

  /// The width of messages; nil where no terminal shows them.
  package var messageWidthInCells: Int? { errorIsTerminal ? widthInCells : nil }

  /// Returns a message for standard error.
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
