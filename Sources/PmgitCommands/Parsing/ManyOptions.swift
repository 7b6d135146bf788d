import ArgumentParser
import PlanActions

/// The options of commands that change several plans at once.
struct ManyOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("The plans that 'pmgit list <query>' lists.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions

  func validate() throws { try GlobalOptions.requireValues([query]) }

  /// Returns the plans that are named or that the query finds.
  func choice(_ names: [String]) throws -> PlanChoice {
    guard let query else {
      guard !names.isEmpty else {
        throw ValidationError("name plans, or choose them with --where")
      }
      return .named(names)
    }
    guard names.isEmpty else {
      throw ValidationError("name plans, or choose them with --where, but not both")
    }
    return .matching(query)
  }
}

/// The plans of a command that has no other arguments: named, or chosen by `--where`.
struct PlansArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String] = []

  @OptionGroup var many: ManyOptions

  func validate() throws { _ = try choice() }

  func choice() throws -> PlanChoice { try many.choice(ids) }
}
