import ArgumentParser
import PlanActions
import PlanModel

/// The command that the first words of a command line name, for help and hints.
struct CommandTopic {
  /// The command as typed: `pmgit config column`.
  private(set) var text = "pmgit"
  private(set) var command: any ParsableCommand.Type = Pmgit.self

  /// Follows words into commands and their subcommands, up to the first option. For `help`, this is
  /// the program itself.
  ///
  /// - Throws: `Problem` if a word in the place of a command is not a command.
  init(of words: ArraySlice<String>) throws {
    if words.first == "help" { return }
    var subcommands = Pmgit.subcommands
    for word in words {
      if subcommands.isEmpty || word.isEmpty || word.hasPrefix("-") { return }
      guard let named = subcommands.first(where: { $0.commandName == word }) else {
        let shown = subcommands.filter { $0.about.shouldDisplay }
        throw unknown(word, among: shown.map { $0.commandName })
      }
      command = named
      subcommands = named.subcommands
      text += " \(word)"
    }
  }

  /// Returns the command if the arguments only ask for its help; nil otherwise, so that the parser
  /// reads them.
  ///
  /// This saves time: the parser would read all arguments of the program before it creates the same
  /// help.
  static func ofHelp(_ arguments: [String]) -> (any ParsableCommand.Type)? {
    var words = arguments.filter { $0 != "--no-pager" }[...]
    if words.first == "help" {
      words = words.dropFirst()
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

  /// Names of commands in other trackers, and the commands of pmgit for them.
  private static let otherNames: [String: String] = [
    "ls": "list", "search": "list", "find": "list", "query": "list", "all": "list",
    "mine": "list view:mine", "my": "list view:mine", "overdue": "list view:overdue",
    "week": "list view:week", "blocked": "list is:blocked", "ready": "list view:ready",
    "st": "status", "stat": "status", "view": "show", "open-plan": "show", "views": "config view",
    "columns": "config", "kanban": "board",
    "new": "add", "create": "add", "close": "done", "finish": "done", "complete": "done",
    "resolve-plan": "done", "reopen": "move ID todo", "mv": "move", "begin": "start",
    "wip": "start",
    "claim": "take", "unclaim": "release", "unassign": "release", "drop": "release",
    "renew": "take --renew", "assign": "edit ID --assign NAME", "label": "edit ID --label NAME",
    "tag": "edit ID --label NAME", "tags": "labels", "modify": "edit", "update": "edit",
    "set": "edit", "rename": "edit ID --title TEXT", "link": "edit ID --link KIND:ID",
    "depend": "edit ID --link blocked-by:ID", "rm": "delete", "remove": "delete", "del": "delete",
    "today": "list due:today", "changes": "log --since yesterday", "open": "list is:open",
    "compare": "diff yesterday", "summary": "log --since yesterday --oneline",
    "recent": "list view:recent",
    "undelete": "restore", "history": "log", "cat": "show", "view-plan": "show",
    "note": "comment", "annotate": "comment", "upload": "attach ID FILE", "file": "attach ID FILE",
    "attachment": "attach ID FILE", "attachments": "attach ID --list",
    "download": "attach ID --get NAME", "users": "people", "who": "people",
    "todo": "list kind:todo", "doing": "list kind:doing",
    "statistics": "stats", "metrics": "stats", "report": "stats", "velocity": "stats",
    "cycletime": "stats", "cycle-time": "stats", "lead-time": "stats", "flow": "stats",
    "throughput": "chart throughput", "burndown": "chart burndown", "burnup": "chart burnup",
    "burn-up": "chart burnup", "cfd": "chart cumulative-flow", "graph": "chart cumulative-flow",
    "cumulative-flow": "chart cumulative-flow", "plot": "chart cumulative-flow",
    "roadmap": "chart roadmap", "timeline": "chart roadmap", "gantt": "chart roadmap",
    "predict": "forecast", "eta": "forecast", "when": "forecast", "montecarlo": "forecast",
    "release-notes": "changelog FROM..TO", "releasenotes": "changelog FROM..TO",
    "finished": "changelog FROM..TO", "notes": "changelog FROM..TO", "version": "--version",
    "column": "config column", "field": "config field", "fields": "config field",
    "rule": "config rule", "rules": "config rule", "priority": "edit ID --priority LEVEL",
    "due": "edit ID --due DAY", "block": "edit ID --link blocked-by:ID",
    "parent": "edit ID --link parent:ID", "fetch": "pull", "merge": "sync", "rebase": "sync",
    "checkout": "branch ID", "switch": "branch ID", "reset": "undo", "revert": "undo",
    "reflog": "log", "pause": "release ID",
  ]

  /// Git commands that pmgit does not need.
  private static let needless: [String: Hint] = [
    "clone": "clone the project with 'git clone', and its board comes along",
    "commit": "each change is a commit already; see them with \(pmgit: "log")",
    "remote": "the board is shared through git's own remotes; see them with 'git remote -v'",
  ]

  /// Subcommands by the names that they have in other programs.
  private static let otherSubcommands = [
    "ls": "list", "show": "list", "rm": "remove", "delete": "remove", "del": "remove",
    "new": "add", "create": "add", "edit": "set", "change": "set", "update": "set",
    "rename": "set",
  ]
  private static let wordsForLists: Set = ["list", "ls", "show", "get"]

  private func unknown(_ word: String, among names: [String]) -> Problem {
    var hints = [hint]
    if text == "pmgit", let known = Self.otherNames[word.lowercased()] {
      hints.insert("did you mean 'pmgit \(known)'?", at: 0)
    } else if text == "pmgit", let needless = Self.needless[word.lowercased()] {
      hints.insert(needless, at: 0)
    } else if let known = Self.otherSubcommands[word.lowercased()], names.contains(known) {
      hints.insert("did you mean '\(text) \(known)'?", at: 0)
    } else if text.hasPrefix("pmgit config"), Self.wordsForLists.contains(word.lowercased()) {
      hints.insert("see them with \(pmgit: "config")", at: 0)
    } else if let near = Suggestion.misspelt(word, in: names) {
      hints.insert("did you mean '\(text) \(near)'?", at: 0)
    }
    let kind = text == "pmgit" ? "a pmgit command" : "a command of '\(text)'"
    return .usage("'\(word)' is not \(kind)", hints: hints)
  }
}

// MARK: - Options of other trackers' commands

extension CommandTopic {
  /// Returns what to write instead of an option that the command does not have; nil if pmgit knows
  /// no replacement for it.
  func advice(forForeign option: String) -> Hint? {
    let command = words.first ?? ""
    if command.isEmpty, option.lowercased() == "-v" { return "write \(pmgit: "--version")" }
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
  private static let readers: Set = ["list", "board", "next", "tree", "export"]
  private static let writers: Set = ["add", "edit"]
  private static let changers: Set = ["done", "start", "move", "take", "delete", "restore", "edit"]

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
