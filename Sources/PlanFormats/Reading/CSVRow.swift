import PlanModel

/// A row of a table, which remembers the columns that were read.
struct CSVRow {
  let table: CSVTable
  let index: Int
  private var read: Set<String> = []

  init(_ table: CSVTable, _ index: Int) { (self.table, self.index) = (table, index) }

  /// Returns the first non-empty value of the first named column that has one; nil if none has.
  mutating func text(_ names: String...) -> String? {
    read.formUnion(names.map { $0.lowercased() })
    return names.lazy.compactMap { [table, index] in table.value($0, index) }.first
  }

  /// Returns all values of some columns, in order.
  mutating func texts(_ names: String...) -> [String] {
    read.formUnion(names.map { $0.lowercased() })
    return names.flatMap { table.values($0, index) }
  }

  /// Marks columns as read that contain nothing about a plan, such as addresses.
  mutating func ignore(_ names: String...) { read.formUnion(names.map { $0.lowercased() }) }

  /// The names of the columns that have a value here, and were not read.
  var unread: [String] {
    table.filledColumns(index).map { table.header[$0] }.filter { !read.contains($0.lowercased()) }
  }
}

extension TrackerPlans {
  /// Returns the rows of a table that a program has written. Rows that were cut are a loss.
  mutating func rows(of table: CSVTable) -> [CSVRow] {
    let whole = (0..<table.count).filter(table.isWhole)
    lose("rows that end before the last column", table.count - whole.count)
    return whole.map { CSVRow(table, $0) }
  }
}

extension TrackerPlan {
  /// Adds a loss for each column that was not read.
  mutating func loseUnread(of row: CSVRow) {
    for name in row.unread.prefix(100) { lose("'\(name.excerpt)'") }
  }
}
