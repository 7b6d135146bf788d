import PlanActions

/// Words that are no commands of pmgit, and the commands that people mean by them: names that other
/// trackers and git use, and names that commands of pmgit had.
enum ForeignCommand {
  /// Returns the words of the command that is meant; nil if the first words are not known.
  static func words(for typed: [String]) -> [String]? {
    // A question for the help of a command has no arguments.
    let typed = typed.filter { !["--help", "-h"].contains($0) }
    for count in [2, 1] where typed.count >= count {
      let key = typed.prefix(count).joined(separator: " ").lowercased()
      let rest = Array(typed.dropFirst(count))
      if let words = special(key, TypedWords(rest)) { return words }
      if let form = folded[key] { return present(Form(form).words(with: rest)) }
      if let form = names[key] { return Form(form).words(withArgumentsOf: TypedWords(rest)) }
    }
    return nil
  }

  /// Returns the present words for those of a former group, whose verb may have another name now.
  private static func present(_ words: [String]) -> [String] {
    if let others = Self.words(for: words) { return others }
    guard words.count > 1,
      let group = Pmgit.subcommands.first(where: { $0.commandName == words[0] }),
      let verb = subcommands[words[1].lowercased()]
    else { return words }
    let verbs = group.subcommands.map { $0.commandName }
    guard !verbs.contains(words[1]), verbs.contains(verb) else { return words }
    return [words[0], verb] + words.dropFirst(2)
  }

  /// The words of a command, with a place for the typed arguments in braces: `move {ID} doing`.
  private struct Form {
    private let before: [String]
    /// What stays in the place without arguments; nil if there is no place.
    private let usual: [String]?
    private let after: [String]

    init(_ form: String) {
      func words(_ text: Substring) -> [String] {
        text.split(separator: " ").map(String.init)
      }
      guard let start = form.firstIndex(of: "{"), let end = form.firstIndex(of: "}") else {
        (before, usual, after) = (words(form[...]), nil, [])
        return
      }
      before = words(form[..<start])
      usual = words(form[form.index(after: start)..<end])
      after = words(form[form.index(after: end)...])
    }

    func words(with arguments: [String]) -> [String] {
      guard let usual else { return before }
      return before + (arguments.isEmpty ? usual : arguments) + after
    }

    /// Returns the words for a command of another program. Its arguments take the place only if
    /// there are enough, and if pmgit has all of the options.
    func words(withArgumentsOf typed: TypedWords) -> [String] {
      if usual == nil { return filled(from: typed) }
      let fit = typed.arguments.count >= usual?.count ?? 0 && typed.hasOnlyKnownOptions
      return words(with: fit ? typed.arguments + typed.options : [])
    }

    /// Returns the words of a form such as `edit ID --assign NAME` with the typed plan, and with
    /// the typed value in place of the last word or of its end, as in `blocked-by:ID`.
    private func filled(from typed: TypedWords) -> [String] {
      guard let place = before.firstIndex(of: "ID"), let last = before.last,
        let plan = typed.all.first, plan == typed.arguments.first
      else { return before }
      let end = last.lastIndex(of: ":").map { last.index(after: $0) } ?? last.startIndex
      let takesValue = place < before.count - 1 && last[end...].allSatisfy(\.isUppercase)
      let values = typed.arguments.dropFirst()
      guard !takesValue || !values.isEmpty else { return before }
      var words = before
      words[place] = plan
      let isOne = values.count == 1 || ["TEXT", "DAY"].contains(last)
      guard takesValue, isOne, typed.hasOnlyKnownOptions else { return words }
      words[words.count - 1] = String(last[..<end]) + values.joined(separator: " ")
      return words + typed.options
    }
  }

  /// Typed words, divided into arguments and options.
  private struct TypedWords {
    private(set) var arguments: [String] = []
    /// Each option with its value, if it has one.
    private(set) var pairs: [(name: String, value: String?)] = []
    /// The words as typed.
    let all: [String]

    private static let withValue: Set = [
      "-C", "--board", "--color", "--as", "--on", "--note", "--where", "--url",
    ]
    private static let flags: Set = ["--json", "--text", "-q", "--quiet", "--no-pager", "--brief"]

    init(_ words: [String], withValue others: Set<String> = []) {
      all = words
      var rest = words[...]
      while let word = rest.popFirst() {
        if word == "--" {
          arguments += rest
          break
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if !word.hasPrefix("-") || word == "-" {
          arguments.append(word)
        } else if Self.withValue.contains(word) || others.contains(word) {
          pairs.append((word, rest.popFirst()))
        } else if word.hasPrefix("--"), parts.count == 2 {
          pairs.append((String(parts[0]), String(parts[1])))
        } else {
          pairs.append((word, nil))
        }
      }
    }

    /// The options as separate words, without some of them.
    func options(without names: String...) -> [String] {
      pairs.filter { !names.contains($0.name) }.flatMap {
        [$0.name] + [$0.value].compactMap(\.self)
      }
    }

    var options: [String] { options() }

    func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

    func values(of name: String) -> [String] {
      pairs.filter { $0.name == name }.compactMap(\.value)
    }

    var hasOnlyKnownOptions: Bool {
      pairs.allSatisfy { Self.withValue.contains($0.name) || Self.flags.contains($0.name) }
    }
  }

