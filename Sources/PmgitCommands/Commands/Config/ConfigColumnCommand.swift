import ArgumentParser

struct ConfigColumnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "column", abstract: "Add, change and remove columns.",
    subcommands: [
      ConfigColumnAddCommand.self, ConfigColumnSetCommand.self, ConfigColumnRemoveCommand.self,
    ])
}
