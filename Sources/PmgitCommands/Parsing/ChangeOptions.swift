import ArgumentParser
import PlanActions
import PlanModel

/// The options of commands that change several plans at once.
struct ManyOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("The plans that 'pmgit list <query>' lists.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  @OptionGroup var changing: ChangeOptions

  func validate() throws { try GlobalOptions.requireValues([query]) }

  /// Returns the plans that are named or that the query finds. Throws if there are neither names
  /// nor a query, or both.
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

/// The options of commands that can also show a change without making it.
struct ChangeOptions: ParsableArguments {
  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var writing: WriteOptions
}

/// The options of commands that change plans or settings: in whose name, what they print, and those
/// of every command.
struct WriteOptions: ParsableArguments {
  @OptionGroup var author: AuthorOptions

  @Flag(help: "Print the short id of each changed plan, and no messages but warnings.")
  var brief = false

  @OptionGroup var options: GlobalOptions
}

/// The option `--as` of commands that change the board.
struct AuthorOptions: ParsableArguments {
  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp(
      "Do it in the name of an agent (Name), or of a person ('Name <address>').",
      valueName: "name"),
    completion: .words(of: .person))
  var name: String?

  func validate() throws { try GlobalOptions.requireValues([name]) }
}

/// The options of `edit` that replace the labels or assignees of a plan, or add to its body.
struct ReplacingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All labels, separated by commas, or none.", valueName: "names"),
    completion: .words(of: .labels))
  var labels: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All who work on it, separated by commas, or none.", valueName: "people"),
    completion: .words(of: .people))
  var assignees: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Add lines to the end of the body.", valueName: "text"))
  var bodyAppend: String?

  func validate() throws { try GlobalOptions.requireValues([labels, assignees, bodyAppend]) }

  var areGiven: Bool { ![labels, assignees, bodyAppend].allSatisfy { $0 == nil } }

  func add(to changes: inout FieldChanges) throws {
    changes[.labels].all = labels.map { Self.isNone($0) ? [] : FieldChanges.labels(in: $0) }
    changes[.assignees].all = assignees.map { Self.isNone($0) ? [] : FieldChanges.people(in: $0) }
    try Self.refuseSigns(in: changes[.labels].all, "labels", one: "label")
    try Self.refuseSigns(in: changes[.assignees].all, "assignees", one: "assign")
    changes.bodyAppended = bodyAppend.map { Lines.entered($0) }
  }

  private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }

  /// Throws a problem if a name begins with `+` or `-`, as in `--labels +ui`: the option replaces
  /// all names, and another one adds or removes.
  private static func refuseSigns(in names: [String]?, _ option: String, one: String) throws {
    guard let name = names?.first(where: { $0.hasPrefix("+") || $0.hasPrefix("-") }) else { return }
    let (verb, other) = name.hasPrefix("+") ? ("add", "--\(one)") : ("remove", "--no-\(one)")
    throw Problem.usage(
      "--\(option) replaces all of them, and '\(name.excerpt)' does not \(verb) one",
      hints: [Hint("to \(verb) it, use \(other) \(name.dropFirst())")])
  }
}
