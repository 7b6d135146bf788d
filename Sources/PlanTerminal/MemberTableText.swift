import PlanModel
package import PlanView

/// Chosen members of plans, one plan per line: aligned columns with a heading for people, all
/// values in full for programs.
package struct MemberTableText: TextForm {
  private let table: MemberTable
  /// The message if there are no plans.
  private let nothing: String
  /// The list whose sums come last; nil for none.
  private let totals: ListModel?

  private static let gap = 2
  /// The smallest width to which columns are narrowed if there is too little room.
  private static let leastWidth = 4

  package init(_ table: MemberTable, nothing: String, totals: ListModel? = nil) {
    (self.table, self.nothing, self.totals) = (table, nothing, totals)
  }

  package var records: [PlainRecord] {
    (table.plainRows + (totals?.totalFields ?? [])).map { PlainRecord($0) }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !table.isEmpty else { return [StyledText(nothing, .muted).truncated(toCells: width)] }
    let rows = [table.members.names.map { StyledText($0, .muted) }] + table.rows
    let natural = table.members.names.indices.map { column in
      Flow.width(of: rows.lazy.map { $0[column] }, limit: .max)
    }
    let widths = Self.narrowed(natural, toFit: width - Self.gap * (natural.count - 1))
    return rows.map { Flow.row($0, widths: widths, gap: Self.gap).truncated(toCells: width) }
      + (totals?.totalLines ?? []).map { $0.truncated(toCells: width) }
  }

  /// Returns the widths of columns that together take at most `room`, if that is possible. The
  /// widest columns are narrowed first, and equally.
  static func narrowed(_ natural: [Int], toFit room: Int) -> [Int] {
    var limit = min(natural.max() ?? 0, max(room, leastWidth))
    while limit > leastWidth, natural.reduce(0, { $0 + min($1, limit) }) > room { limit -= 1 }
    // Cells that remain after equal narrowing go to the first narrowed columns.
    var left = room - natural.reduce(0) { $0 + min($1, limit) }
    return natural.map { width in
      guard width > limit, left > 0 else { return min(width, limit) }
      left -= 1
      return limit + 1
    }
  }
}
