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
      \(Pmgit.helpMessage(for: Pmgit.self, columns: 80))
      ```

      """
    for command in Self.commands {
      let help = Pmgit.helpMessage(for: command.type, columns: 80)
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
    for command in Self.commands + [("pmgit", Pmgit.self)] {
      let help = Pmgit.helpMessage(for: command.type, columns: 80)
      for line in help.split(separator: "\n") {
        #expect(line.count <= 80, "\(command.words): \(line)")
      }
      for line in command.type.configuration.discussion.split(separator: "\n") {
        #expect(help.contains(line), "\(command.words) breaks: \(line)")
      }
    }
  }

  @Test("The help of list has every key of a query, laid out as it is written down")
  func queryHelp() {
    let width = (Query.help.map(\.example.count).max() ?? 0) + 4
    let rows = Query.help.flatMap { entry in
      let example = ("  " + entry.example).padding(toLength: width, withPad: " ", startingAt: 0)
      let left = [example] + Array(repeating: String(repeating: " ", count: width), count: 9)
      return zip(left, Self.lines(of: entry.meaning, width: 78 - width)).map { $0 + $1 }
    }
    let text = rows.joined(separator: "\n")
    #expect(QueryHelp.text == text, "write this into QueryHelp.swift:\n\(text)")
  }

  /// Returns the lines of a text that is wrapped between words.
  private static func lines(of text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
