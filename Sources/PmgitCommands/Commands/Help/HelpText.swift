import ArgumentParser
import PlanActions
import PlanModel

/// The texts that `pmgit`, `pmgit help` and `--help` print.
enum HelpText {
  /// Returns the text that the arguments ask for; nil if they ask for none, or for the help of a
  /// command, which is parsed first.
  static func answer(_ given: [String], in context: CommandContext) throws -> String? {
    let leading = given.prefix(GlobalOptions.count(leading: given))
    var words = Array(given.dropFirst(leading.count)).filter { $0 != "--no-pager" }
    if words.first == "help" { words = GlobalOptions.removed(from: words) }
    switch words {
    // A program gets the document of the status. The parser reports an option without its value.
    case [] where leading.contains("--json") || GlobalOptions.lackValue(given): return nil
    case [], ["help"], ["--help"], ["-h"]:
      return try FirstSteps(in: context, leading).text
    case ["help", "--all"], ["help", "-a"]: return allCommands
    default: break
    }
    guard words.count >= 2, words[0] == "help" else { return nil }
    if words.count > 2, HelpTopic(rawValue: words[1]) != nil {
      throw Problem.usage(
        "'\(words[1])' is one topic, and '\(words[2].excerpt)' is no part of it",
        hints: ["see \(pmgit: "help", words[1])"])
    }
    guard words.count == 2 else { return nil }
    return try HelpTopic(rawValue: words[1])?.text ?? CommandAlias.help(words, in: context)
  }

  // MARK: - All commands

  /// All commands, grouped by what people want to do.
  static var allCommands: String {
    var lines = ["pmgit \(Version.number), \(Pmgit.configuration.abstract.loweringFirstLetter)"]
    for group in Pmgit.groups {
      lines += ["", "\(group.name):"]
      lines += group.commands.map { line($0.commandName, $0.about.abstract) }
    }
    lines += [
      "", "Help on a command: pmgit help COMMAND",
      "Help on a topic:   pmgit help "
        + HelpTopic.allCases.map(\.rawValue).joined(separator: "|"),
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// A command or an example in a list, and what it does.
  static func line(_ name: String, _ meaning: String, width: Int = 10) -> String {
    let space = String(repeating: " ", count: max(1, width - name.count))
    return "  \(name)\(space) \(meaning.withoutFullStop)"
  }

  // MARK: - Help of a command

  /// Returns the help of a command without the options that every command has.
  static func of(_ command: any ParsableCommand.Type, columns: Int? = nil) -> String {
    if command == Pmgit.self { return allCommands }
    let help = Pmgit.helpMessage(for: command, includeHidden: false, columns: columns) + "\n"
    guard let own = (command as? any NamedCommand.Type)?.about.defaultSubcommand else {
      return cut(help)
    }
    let ofOwn = Pmgit.helpMessage(for: own, includeHidden: false, columns: columns) + "\n"
    return cut(help.usage(of: own), withArgumentsOf: ofOwn)
  }

  /// Returns a help text of the parser without the options that every command has. The last line
  /// names them instead.
  ///
  /// - Parameter own: The help of the command that a group runs without a subcommand. Its arguments
  ///   and options are those of the group.
  static func cut(_ help: String, withArgumentsOf own: String? = nil) -> String {
    var sections = Sections(help)
    let isWriting = sections.dropCommon()
    if let own {
      var added = Sections(own)
      _ = added.dropCommon()
      sections.insertArguments(of: added)
    }
    return sections.text + "\n" + lastLine(isWriting: isWriting)
  }

  private static func lastLine(isWriting: Bool) -> String {
    let names =
      "-C --board --json -q --text --color --no-pager" + (isWriting ? " --as --brief" : "")
    // With a word before the names it would be wider than 80 columns.
    return "\(names): pmgit help options\n"
  }

  /// The sections of a help text, each with its heading, such as `OPTIONS:`.
  private struct Sections {
    private var sections: [[String]] = []

    init(_ help: String) {
      for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
        let isHeading =
          line.first?.isUppercase == true && line.hasSuffix(":")
          && line.dropLast().allSatisfy { $0.isUppercase || $0 == " " || $0 == "'" || $0 == "-" }
        if isHeading || sections.isEmpty { sections.append([]) }
        sections[sections.count - 1].append(String(line))
      }
    }

    /// Removes the options that every command has.
    ///
    /// - Returns: Whether those of commands that change the board were among them.
    mutating func dropCommon() -> Bool {
      var isWriting = false
      sections = sections.compactMap { section in
        guard section.first?.hasSuffix(":") == true else { return section }
        var kept: [String] = []
        var isDropping = false
        for line in section {
          if line.hasPrefix("  -") {
            let name = line.dropFirst(2).prefix { $0 != "," }
            isDropping = HelpTopic.commonOptions.contains { name == $0 || name.hasPrefix($0 + " ") }
            isWriting = isWriting || isDropping && name.hasPrefix("--brief")
          } else if !line.hasPrefix("   ") {
            isDropping = false
          }
          if !isDropping { kept.append(line) }
        }
        return kept.dropFirst().allSatisfy(\.isEmpty) ? nil : kept
      }
      return isWriting
    }

    /// Inserts the arguments and options of another help text before the subcommands.
    mutating func insertArguments(of other: Sections) {
      let place = sections.firstIndex { $0.first == "SUBCOMMANDS:" } ?? sections.endIndex
      sections.insert(contentsOf: other.sections.dropFirst(), at: place)
    }

    var text: String {
      var lines = Array(sections.map { Self.trimmed($0) }.joined(separator: [""]))
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines.map { $0 + "\n" }.joined()
    }

    private static func trimmed(_ section: [String]) -> [String] {
      Array(section.reversed().drop(while: \.isEmpty).reversed())
    }
  }
}

extension String {
  /// Returns the help of a group with the usage of the command that it runs without a subcommand.
  fileprivate func usage(of own: any ParsableCommand.Type) -> String {
    guard let form = (own as? any NamedCommand.Type)?.about.usage else { return self }
    let words = form.replacing(" [list]", with: "").replacing(" list ", with: " ")
      .replacing(" show ", with: " ").replacing(" status ", with: " ")
      .replacing(" [<options>]", with: "")
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("USAGE: ") ? "USAGE: \(words) | <subcommand>" : String(line)
    }
    return lines.joined(separator: "\n")
  }

  var loweringFirstLetter: String { prefix(1).lowercased() + dropFirst() }
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
