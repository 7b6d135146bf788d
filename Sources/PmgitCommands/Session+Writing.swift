import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

extension Session {
  func inputText() throws -> String {
    let bytes = try context.readInput()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem.usage("standard input is not valid UTF-8")
    }
    // The line feed that ends the last line is not an empty line more.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  func readFile(_ name: String) throws -> [UInt8] {
    try HostFiles(directory: Self.directory(context, options)).read(name)
  }

  /// The end of a column at which a plan is put.
  enum ColumnEnd { case top, bottom }

  /// A position at an end of a column.
  ///
  /// - Parameter column: Its id; nil on a board without columns.
  mutating func rank(
    _ end: ColumnEnd, of column: String?, in snapshot: BoardSnapshot
  ) throws -> String {
    let ends = try store.ends(of: column ?? "", in: snapshot)
    return switch end {
    case .top: Rank.top(at: context.now, before: ends.first, using: &context.random)
    case .bottom: Rank.bottom(at: context.now, after: ends.last, using: &context.random)
    }
  }

  // MARK: - After a change

  /// Tells what a command changed: `moved k7m2 to Doing`; and what it decided by the way, so that
  /// nobody's value goes without a word.
  ///
  /// - Parameter aim: The field that the command was to decide, which needs no word more.
  func report(
    _ change: Change, of ids: [PlanID], as done: String, to place: String? = nil,
    deciding aim: String? = nil
  ) throws {
    let decided = try change.decided(on: ids)
    if options.json { try showChanged(ids, decided, in: change.after) }
    let names =
      try ids.count <= 3
      ? ids.map { try change.after.shortID($0) }.joined(separator: ", ")
      : CountText.words(ids.count, "plan")
    guard change.didChange else {
      tell("nothing to change: \(names) \(ids.count == 1 ? "is" : "are") like that already")
      return
    }
    let byTheWay = try Decided.words(decided.filter { $0.field != aim }) { field in
      try ids.count == 1 ? "its" : field.plan.map { "\(try change.after.shortID($0))'s" } ?? "its"
    }
    tell("\(done) \(names)" + (place.map { " to \($0)" } ?? "") + byTheWay)
  }

  /// Prints what a command that changes plans made of them.
  func showChanged(
    _ ids: [PlanID], _ decided: [Decided], in snapshot: BoardSnapshot
  ) throws {
    let plans = try ids.map { try snapshot.plan($0) }
    var object =
      plans.count == 1
      ? JSONOutput.plan(plans[0], in: snapshot, today: context.today)
      : JSONOutput.plans(plans, in: snapshot, today: context.today)
    object["decided"] = JSONOutput.decided(decided)
    show(object)
  }

  /// Warns where another plan has an alias as well: neither can be meant by it any more.
  ///
  /// Not refused: somebody who moves an alias from one plan to another may begin with either.
  func warnOfTwins(of id: PlanID, called aliases: [String], in snapshot: BoardSnapshot) throws {
    guard !options.quiet else { return }
    for alias in aliases {
      let alias = try Validation.line(alias, field: "alias")
      let others = try snapshot.aliases().livePlans(called: alias).filter { $0 != id }
      guard let other = others.first else { continue }
      let short = try snapshot.shortID(other)
      tell("warning: '\(alias)' is an alias of \(short) too: \(try snapshot.plan(other).title)")
      let command = ["pmgit", "edit", other.text, "--no-alias", alias]
      tell(hint: "take it off there with '\(ShellWord.command(command))'")
    }
  }

  /// Warns where a column now holds more plans than its limit.
  ///
  /// Only a column with a limit is worth reading the board for.
  func warnOfLimit(of columns: [String], in snapshot: BoardSnapshot) throws {
    let limited = columns.compactMap { snapshot.board[column: $0] }.filter { $0.limit != nil }
    guard !limited.isEmpty, !options.quiet else { return }
    let (plans, _) = try snapshot.plans()
    for column in limited {
      let count = plans.count { $0.state == column.id && !$0.isDeleted }
      guard let limit = column.limit, count > limit else { continue }
      tell("warning: '\(column.title)' holds \(count) plans, its limit is \(limit)")
    }
  }
}
