package import PlanModel

/// The place in a command line that a person wants to complete.
package struct CompletionPoint {
  /// The values that the word can have.
  package private(set) var wanted = ArgumentValues.words([])
  /// The part of the word at the cursor before its value, such as `--label=`; empty for most words.
  package private(set) var kept = ""
  /// The part of the value before the cursor.
  package private(set) var typed = ""
  /// The positional arguments before the word at the cursor.
  package private(set) var earlier: [String] = []
  /// The options before the word at the cursor, each with its values; a flag has none.
  package private(set) var options: [String: [String]] = [:]

  /// Whether the word at the cursor names a command of the program. It may then also be an alias
  /// that the user has defined.
  package private(set) var isCommand = false

  /// The names of the options that the command accepts here.
  private(set) var names: [Completion] = []

  /// Determines the meaning of the word at the cursor.
  ///
  /// - Parameters:
  ///   - current: The word up to the cursor; may be empty.
  ///   - words: The words before `current`, without the program's name.
  /// - Complexity: The number of words times the number of the command's options.
  package init(completing current: String, after words: [String], of program: CommandShape) {
    var line = LineReader(program)
    for word in words { line.read(word) }
    (earlier, options) = (line.positionals, line.options)
    if let option = line.waiting {
      want(option.values, current)
    } else if !line.areOptionsOver, current.hasPrefix("-"),
      let equals = current.firstIndex(of: "="),
      let option = line.option(String(current[..<equals]))
    {
      kept = String(current[...equals])
      want(option.values, String(current[current.index(after: equals)...]))
    } else if !current.hasPrefix("-"), line.expectsCommand(beginningWith: current) {
      typed = current
      wanted = .words(Self.commands(line.command))
      isCommand = line.isAtProgram && line.positionals.isEmpty
    } else {
      want(line.positional?.values, current)
    }
    if line.waiting == nil, kept.isEmpty, !line.areOptionsOver { names = line.optionNames }
  }

  private mutating func want(_ values: ArgumentValues?, _ typed: String) {
    (self.typed, wanted) = (typed, values ?? .words([]))
  }

  private static func commands(_ command: CommandShape) -> [Completion] {
    command.subcommands.map { Completion($0.name, about: $0.about) }
  }

  /// The board given by `--board`; nil if absent or invalid.
  package var board: BoardName? { options["--board"]?.last.flatMap(BoardName.init) }

  /// The folders given by `-C`, each relative to the one before.
  package var folders: [String] { options["-C"] ?? [] }

  /// The answer if it does not depend on a board; otherwise nil.
  package var answerWithoutBoard: CompletionAnswer? {
    switch wanted {
    case .words(let words): .words(words.filter { Completion.begins($0.text, with: typed) })
    case .subject(.file): .files
    case .subject(.folder): .folders
    case .subject(.nothing): .words([])
    case .subject: nil
    }
  }

  /// Returns the completions of the word: the found values, and the command's options if the word
  /// begins with a dash or nothing else is possible.
  package func completions(from found: [Completion]) -> [Completion] {
    let values = found.map { Completion(kept + $0.text, about: $0.about, goesOn: $0.goesOn) }
    // Commands have many options, so these are offered only after a dash or if nothing else is
    // possible.
    let wantsOptions = typed.first == "-" || (typed.isEmpty && values.isEmpty && isPlain)
    guard wantsOptions else { return values }
    return names.filter { Completion.begins($0.text, with: typed) } + values
  }

  /// Whether no value is possible here, only options.
  private var isPlain: Bool { wanted == .words([]) || wanted == .subject(.nothing) }
}

/// Reads the words of a command line one by one.
private struct LineReader {
  private(set) var command: CommandShape
  private var arguments: [ArgumentShape]
  /// Whether no command was read yet.
  private(set) var isAtProgram = true
  private(set) var positionals: [String] = []
  private(set) var options: [String: [String]] = [:]
  /// The option whose value comes next.
  private(set) var waiting: ArgumentShape?
  private(set) var areOptionsOver = false

  init(_ program: CommandShape) {
    command = program
    arguments = program.arguments()
  }

  mutating func read(_ word: String) {
    if let option = waiting {
      waiting = nil
      note(option, value: word)
    } else if !areOptionsOver, word == "--" {
      areOptionsOver = true
    } else if !areOptionsOver, word.count > 1, word.hasPrefix("-"), readOption(word) {
      return
    } else if let next = command.subcommands.first(where: { $0.name == word }) {
      command = next
      arguments = next.arguments()
      isAtProgram = false
    } else {
      positionals.append(word)
    }
  }

  /// Reads a word as an option; returns false if the command has no such option, as for `-label:a`.
  private mutating func readOption(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    guard let option = option(String(name)) else { return false }
    if name.endIndex < word.endIndex {
      note(option, value: String(word[word.index(after: name.endIndex)...]))
    } else if option.values == nil {
      note(option, value: nil)
    } else {
      waiting = option
    }
    return true
  }

  /// Whether the word at the cursor may be a subcommand. A group that runs a command without one,
  /// such as `milestone`, also takes the arguments of that command.
  func expectsCommand(beginningWith typed: String) -> Bool {
    guard !command.subcommands.isEmpty else { return false }
    guard arguments.contains(where: \.isPositional) else { return true }
    return positionals.isEmpty && command.subcommands.contains { $0.name.hasPrefix(typed) }
  }

  func option(_ name: String) -> ArgumentShape? { arguments.first { $0.names.contains(name) } }

  private mutating func note(_ option: ArgumentShape, value: String?) {
    for name in option.names { options[name, default: []] += [value].compactMap(\.self) }
  }

  /// The next positional argument; nil if the command takes no more.
  var positional: ArgumentShape? {
    let all = arguments.filter(\.isPositional)
    if positionals.count < all.count { return all[positionals.count] }
    return all.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The options that can still be given, each with its longer names first.
  var optionNames: [Completion] {
    let free = arguments.filter { argument in
      !argument.isPositional
        && (argument.isRepeating || argument.names.allSatisfy { options[$0] == nil })
    }
    return free.flatMap { argument in
      argument.names.sorted { $0.count > $1.count }.map { Completion($0, about: argument.about) }
    }
  }
}
