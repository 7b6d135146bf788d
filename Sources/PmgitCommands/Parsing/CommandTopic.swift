import ArgumentParser
import PlanActions
import PlanModel

/// The command that the first words of a command line name, for help and hints.
struct CommandTopic {
  /// The command as typed: `pmgit column`.
  private(set) var text = "pmgit"
  private(set) var command: any ParsableCommand.Type = Pmgit.self
  /// The words that may follow a group's name; empty for a command that has none.
  private(set) var subcommands: [String] = []

  /// Follows words into commands and their subcommands, up to the first option. For `help`, this is
  /// the program itself. For a group that does something by itself, such as `stats`, the command is
  /// the one that runs then.
  ///
  /// - Parameter others: Further words that are valid in place of a command, for hints.
  /// - Throws: `Problem` if a word in the place of a command is not a command.
  init(of words: ArraySlice<String>, or others: [String] = []) throws {
    if words.first == "help" { return }
    var group: (any NamedCommand.Type)?
    var subcommands = Pmgit.subcommands
    for (place, word) in zip(words.indices, words) {
      if subcommands.isEmpty { return }
      if word.isEmpty || word.hasPrefix("-") { break }
      guard let named = subcommands.first(where: { $0.commandName == word }) else {
        if let own = group?.commandOfNames, Self.subcommand(for: word, of: subcommands) == nil,
          ForeignCommand.words(for: self.words + words[place...]) == nil
        {
          command = own
          return
        }
        throw unknown(words[place...], among: subcommands, or: others)
      }
      (command, group) = (named, named)
      subcommands = named.subcommands
      text += " \(word)"
    }
    self.subcommands = subcommands.map { $0.commandName }
    if let own = group?.about.defaultSubcommand { command = own }
  }

  /// Returns the command if the arguments only ask for its help; nil otherwise, so that the parser
  /// reads them.
  ///
  /// This saves time: the parser would read all arguments of the program before it creates the same
  /// help.
  static func ofHelp(_ arguments: [String]) -> (any ParsableCommand.Type)? {
    var words = arguments.filter { $0 != "--no-pager" }[...]
    if words.first == "help" {
      words = GlobalOptions.removed(from: Array(words.dropFirst()))[...]
    } else if words.last == "--help" || words.last == "-h" {
      words = words.dropLast()
    } else {
      return nil
    }
    var command: any ParsableCommand.Type = Pmgit.self
    var subcommands = Pmgit.subcommands
    for word in words {
      guard let named = subcommands.first(where: { $0.commandName == word }) else { return nil }
      command = named
      subcommands = named.subcommands
    }
    return command
  }

  /// The words that name the command, without the name of the program.
  var words: [String] { text.split(separator: " ").dropFirst().map(String.init) }

  /// The hint that names the command's help.
  var hint: Hint { "see '\(text) --help'" }

  /// Whether the command has an argument that may begin with `-`, such as a title or a query. Names
  /// of plans and of columns never do.
  var takesTexts: Bool {
    takesQuery
      || positional.contains { argument in
        guard case .subject(let subject) = argument.values else { return true }
        return subject == .nothing
      }
  }

  /// Whether an argument of the command may be a query.
  var takesQuery: Bool {
    positional.contains { argument in
      guard case .subject(let subject) = argument.values else { return false }
      return [.query, .planOrQuery, .planToTake].contains(subject)
    }
  }

  private var positional: [ArgumentShape] {
    ArgumentShape.all(of: command).filter(\.names.isEmpty)
  }

  /// Returns the command's option that was probably meant; nil if none is similar.
  func option(misspelt typed: String) -> String? {
    guard typed.hasPrefix("--") else { return nil }
    let names = ArgumentShape.all(of: command).flatMap(\.names).filter { $0.hasPrefix("--") }
    return Suggestion.misspelt(
      String(typed.dropFirst(2)), in: names.map { String($0.dropFirst(2)) }
    )
    .map { "--\($0)" }
  }

  /// Returns the problem of words that begin with one that is no command.
  private func unknown(
    _ words: ArraySlice<String>, among subcommands: [any NamedCommand.Type], or others: [String]
  ) -> Problem {
    let word = words.first ?? ""
    var hints = [hint]
    if let words = ForeignCommand.words(for: self.words + words) {
      let command = Hint([.command(["pmgit"] + words)])
      hints.insert("did you mean \(command)?", at: 0)
    } else if text == "pmgit", let needless = ForeignCommand.needless[word.lowercased()] {
      hints.insert(needless, at: 0)
    } else if let known = Self.subcommand(for: word, of: subcommands) {
      hints.insert("did you mean '\(text) \(known)'?", at: 0)
    } else if text == "pmgit", let topic = Suggestion.misspelt(word, in: others) {
      hints.insert("did you mean \(pmgit: "help", topic)?", at: 0)
    }
    let kind = text == "pmgit" ? "a pmgit command" : "a command of '\(text)'"
    return .usage("'\(word)' is not \(kind)", hints: hints)
  }

