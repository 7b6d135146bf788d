import ArgumentParser
import Foundation
import PlanModel
import Testing

@testable import PmgitCommands

/// `docs/commands.md` is generated from the help of the commands.
@Suite struct CommandsDocumentTests {
  /// Every command, with the words that call it.
  private static let commands = all(under: Pmgit.self, words: ["pmgit"])

  private static func all(
    under command: any ParsableCommand.Type, words: [String]
  ) -> [(words: String, type: any ParsableCommand.Type)] {
    command.configuration.subcommands.flatMap { subcommand in
      let name = subcommand.configuration.commandName ?? ""
      let inner = all(under: subcommand, words: words + [name])
      return [((words + [name]).joined(separator: " "), subcommand)] + inner
    }
  }

  @Test("docs/commands.md is what the help says")
  func document() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/commands.md").standardizedFileURL
    var text = """
      # Commands

      Made by `make docs` from the commands' own help; do not edit.

      ```
      \(HelpText.allCommands)```

      ## The options of every command

      ```
      \(HelpTopic.options.text)```

      """
    for command in Self.commands {
      // The options of every command are above.
      let help = HelpText.of(command.type, columns: 80).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast(3).joined(separator: "\n")
      text += "\n## \(command.words)\n\n```\n\(help)\n```\n"
    }
    if ProcessInfo.processInfo.environment["PMGIT_RECORD_DOCS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == text, "run 'make docs' and commit the result")
  }

  @Test("Every command's help has an abstract and, but for groups, an example")
  func examples() {
    for command in Self.commands {
      #expect(!command.type.configuration.abstract.isEmpty, "\(command.words)")
      let isRunnable = command.type is any PmgitCommand.Type
      let parts = command.type.configuration
      let hasExample = parts.discussion.contains("pmgit ")
      #expect(!isRunnable || hasExample, "\(command.words) has no example")
    }
  }

  @Test("No line of help breaks in an unlucky place at 80 columns")
  func width() {
    for command in Self.commands {
      let help = HelpText.of(command.type, columns: 80)
      for line in help.split(separator: "\n") {
        #expect(line.count <= 80, "\(command.words): \(line)")
      }
      for line in command.type.configuration.discussion.split(separator: "\n") {
        #expect(help.contains(line), "\(command.words) breaks: \(line)")
      }
    }
  }

  @Test("The page about queries has every key, and every value of 'is', 'has' and 'sort'")
  func queryHelp() {
    let page = HelpTopic.query.text
    for entry in Query.help {
      let key = entry.example.prefix { $0 != ":" }
      if entry.example.contains(":"), key.allSatisfy({ $0.isLetter || $0 == "-" }) {
        #expect(page.contains("\(key):"), "\(entry.example)")
      }
      guard ["is", "has", "sort"].contains(key) else { continue }
      for word in entry.meaning.split(whereSeparator: { " ,:;".contains($0) }) {
        #expect(
          ["in", "this", "order", "or", "with", "-", "the", "reverse", "one"].contains(word)
            || page.contains(word), "\(key): \(word)")
      }
    }
  }
}
