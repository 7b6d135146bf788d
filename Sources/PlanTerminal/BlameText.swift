package import PlanModel
package import PlanView

/// The origin of each value of a plan, one per line. On a narrow terminal the origin is below the
/// value.
///
/// Columns for programs: commit, time, author, field, line of the description, value.
package struct BlameText: TextForm {
  private let values: [BlamedValue]
  private let board: Board
  private let viewpoint: Viewpoint

  package init(_ values: [BlamedValue], board: Board, viewpoint: Viewpoint) {
    (self.values, self.board, self.viewpoint) = (values, board, viewpoint)
  }

  /// The smallest width at which the origin stands beside the value.
  private static let wideFrom = 72

  package func lines(widthInCells width: Int) -> [StyledText] {
    width < Self.wideFrom && !values.isEmpty
      ? values.flatMap { narrowLines(of: $0, toCells: width) } : table.lines(widthInCells: width)
  }

  package var records: [PlainRecord] {
    values.map { value in
      PlainRecord([
        value.origin?.commit.hex, value.origin?.at.description, value.origin?.author,
        value.line == nil ? value.name : "body", value.line.map(String.init), value.plain,
      ])
    }
  }

  private var table: TableText {
    TableText(
      headings: Array(repeating: "", count: 5),
      rows: values.map { value in
        [commit(of: value), time(of: value), author(of: value)]
          + [StyledText(value.name, .muted), value.words(on: board)]
      },
      records: records, nothing: "the plan has no values")
  }

  private func narrowLines(of value: BlamedValue, toCells width: Int) -> [StyledText] {
    let text = StyledText(value.name, .muted) + "  " + value.words(on: board)
    let origin = [author(of: value), time(of: value), commit(of: value)]
      .joined(by: StyledText(", ", .muted))
    return text.wrapped(toCells: width, indent: 2)
      + Flow.indented(origin.wrapped(toCells: width - 2), by: 2)
  }

  private func commit(of value: BlamedValue) -> StyledText {
    StyledText(value.origin?.commit.abbreviated ?? "", .muted)
  }

  private func time(of value: BlamedValue) -> StyledText {
    StyledText(value.origin.map { viewpoint.words(since: $0.at) } ?? "", .muted)
  }

  private func author(of value: BlamedValue) -> StyledText {
    StyledText(value.origin.map { Person($0.author).fullName } ?? "unknown", .person)
  }
}