  /// Former commands, ways in which git writes 'config', and the forms of those that do the same.
  private static let folded = [
    "start": "move {ID} doing", "release": "take --release {ID}", "forecast": "stats forecast {}",
    "chart": "stats chart {KIND}", "pull": "sync --pull {}", "push": "sync --push {}",
    "demo": "init --demo {}", "boards": "config board {}", "tree": "list --tree {}",
    "blame": "show --blame {ID}",
    "changelog": "digest --changelog {FROM..TO}", "drafts": "edit --drafts {}",
    "prime": "agents prime {}", "mcp": "agents mcp {}", "hook": "hooks run {NAME}",
    "follow": "hooks follow {}", "merge-driver": "hooks merge-driver {FILES}",
    "milestones": "milestone {}", "iterations": "iteration {}", "labels": "label {}",
    "config milestone": "milestone {}", "config iteration": "iteration {}",
    "config column": "column {}", "config field": "field {}", "config rule": "rule {}",
    "column set": "column edit {ID}", "config list": "config", "config get": "config",
    "config set": "config {}", "config attachments.limit": "config attachments --limit {SIZE}",
    "config pmgit.board": "config board {}", "config pmgit.remote": "config remote {}",
    "config pmgit.sync": "config sync {}",
  ]

  /// Returns the words for former commands whose arguments have other places now; nil for others.
  private static func special(_ key: String, _ typed: TypedWords) -> [String]? {
    switch key {
    case "spend", "track": spend(TypedWords(typed.all, withValue: ["--remove"]))
    case "validate": validate(typed)
    case "publish": publish(typed)
    case "conflicts": conflicts(typed)
    case "config view": view(typed)
    case "milestone rename", "iteration rename", "column rename", "field rename":
      rename(key, typed)
    default: nil
    }
  }

  /// `spend k7m2 90m` is `edit k7m2 --spend 90m`; `show` has the entries.
  private static func spend(_ typed: TypedWords) -> [String] {
    let ids = typed.arguments.count == 1 ? typed.arguments : ["ID"]
    if typed.has("--list") { return ["show"] + ids + typed.options(without: "--list") }
    if typed.has("--remove") {
      let number = typed.values(of: "--remove").first ?? "N"
      return ["edit"] + ids + ["--remove-spent", number] + typed.options(without: "--remove")
    }
    let words = typed.arguments.count == 2 ? typed.arguments : [ids[0], "90m"]
    return ["edit", words[0], "--spend", words[1]] + typed.options
  }

  /// `publish FOLDER --where QUERY` is `export --site FOLDER QUERY`.
  private static func publish(_ typed: TypedWords) -> [String] {
    let folder = typed.arguments.count == 1 ? typed.arguments[0] : "FOLDER"
    return ["export", "--site", folder] + typed.values(of: "--where")
      + typed.options(without: "--where")
  }

  /// Only all conflicts are listed; `resolve` shows those of a plan.
  private static func conflicts(_ typed: TypedWords) -> [String] {
    let names = typed.arguments.isEmpty ? ["--list"] : typed.arguments
    return ["resolve"] + names + typed.options
  }

  /// `validate` without a commit or a file checked the board.
  private static func validate(_ typed: TypedWords) -> [String] {
    guard typed.arguments.isEmpty else { return ["doctor"] + typed.all }
    return ["doctor", "pmgit/\(typed.values(of: "--board").last ?? "main")"] + typed.options
  }

  /// `config view` listed, saved and removed views, depending on its arguments.
  private static func view(_ typed: TypedWords) -> [String] {
    let rest = typed.arguments + typed.options(without: "--remove")
    if typed.has("--remove") {
      return ["view", "remove"] + (typed.arguments.isEmpty ? ["NAME"] : []) + rest
    }
    switch typed.arguments.count {
    case 0: return ["view"] + rest
    case 1: return ["view", "list"] + rest
    default: return ["view", "add"] + rest
    }
  }

  /// The id of a milestone, an iteration, a column or a field stays, and its title is edited.
  private static func rename(_ key: String, _ typed: TypedWords) -> [String] {
    let noun = key.prefix { $0 != " " }
    let names = typed.arguments.count == 2 ? typed.arguments : ["NAME", "TITLE"]
    return [String(noun), "edit", names[0], "--title", names[1]] + typed.options
  }

