import ArgumentParser
import PlanActions

struct HooksMergeDriverCommand: PmgitCommand {
  static let commandName = "merge-driver"
  static let about = CommandConfiguration(
    abstract: "Merge one plan file for git; 'pmgit init' sets it up.",
    usage: "pmgit hooks merge-driver <base> <ours> <theirs> [<path>] [<options>]",
    discussion: """
      git runs this when boards are merged by hand, as merge.pmgit.driver:
        pmgit hooks merge-driver %O %A %B %P

      The result replaces the file A. If the files are not versions of one plan, or
      can't be read, it fails, and git leaves its own conflict.
      """)

  @Argument(help: "The file with the ancestor's version.")
  var base: String
  @Argument(help: "The file with our version, which gets the result.")
  var ours: String
  @Argument(help: "The file with their version.")
  var theirs: String
  @Argument(help: "The path in the repository, for messages.")
  var path: String = ""

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let files = HostFiles(directory: Session.directory(context, options.directory))
    let merged = try mergeFiles(
      base: try files.read(base), ours: try files.read(ours), theirs: try files.read(theirs),
      path: path)
    try files.replace(ours, with: merged)
  }
}
