import ArgumentParser
import PlanActions
import PlanModel

/// The command that the first words of a command line name, for which help is requested.
struct CommandTopic {
  /// The command as it is typed: `pmgit config column`.
  private(set) var text = "pmgit"

  /// Follows words into commands and their subcommands, up to the first option.
  ///
  /// - Throws: `Problem` if a word in the place of a command's name is none.
  init(of words: ArraySlice<String>) throws {
    if words.first == "help" { return }
    var subcommands = Pmgit.configuration.subcommands
    for word in words {
      if subcommands.isEmpty || word.isEmpty || word.hasPrefix("-") { return }
      let names = subcommands.map { $0.configuration.commandName ?? "" }
      guard let index = names.firstIndex(of: word) else { throw unknown(word, among: names) }
      subcommands = subcommands[index].configuration.subcommands
      text += " \(word)"
    }
  }

  /// The words that name the command, without the program's.
  var words: [String] { text.split(separator: " ").dropFirst().map(String.init) }

  /// The hint that names the command's help.
  var hint: Hint { "see '\(text) --help'" }

  private func unknown(_ word: String, among names: [String]) -> Problem {
    var hints = [hint]
    if let near = Suggestion.nearest(to: word, in: names) {
      hints.insert("did you mean '\(near)'?", at: 0)
    }
    let kind = text == "pmgit" ? "a pmgit command" : "a command of '\(text)'"
    return .usage("'\(word)' is not \(kind)", hints: hints)
  }
}
