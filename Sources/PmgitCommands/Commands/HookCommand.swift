import ArgumentParser
import PlanActions

struct HookCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Do the work of a git hook; the scripts of 'pmgit hooks install' call it.",
    usage: "pmgit hook <name> [<argument>...]",
    discussion: """
      The arguments and the input are those that git gives to the hook of that
      name. Where another manager of hooks calls it:
        pmgit hook commit-msg "$@"
      """)

  @Argument(help: "The hook, as git calls it.")
  var name: HookName

  @Argument(help: "What git gave to the hook.")
  var arguments: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await HookRun(name: name, arguments: arguments, options: options).run(in: context)
  }
}