  /// Names of commands in other trackers, and the commands of pmgit for them.
  private static let names: [String: String] = [
    "ls": "list {}", "search": "list {}", "find": "list {}", "query": "list {}", "all": "list {}",
    "mine": "list view:mine", "my": "list view:mine", "overdue": "list view:overdue",
    "week": "list view:week", "blocked": "list is:blocked", "ready": "list view:ready",
    "st": "status", "stat": "status", "open-plan": "show {ID}", "views": "view",
    "columns": "column", "kanban": "board",
    "new": "add {TITLE}", "create": "add {TITLE}", "close": "done {ID}", "finish": "done {ID}",
    "complete": "done {ID}", "resolve-plan": "done {ID}", "reopen": "move {ID} todo",
    "mv": "move {ID COLUMN}", "begin": "move {ID} doing", "wip": "move {ID} doing",
    "claim": "take {ID}", "unclaim": "take --release {ID}", "unassign": "take --release {ID}",
    "drop": "take --release {ID}", "renew": "take --renew {}",
    "assign": "edit ID --assign NAME", "tag": "edit ID --label NAME", "tags": "label",
    "modify": "edit ID", "update": "edit ID", "set": "edit ID", "rename": "edit ID --title TEXT",
    "link": "edit ID --link KIND:ID", "depend": "edit ID --link blocked-by:ID",
    "rm": "delete {ID}", "remove": "delete {ID}", "del": "delete {ID}",
    "today": "list due:today", "changes": "log --since yesterday", "open": "list is:open",
    "compare": "diff yesterday", "summary": "log --since yesterday --oneline",
    "recent": "list view:recent",
    "undelete": "restore {ID}", "history": "log", "cat": "show {ID}", "view-plan": "show {ID}",
    "note": "comment ID -m TEXT", "annotate": "comment ID -m TEXT", "upload": "attach ID FILE",
    "file": "attach ID FILE",
    "attachment": "attach ID FILE", "attachments": "attach ID --list",
    "download": "attach ID --get NAME", "users": "people", "who": "people", "person": "people",
    "todo": "list kind:todo", "doing": "list kind:doing",
    "statistics": "stats", "metrics": "stats", "report": "digest", "velocity": "stats",
    "cycletime": "stats", "cycle-time": "stats", "lead-time": "stats", "flow": "stats",
    "throughput": "stats chart throughput", "burndown": "stats chart burndown",
    "burnup": "stats chart burnup", "burn-up": "stats chart burnup",
    "cfd": "stats chart cumulative-flow", "graph": "stats chart cumulative-flow",
    "cumulative-flow": "stats chart cumulative-flow", "plot": "stats chart cumulative-flow",
    "roadmap": "stats chart roadmap", "timeline": "stats chart roadmap",
    "gantt": "stats chart roadmap", "charts": "stats chart KIND",
    "predict": "stats forecast", "eta": "stats forecast", "when": "stats forecast",
    "montecarlo": "stats forecast", "release-notes": "digest --changelog FROM..TO",
    "releasenotes": "digest --changelog FROM..TO", "finished": "digest --changelog FROM..TO",
    "notes": "digest --changelog FROM..TO", "version": "--version",
    "fields": "field", "rules": "rule", "priority": "edit ID --priority LEVEL",
    "due": "edit ID --due DAY", "block": "edit ID --link blocked-by:ID",
    "parent": "edit ID --link parent:ID", "fetch": "sync --pull", "merge": "sync",
    "rebase": "sync", "checkout": "branch {ID}", "switch": "branch {ID}", "reset": "undo",
    "revert": "undo", "reflog": "log", "pause": "take --release {ID}",
    "site": "export --site {FOLDER}",
    "time": "stats --time", "sprint": "iteration",
    "sprints": "iteration", "epic": "milestone", "settings": "config", "fsck": "doctor",
    "check-board": "doctor", "tutorial": "help tutorial", "tui": "screen",
  ]

  /// The names of commands in other trackers, for tests.
  static var allNames: [String] { names.keys.sorted() }

  /// Git commands that pmgit does not need.
  static let needless: [String: Hint] = [
    "clone": "clone the project with 'git clone', then fetch its board with 'pmgit init'",
    "commit": "each change is a commit already; see them with \(pmgit: "log")",
    "remote": "the board is shared through git's own remotes; see them with 'git remote -v'",
  ]

  /// Subcommands by the names that they have in other programs.
  static let subcommands = [
    "ls": "list", "show": "list", "get": "list", "rm": "remove", "delete": "remove",
    "del": "remove", "new": "add", "create": "add", "save": "add", "set": "edit", "change": "edit",
    "update": "edit", "modify": "edit", "mv": "rename", "finish": "close", "done": "close",
    "open": "reopen",
  ]
}
