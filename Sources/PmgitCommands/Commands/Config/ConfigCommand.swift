import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change settings of the board and of this clone.",
    discussion: """
      The title, the columns and the views belong to the board and are shared;
      the remote and the board that commands use belong to this clone and are kept
      in git's configuration as pmgit.*.

      'git config pmgit.timeout SECONDS' says how long a fetch or a push may take,
      and for how long 'sync' and 'take' try again when others are faster.

      Examples:
        pmgit config
        pmgit config title "Roadmap"
        pmgit config column add review --title "In review" --after doing --limit 3
        pmgit config column set doing --limit none
        pmgit config column set done --from review
        pmgit config column remove review
        pmgit config view week 'due:<=eow is:open sort:due'
        pmgit config remote upstream
      """,
    subcommands: [
      ConfigShowCommand.self, ConfigTitleCommand.self, ConfigColumnCommand.self,
      ConfigViewCommand.self, ConfigRemoteCommand.self, ConfigBoardCommand.self,
    ],
    defaultSubcommand: ConfigShowCommand.self)
}
