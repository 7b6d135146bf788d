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

/// Plans to export, and what a format needs beside them.
package struct PlanExport: Sendable {
  /// The plans in the requested order.
  package let plans: [Plan]
  package let board: Board
  /// The title of the board, or its name.
  package let title: String
  package let now: Timestamp
  /// The local clocks, for formats that write a day as a moment.
  package let clocks: LocalClocks
  /// The beginning of the commit's id whose plans these are; nil if it is not known.
  let commit: String?
  /// Whether iCalendar gets to-dos in place of events.
  package let asToDos: Bool
  /// Returns the address at which a plan is shown; nil if it is not known.
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

  func isDone(_ plan: Plan) -> Bool { board.kind(of: plan.state) == .done }

  /// When a finished plan entered its column; nil for another plan, or without a time.
  func closed(_ plan: Plan) -> Timestamp? {
    isDone(plan) ? plan.stateSince ?? plan.created?.at : nil
  }

  /// The local day of a moment.
  func day(_ moment: Timestamp?) -> CalendarDay? { moment.map { clocks.day(of: $0) } }
}

extension Plan {
  /// The values of the properties that a format does not write in a way of its own. The lease is
  /// left out, because it holds for one claim on one board.
  func properties(besides own: Set<PlanField>) -> [(name: String, value: String)] {
    PlanProperty.all.compactMap { property in
      guard property.field != .lease, !own.contains(property.field) else { return nil }
      return property.value(of: self).map { (property.name, $0.text) }
    }
  }
}
