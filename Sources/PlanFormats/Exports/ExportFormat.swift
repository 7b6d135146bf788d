package import PlanModel

/// A format of another tool that `pmgit export` writes.
///
/// `all` is the table of these formats. The command, its help and completion loop over it.
package struct ExportFormat: Sendable {
  /// The name for `--format`: `todo-txt`.
  package let id: String
  /// The name for people: `todo.txt`.
  package let name: String
  /// Whether `--todos` is an option of the format.
  package let hasToDos: Bool
  private let write: @Sendable (PlanExport) -> String

  init(
    id: String, name: String, hasToDos: Bool = false,
    write: @escaping @Sendable (PlanExport) -> String
  ) {
    (self.id, self.name, self.hasToDos, self.write) = (id, name, hasToDos, write)
  }

  /// All formats, in the order of lists.
  package static let all: [ExportFormat] = [.csv, .markdown, .todoTxt, .taskwarrior, .iCalendar]

  package init?(id: String) {
    guard let format = Self.all.first(where: { $0.id == id }) else { return nil }
    self = format
  }

  /// Returns the plans in this format. Their texts must have been read.
  package func text(of export: PlanExport) -> String { write(export) }
}

/// The plans to export, and the other values that formats need.
package struct PlanExport: Sendable {
  /// The plans in the requested order.
  package let plans: [Plan]
  package let board: Board
  /// The title of the board, or its name.
  package let title: String
  package let now: Timestamp
  /// The local clocks, for formats that write a day as a moment.
  package let clocks: LocalClocks
  /// The beginning of the id of the exported commit; nil if the commit is unknown.
  let commit: String?
  /// Whether iCalendar has to-dos instead of events.
  package let asToDos: Bool
  /// Returns the address of a plan's page; nil if it is unknown.
  let address: @Sendable (PlanID) -> String?

  package init(
    _ plans: [Plan], board: Board, title: String, now: Timestamp, clocks: LocalClocks,
    commit: String? = nil, asToDos: Bool = false,
    address: @escaping @Sendable (PlanID) -> String? = { _ in nil }
  ) {
    (self.plans, self.board, self.title, self.now) = (plans, board, title, now)
    (self.clocks, self.asToDos, self.address) = (clocks, asToDos, address)
    // Long enough to name one commit of a repository.
    self.commit = commit.map { String($0.prefix(16)) }
  }

  /// The name of the value with the exported commit. An import compares the file with the plans at
  /// that commit, to find what was changed in the file.
  static let commitName = "pmgit-at"

  /// Whether a text is the id of a commit, or the beginning of one.
  static func isCommit(_ text: String) -> Bool {
    let isDigit = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return (7...64).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
  }

  func isDone(_ plan: Plan) -> Bool { board.kind(of: plan.state) == .done }

  /// Returns when a plan was finished: when it entered its column, or was created there. Returns
  /// nil for an open plan, or if the time is unknown.
  func closed(_ plan: Plan) -> Timestamp? {
    isDone(plan) ? plan.stateSince ?? plan.created?.at : nil
  }

  /// The local day of a moment.
  func day(_ moment: Timestamp?) -> CalendarDay? { moment.map { clocks.day(of: $0) } }
}

extension Plan {
  /// Returns the names and values of the properties for which a format has no form of its own. The
  /// lease is left out, because it belongs to one claim on one board.
  func properties(besides own: Set<PlanField>) -> [(name: String, value: String)] {
    PlanProperty.all.compactMap { property in
      guard property.field != .lease, !own.contains(property.field) else { return nil }
      return property.value(of: self).map { (property.name, $0.text) }
    }
  }
}
