package import PlanModel

/// What a shell asks of the program when a person presses TAB, and how it is answered.
///
/// The script of a shell hands over the words before the cursor, and takes lines: the first says what
/// the others are. `CompletionScript` has the scripts.
package struct CompletionRequest {
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  private let shell: Shell
  /// The words before the one at the cursor, without the program.
  package let words: [String]
  /// The word up to the cursor, without quotes.
  package let current: String
  /// What only bash says.
  private var bash: BashLine?

  /// Reads the arguments of a script, which begin with the name of the shell; nil for any others.
  package init?(_ arguments: [String]) {
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
      // zsh takes the quotes off.
      current = shell == .fish ? ShellQuotes.unquoted(last) : last
    }
  }

  /// What stands before the other lines.
  package enum Answer: Sendable {
    case words([Completion])
    case files, folders
  }

  /// The widest meaning that stands beside a word, in cells.
  private static let widestMeaning = 60

  /// Returns the lines for the script.
  package func lines(_ answer: Answer) -> [String] {
    switch answer {
    case .files: return ["files"]
    case .folders: return ["folders"]
    case .words(let found):
      let words = found.filter { isOffered($0.text) || $0.text.first == "-" && isShown($0.text) }
      guard !words.isEmpty else { return [] }
      switch shell {
      case .bash: return bash?.lines(words) ?? []
      case .zsh: return zshLines(words)
      case .fish: return fishLines(words)
      }
    }
  }

  private func isShown(_ word: String) -> Bool { isOffered("x" + word) }

  /// A word, a tab and its meaning.
  private func fishLines(_ words: [Completion]) -> [String] {
    ["words"]
      + words.map { word in
        let meaning = word.shownMeaning(cells: Self.widestMeaning)
        return meaning.isEmpty ? word.text : "\(word.text)\t\(meaning)"
      }
  }

  /// As `_describe` reads them, behind a sign that says whether a space follows the word.
  ///
  /// Words that do not begin with what was typed, as the ids of plans found by their titles, replace it
  /// one after another: zsh would else leave what all of them begin with, which is nothing.
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
