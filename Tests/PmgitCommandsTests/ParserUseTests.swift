import ArgumentParser
import Testing

@testable import PmgitCommands

/// Shortcuts around ArgumentParser, whose reflection slows short commands.
@Suite("Parser shortcuts")
struct ParserUseTests {
  private static func all(under command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.flatMap { [$0] + all(under: $0) }
  }

  @Test("Every command is part of pmgit, so that its parser looks for no completions")
  func partOfPmgit() {
    let commands = Self.all(under: Pmgit.self).filter { $0 is any PmgitCommand.Type }
    #expect(commands.count > 50)
    for command in commands {
      #expect(command.configuration._superCommandName == "pmgit", "\(command)")
      // The parser would not get them.
      #expect((command as? any PmgitCommand.Type)?.subcommands.isEmpty == true, "\(command)")
    }
  }

  @Test("The options that hooks run with are those of an empty command line")
  func noOptions() throws {
    let parsed = try GlobalOptions.parse([])
    #expect(String(reflecting: GlobalOptions.none) == String(reflecting: parsed))
  }
}
