import PlanModel
package import PlanView

/// A table: aligned columns with headings for people, one record per row for programs.
package struct TableText: TextForm {
  package let records: [PlainRecord]
  private let headings: [String]
  private let rows: [[StyledText]]
  /// The message if the table has no rows.
  private let nothing: String

  private let last: LastColumn

  /// How the last column is shown if there is too little room.
  package enum LastColumn: Sendable {
    /// The last column is truncated.
    case cut
    /// The last column is wrapped into several lines.
    case wrapped
    /// Only the first column is truncated. The columns that do not fit follow in another table
    /// below, which repeats the first column.
    case whole
  }

  private static let gap = 2
  /// With `LastColumn.whole`, the width down to which the first column may be truncated.
  private static let leastFirst = 12

  /// Makes a table for people, with the same rows as records for programs.
  ///
  /// - Parameters:
  ///   - headings: The heading of each column; empty for a table without headings.
  ///   - rows: The cells of each row, one for each column.
  ///   - records: The rows for programs, in full.
  package init(
    headings: [String] = [], rows: [[StyledText]], records: [PlainRecord], nothing: String = "",
    last: LastColumn = .cut
  ) {
    (self.headings, self.rows) = (headings, rows)
    (self.records, self.nothing, self.last) = (records, nothing, last)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !rows.isEmpty else { return [StyledText(nothing, .muted).truncated(toCells: width)] }
    let heading = headings.map { StyledText($0, .muted) }
    let all = heading.isEmpty ? rows : [heading] + rows
    guard case .whole = last else { return lines(of: all, toCells: width) }
    return bands(of: all, toCells: width).enumerated().flatMap { place, columns in
      let cells = all.map { row in columns.map { row[$0] } }
      let widths = columns.map { column in
        let limit = column == 0 ? width - rest(columns, of: all) : width
        return Flow.width(of: all.lazy.map { $0[column] }, limit: max(Self.leastFirst, limit))
      }
      return (place > 0 ? [StyledText()] : [])
        + cells.map { Flow.row($0, widths: widths, gap: Self.gap).truncated(toCells: width) }
    }
  }

  /// Returns the lines of a table whose last column takes the remaining width.
  private func lines(of all: [[StyledText]], toCells width: Int) -> [StyledText] {
    var widths = all[0].indices.dropLast().map { column in
      Flow.width(of: all.lazy.map { $0[column] }, limit: max(8, width / 2))
    }
    let used = widths.reduce(0) { $0 + $1 + Self.gap }
    let room = max(1, width - used)
    widths.append(room)
    return all.flatMap { cells in
      var parts = [cells[cells.count - 1].truncated(toCells: room)]
      if case .wrapped = last { parts = cells[cells.count - 1].wrapped(toCells: room) }
      return parts.enumerated().map { place, part in
        let others = cells.dropLast().map { place == 0 ? $0 : StyledText() }
        return Flow.row(others + [part], widths: widths, gap: Self.gap).truncated(toCells: width)
      }
    }
  }

  /// Divides the columns into tables that fit. Each table begins with the first column and has at
  /// least one other.
  private func bands(of all: [[StyledText]], toCells width: Int) -> [[Int]] {
    var bands = [[0]]
    for column in all[0].indices.dropFirst() {
      let more = bands[bands.count - 1] + [column]
      let fits = Self.leastFirst + rest(more, of: all) <= width
      if fits || more.count == 2 {
        bands[bands.count - 1] = more
      } else {
        bands.append([0, column])
      }
    }
    return bands
  }

  /// Returns the width of all columns except the first, including the gaps before them.
  private func rest(_ columns: [Int], of all: [[StyledText]]) -> Int {
    columns.dropFirst().reduce(0) { sum, column in
      sum + Self.gap + Flow.width(of: all.lazy.map { $0[column] }, limit: .max)
    }
  }
}