  /// Returns the subcommand that a misspelt or foreign word probably means; nil if none is
  /// similar.
  static func subcommand(
    for word: String, of subcommands: [any NamedCommand.Type]
  ) -> String? {
    let names = subcommands.filter { $0.about.shouldDisplay }.map { $0.commandName }
    if let known = ForeignCommand.subcommands[word.lowercased()], names.contains(known) {
      return known
    }
    return Suggestion.misspelt(word, in: names)
  }
}

// MARK: - Options of other trackers' commands

extension CommandTopic {
  /// Returns what to write instead of an option that the command does not have; nil if pmgit knows
  /// no replacement for it.
  func advice(forForeign option: String) -> Hint? {
    let command = words.first ?? ""
    if command.isEmpty, option.lowercased() == "-v" { return "write \(pmgit: "--version")" }
    if option == "--as" {
      return "to look in the name of an agent, write PMGIT_AGENT=NAME before 'pmgit'"
    }
    if Self.readers.contains(command), let term = Self.terms[option] {
      return "write a term of the query in its place: \(pmgit: command, term)"
    }
    if command == "log", option.dropFirst().allSatisfy(\.isNumber) {
      return "write \(pmgit: "log", "-n", option.dropFirst())"
    }
    if command == "log", let words = Self.ofLog[option] { return "write \(words)" }
    if Self.writers.contains(command), let other = Self.ofWriters[option] {
      return "write \(other)"
    }
    if Self.changers.contains(command), ["-m", "--message", "--comment"].contains(option) {
      return "write a comment with \(pmgit: "comment", "ID", "-m", "TEXT")"
    }
    return nil
  }

  /// Commands whose arguments are a query.
  private static let readers: Set = ["list", "board", "next", "export"]
  private static let writers: Set = ["add", "edit"]
  private static let changers: Set = ["done", "move", "take", "delete", "restore", "edit"]

  private static let terms = [
    "--sort": "sort:due", "--order": "sort:due", "--order-by": "sort:due", "-s": "sort:due",
    "--limit": "limit:20", "-n": "limit:20", "--max": "limit:20", "-L": "limit:20",
    "--label": "label:NAME", "-l": "label:NAME", "--tag": "label:NAME", "--tags": "label:NAME",
    "--status": "state:NAME", "--state": "state:NAME", "--column": "state:NAME",
    "--assignee": "assignee:NAME", "--assign": "assignee:NAME", "-a": "assignee:NAME",
    "--owner": "owner:NAME", "--author": "created-by:NAME", "--priority": "priority:high",
    "-p": "priority:high", "--due": "due:<=fri", "-d": "due:<=fri", "--since": "updated:>=mon",
    "--search": "WORD", "-S": "WORD", "--query": "WORD", "-q": "WORD", "--open": "is:open",
    "--closed": "is:closed", "--done": "is:closed", "--mine": "is:mine", "--ready": "is:ready",
    "--all": "is:any", "--deleted": "is:deleted", "--overdue": "is:overdue",
    "--blocked": "is:blocked", "--no-label": "no:label", "--parent": "child-of:ID",
  ]

  private static let ofLog = [
    "--author": "--by NAME", "--user": "--by NAME", "--after": "--since MOMENT",
    "--before": "--until MOMENT", "--limit": "-n COUNT", "--max-count": "-n COUNT",
    "--short": "--oneline", "--one-line": "--oneline",
  ]

  private static let ofWriters = [
    "--tag": "--label NAME", "--tags": "--label NAME", "-t": "--label NAME",
    "--prio": "--priority LEVEL", "--pri": "--priority LEVEL", "--status": "--state COLUMN",
    "--column": "--state COLUMN", "-s": "--state COLUMN", "--assignee": "--assign NAME",
    "--description": "--body TEXT", "--desc": "--body TEXT", "--deadline": "--due DATE",
    "--depends-on": "--link blocked-by:ID", "--depends": "--link blocked-by:ID",
    "--blocked-by": "--link blocked-by:ID", "--blocks": "--link blocks:ID",
    "--parent": "--link parent:ID", "--points": "--estimate NUMBER",
  ]
}
