import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ResolveCommand: WritingCommand {
  static let commandName = "resolve"
  static let about = CommandConfiguration(
    abstract: "List and decide conflicts: fields set differently at once.",
    usage: """
      pmgit resolve [<id> [<field>]] [<options>]
             pmgit resolve (--all | <id>... [<field>])
                           (--mine | --theirs | --newest) [<options>]
      """,
    discussion: """
      Examples:
        pmgit resolve
        pmgit resolve --list
        pmgit resolve k7m2 --take 2
        pmgit resolve k7m2 due --value fri
        pmgit resolve k7m2 body --merge
        pmgit resolve --all --newest --dry-run

      On a terminal it shows one conflict after another and asks; elsewhere it lists
      them. The first value is the one that the board shows. A decision is an
      ordinary change, which syncs like any other.

      --mine, --theirs and --newest decide all fields of the plans: for the value
      that you wrote, that another person wrote, or that was written last. What they
      don't decide, as where several others wrote values, is left and named.
      """)

  @Argument(
    help: ArgumentHelp(
      "A plan, any unique beginning of its id, or 'board' for its settings; then a field.",
      valueName: "id"),
    completion: .words(of: .conflicts))
  var names: [String] = []

  @Flag(help: "List the conflicts, and ask nothing.")
  var list = false

  @Option(help: ArgumentHelp("Take the value with this number.", valueName: "number"))
  var take: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Give another value.", valueName: "value"))
  var value: String?

  @Flag(help: "Write the value in your editor, which shows all of them.")
  var edit = false

  @Flag(help: "Merge texts line by line; in your editor only where changes overlap.")
  var merge = false

  @Flag(help: "Decide all conflicts of the board.")
  var all = false

  @Flag(help: "Take the values that you wrote.")
  var mine = false

  @Flag(help: "Take the values that others wrote.")
  var theirs = false

  @Flag(help: "Take the values that were written last.")
  var newest = false

  @Flag(help: "Show what would be decided, and change nothing.")
  var dryRun = false

  @OptionGroup var writing: WriteOptions

  private var rule: ConflictRule? {
    if mine { return .mine }
    if theirs { return .theirs }
    return newest ? .newest : nil
  }

  /// The number of given options that decide a conflict. They exclude each other.
  private var decisions: Int {
    [take != nil, value != nil, edit, merge, mine, theirs, newest].count(where: \.self)
  }

  func validate() throws {
    guard !list || decisions == 0 && names.isEmpty && !all && !dryRun else {
      throw ValidationError("--list lists all conflicts, and decides none")
    }
    guard decisions <= 1 else {
      throw ValidationError(
        "--take, --value, --edit, --merge, --mine, --theirs and --newest exclude each other")
    }
    guard !all || names.isEmpty else {
      throw ValidationError("name plans, or decide --all, but not both")
    }
    guard !all || rule != nil || decisions == 0 else {
      throw ValidationError("--all needs --mine, --theirs or --newest")
    }
    guard rule != nil || names.count <= 2 else {
      let last = names.last ?? ""
      let decision = Int(last) == nil ? "--value VALUE" : "--take \(last)"
      throw ValidationError(
        "several plans need --mine, --theirs or --newest; a field of one plan, \(decision)")
    }
    guard rule == nil || all || !names.isEmpty else {
      throw ValidationError("name plans, or decide --all")
    }
    guard decisions == 0 || rule != nil || !names.isEmpty else {
      throw ValidationError("name the plan")
    }
    guard !dryRun || decisions == 1 else {
      throw ValidationError("--dry-run needs a decision, as --newest")
    }
  }

  func run(in session: Session) async throws {
    var session = session
    if let rule { return try await resolve(by: rule, session) }
    guard decisions > 0 else {
      let asks = ConflictWalk.isPossible(in: session)
      guard list || names.isEmpty && !all && !asks else { return try await ask(session) }
      return try await showConflicts(session)
    }
    let open = try session.workspace.openConflict(names[0], field: names.dropFirst().first)
    session.readings = try session.workspace.notices(reading: names[0])
    if let take {
      // Checked before a change begins, because the number refers to what the person saw.
      _ = try open.value(take)
      try await session.resolve(open, by: .take(take))
    } else if let value {
      try await session.resolve(open, by: .value(value))
    } else {
      try await session.resolveInEditor(open, merging: merge)
    }
  }

  private func resolve(by rule: ConflictRule, _ session: Session) async throws {
    let plans = Array(names.dropLast())
    let isField = try names.last.map { try session.workspace.isField($0, of: plans) } ?? false
    if !plans.isEmpty, isField {
      try await session.resolve(plans, field: names.last, by: rule)
    } else {
      try await session.resolve(names.isEmpty ? nil : names, field: nil, by: rule)
    }
  }

  /// Lets the person decide at the terminal. Throws a problem if nobody can be asked, because no
  /// given option decides.
  private func ask(_ session: Session) async throws {
    guard let name = names.first else {
      guard ConflictWalk.isPossible(in: session) else {
        throw Problem.usage(
          "say how to decide all conflicts", hints: ["take --newest, --mine or --theirs"])
      }
      var walk = try ConflictWalk(in: session)
      return try await walk.run()
    }
    let field = names.dropFirst().first
    if ConflictWalk.isPossible(in: session) {
      let subject = try session.workspace.subject(ofConflict: field, on: name)
      var walk = try ConflictWalk(in: session)
      return try await walk.run(of: subject, field: field)
    }
    let open = try session.workspace.openConflict(name, field: field)
    throw Problem.usage(
      "say how to decide '\(open.field)' of '\(name)'",
      hints: open.words.enumerated().map { "--take \($0 + 1)  for  \($1)" }
        + (open.conflict.path == .field("deleted")
          ? [] : ["--value VALUE or --edit for another one"]))
  }
  /// Lists the conflicts, each value with its number.
  private func showConflicts(_ session: Session) async throws {
    let found = try session.workspace.conflicts()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.conflicts(found)) }
    let list = try found.list()
    try await session.show(ConflictText(list))
    guard session.context.terminal.isTerminal, let entry = list.entries.first,
      let field = entry.fields.first
    else { return }
    session.report(
      hint:
        "take a value with \(pmgit: "resolve", entry.shortID, field.name, "--take", "1"), or give "
        + "another one with --value or --edit")
  }
}
