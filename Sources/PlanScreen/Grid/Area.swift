/// A rectangle of cells in which a view draws.
package struct Area: Hashable, Sendable {
  package var row: Int
  package var column: Int
  /// The height; never negative.
  package var rows: Int
  /// The width; never negative.
  package var columns: Int

  package init(row: Int = 0, column: Int = 0, columns: Int, rows: Int) {
    (self.row, self.column) = (row, column)
    (self.rows, self.columns) = (max(0, rows), max(0, columns))
  }

  package var isEmpty: Bool { rows == 0 || columns == 0 }
  /// The row below the last one.
  package var endRow: Int { row + rows }
  /// The column right of the last one.
  package var endColumn: Int { column + columns }

  package func contains(row: Int, column: Int) -> Bool {
    (self.row..<endRow).contains(row) && (self.column..<endColumn).contains(column)
  }

  /// Returns the common part of two areas; an empty area if they do not overlap.
  package func intersection(_ other: Area) -> Area {
    let (row, column) = (max(row, other.row), max(column, other.column))
    return Area(
      row: row, column: column, columns: min(endColumn, other.endColumn) - column,
      rows: min(endRow, other.endRow) - row)
  }
}
