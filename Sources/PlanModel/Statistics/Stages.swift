/// The kind of each column: waiting, in progress or done.
///
/// Removed columns are included, because plans were in them in the past.
package struct Stages: Sendable {
  /// The columns of the board from left to right, without removed ones.
  package let columns: [Column]
  private let kinds: [ExactString: Column.Kind]
  private let titles: [ExactString: String]

  /// - Parameter document: The board's settings.
  package init(_ document: PlanDocument) {
    let records = document.records(in: "columns")
    kinds = records.compactMapValues { $0["kind"]?.string.flatMap(Column.Kind.init) }
    titles = records.compactMapValues { $0["title"]?.string }
    columns = Board(document).columns
  }

  /// Returns the kind of a column; a column that the board never had counts as `todo`.
  package func kind(of column: String) -> Column.Kind { kinds[ExactString(column)] ?? .todo }

  /// Returns the title of a column, or its id if the board never had it.
  package func title(of column: String) -> String { titles[ExactString(column)] ?? column }
}
