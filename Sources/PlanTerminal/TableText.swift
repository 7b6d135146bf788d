import PlanModel
package import PlanView

/// A table: aligned columns with headings for people, one record a row for programs.
package struct TableText: TextForm {
  package let records: [PlainRecord]
  private let headings: [String]
  private let rows: [[StyledText]]
  /// What people see in place of a table without rows.
  private let nothing: String

  private static let gap = 2

  /// - Parameters:
  ///   - headings: One for each column; all empty for none.
  ///   - rows: As many cells each as there are headings. The last one takes the room that is left.
  ///   - records: The rows for programs, in full.
  package init(
    headings: [String], rows: [[StyledText]], records: [PlainRecord], nothing: String
  ) {
    (self.headings, self.rows) = (headings, rows)
    (self.records, self.nothing) = (records, nothing)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !rows.isEmpty else { return [StyledText(nothing, .muted).truncated(toCells: width)] }
    let headed = headings.contains { !$0.isEmpty }
    let heading = headings.map { StyledText($0, .muted) }
    let all = headed ? [heading] + rows : rows
    var widths = headings.indices.dropLast().map { column in
      Flow.width(of: all.lazy.map { $0[column] }, limit: max(8, width / 2))
    }
    let used = widths.reduce(0) { $0 + $1 + Self.gap }
    widths.append(max(1, width - used))
    return all.map { cells in
      Flow.row(
        zip(cells, widths).map { $0.truncated(toCells: $1) }, widths: widths, gap: Self.gap
      ).truncated(toCells: width)
    }
  }
}
