import ArgumentParser
import PlanActions
import PlanModel

/// A user's own command: `pmgit.alias.NAME` in git's configuration, like `alias.NAME` for git.
///
/// An alias stands for arguments of pmgit and never for a program: a value that begins with `!`,
/// which git would pass to a shell, is refused.
enum CommandAlias {
  private static let section = "pmgit.alias"

  /// Returns the arguments. If an alias stands in the place of the command, it is replaced by the
  /// words of its value.
  ///
  /// A built-in command is never looked up as an alias. The value of an alias may begin with
  /// another alias.
  ///
  /// - Throws: `Problem` if an alias leads back to itself, or if its value is empty, begins with
  ///   `!` or can't be split into words; and any error from opening the repository. A folder
  ///   without a repository has no aliases.
  static func expand(_ given: [String], in context: CommandContext) throws -> [String] {
    var arguments = given
    var seen: [String] = []
    while let place = place(in: arguments), isName(arguments[place]) {
      let name = arguments[place].lowercased()
      let folders = GlobalOptions.folders(namedIn: arguments[..<place])
      guard let value = try value(of: name, in: Session.directory(context, folders), context)
      else { return arguments }
      guard !seen.contains(name) else {
        throw Problem.usage(
          "alias '\(name)' leads back to itself: \((seen + [name]).joined(separator: " → "))",
          hints: [hint(for: name)])
      }
      seen.append(name)
      arguments.replaceSubrange(place...place, with: try words(of: name, value))
    }
    return arguments
  }

  /// Returns the arguments as `expand` does, for a shell that completes them. If an alias is wrong,
  /// returns them unchanged; using the alias reports the error.
  static func known(_ given: [String], in context: CommandContext) -> [String] {
    do { return try expand(given, in: context) } catch { return given }
  }

  /// Returns the aliases that begin with a text, sorted by name. Returns an empty list if they
  /// can't be read, because a shell can't show an error.
  static func completions(
    of typed: String, in folders: [String], _ context: CommandContext
  ) -> [Completion] {
    do {
      let workspace = try Workspace(
        at: Session.directory(context, folders), board: nil, as: context.participant())
      return try workspace.configured(section: section).filter { name, _ in
        isName(name) && !isBuiltIn(name) && Completion.begins(name, with: typed)
      }.map { Completion($0.key, about: $0.value) }.sorted { $0.text < $1.text }
    } catch {
      return []
    }
  }

  /// Returns what `help NAME` prints for an alias; nil for other arguments.
  static func help(_ given: [String], in context: CommandContext) throws -> String? {
    guard given.count == 2, given[0] == "help", isName(given[1]), !isBuiltIn(given[1]),
      let value = try value(of: given[1].lowercased(), in: context.directory, context)
    else { return nil }
    return "'\(given[1])' is an alias of '\(value)'\n"
  }

  /// Returns the position of the command's word; nil if there is none, or if it names a built-in
  /// command.
  private static func place(in arguments: [String]) -> Int? {
    let place = GlobalOptions.count(leading: arguments)
    guard place < arguments.count, !isBuiltIn(arguments[place]) else { return nil }
    return place
  }

  private static func isBuiltIn(_ word: String) -> Bool {
    word == "help" || Pmgit.subcommands.contains { $0.commandName == word }
  }

  /// Whether a word can be the last part of a key in git's configuration: letters, digits and
  /// hyphens, beginning with a letter.
  private static func isName(_ word: String) -> Bool {
    word.utf8.first.map(isLetter) == true
      && word.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func value(
    of name: String, in folder: String, _ context: CommandContext
  ) throws -> String? {
    do {
      return try Workspace(at: folder, board: nil, as: context.participant())
        .configured("\(section).\(name)")
    } catch {
      guard Problem(error).code == .noRepository else { throw error }
      return nil
    }
  }

  private static func words(of name: String, _ value: String) throws -> [String] {
    guard value.first != "!" else {
      throw Problem.usage(
        "alias '\(name)' is a shell command, which pmgit does not run", hints: [hint(for: name)])
    }
    guard let words = split(value) else {
      throw Problem.usage(
        "alias '\(name)' ends in a quote or a backslash that is left open", hints: [hint(for: name)]
      )
    }
    guard !words.isEmpty else {
      throw Problem.usage("alias '\(name)' is empty", hints: [hint(for: name)])
    }
    return words
  }

  private static func hint(for name: String) -> Hint {
    "change it with \(run: "git", "config", "\(section).\(name)", "COMMAND")"
  }

  /// Splits a value into words as git's `split_cmdline` does: at white space outside quotes. A
  /// backslash escapes the next character, except inside single quotes.
  ///
  /// - Returns: nil if a quote is not closed, or nothing follows a backslash.
  static func split(_ value: String) -> [String]? {
    var words: [[UInt8]] = []
    var quote: UInt8?
    var isInWord = false
    var bytes = Array(value.utf8)[...]
    func put(_ byte: UInt8?) {
      if !isInWord { words.append([]) }
      isInWord = true
      if let byte { words[words.count - 1].append(byte) }
    }
    while let byte = bytes.popFirst() {
      if quote == nil, isSpace(byte) {
        isInWord = false
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        put(nil)
      } else if byte == quote {
        quote = nil
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        guard let next = bytes.popFirst() else { return nil }
        put(next)
      } else {
        put(byte)
      }
    }
    return quote == nil ? words.map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Whether git's `isspace` counts the byte as white space.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
