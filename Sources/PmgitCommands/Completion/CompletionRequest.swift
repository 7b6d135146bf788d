import PlanActions
import PlanModel
import PlanView

/// A request that a shell sends when a person presses TAB, and the form of the answer.
///
/// The shell's script passes the words before the cursor and reads the answer's lines. The first
/// line states the kind of the other lines. `CompletionScript` contains the scripts.
struct CompletionRequest {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  private let shell: Shell
  /// The words before the one at the cursor, without the program.
  let words: [String]
  /// The word up to the cursor, without quotes.
  let current: String
  /// The additional arguments of bash; nil for other shells.
  private var bash: BashLine?

  /// Parses the arguments of a script, which begin with the shell's name; nil if they are invalid.
  init?(_ arguments: [String]) {
    guard let shell = arguments.first.flatMap(Shell.init) else { return nil }
    self.shell = shell
    switch shell {
    case .bash:
      guard let bash = BashLine(arguments.dropFirst()) else { return nil }
      (words, current) = (Array(bash.line.words.dropFirst()), bash.line.current)
      self.bash = bash
    case .zsh, .fish:
      guard let last = arguments.dropFirst().last else { return nil }
      words = Array(arguments.dropFirst().dropLast())
      // zsh removes the quotes itself.
      current = shell == .fish ? ShellQuotes.unquoted(last) : last
    }
  }

  /// The greatest width of the description beside a word, in terminal cells.
  private static let widestMeaning = 60

  /// Returns the lines for the script.
  func lines(_ answer: CompletionAnswer) -> [String] {
    switch answer {
    case .files: return ["files"]
    case .folders: return ["folders"]
    case .words(let found):
      let words = found.filter {
        Completion.isOffered($0.text) || $0.text.first == "-" && Completion.isOffered("x" + $0.text)
      }
      guard !words.isEmpty else { return [] }
      switch shell {
      case .bash: return bash?.lines(words) ?? []
      case .zsh: return zshLines(words)
      case .fish: return fishLines(words)
      }
    }
  }

  /// Returns lines of a word, a tab and a description.
  private func fishLines(_ words: [Completion]) -> [String] {
    ["words"]
      + words.map { word in
        let meaning = word.shownMeaning(cells: Self.widestMeaning)
        return meaning.isEmpty ? word.text : "\(word.text)\t\(meaning)"
      }
  }

  /// Returns the lines for zsh's `_describe`. `=` before a word means that a space follows it, and
  /// `+` that no space follows.
  ///
  /// If some words don't begin with the typed text, such as the ids of plans found by title, zsh
  /// replaces the text by one word after another. Otherwise zsh would insert the common beginning
  /// of such words, which is empty.
  private func zshLines(_ words: [Completion]) -> [String] {
    let isReplacing = words.contains { !$0.text.hasPrefix(current) }
    return [isReplacing ? "replace" : "words"]
      + words.map { word in
        let text = word.text.map { "\\:".contains($0) ? "\\\($0)" : String($0) }.joined()
        let meaning = word.shownMeaning(cells: Self.widestMeaning)
        return (word.goesOn ? "+" : "=") + text + (meaning.isEmpty ? "" : ":\(meaning)")
      }
  }
}

extension Completion {
  /// Returns the description in one line of at most `cells` terminal cells, safe for a terminal.
  func shownMeaning(cells: Int) -> String {
    let text = SafeText(about).string
    guard TextWidth.cells(of: text) > cells else { return text }
    var (shown, width) = ("", 0)
    for character in text {
      width += TextWidth.cells(of: character)
      if width >= cells { break }
      shown.append(character)
    }
    return shown + "…"
  }
}
