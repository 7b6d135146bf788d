package import PlanView

/// Plans to choose from, one per line: id, column, title.
package struct ChoiceText {
  private let plans: [PlanSummary]

  package init(_ plans: [PlanSummary]) { self.plans = plans }

  /// The largest number of plans to choose from by number.
  private static let mostNumbered = 20
  private static let mostColumnWidth = 16

  /// The plans as aligned lines, without truncated titles.
  package var rows: [StyledText] {
    let ids = plans.map { StyledText($0.shortID, .id) }
    let columns = plans.map { StyledText($0.columnTitle).truncated(toCells: Self.mostColumnWidth) }
    let widths = [Flow.width(of: ids, limit: .max), Flow.width(of: columns, limit: .max)]
    return plans.indices.map { index in
      let title = plans[index].title
      return Flow.row(
        [ids[index], columns[index], title], widths: widths + [title.widthInCells])
    }
  }

  /// The number of plans that `numbered` shows.
  package var countOfNumbers: Int { min(plans.count, Self.mostNumbered) }

  /// Returns the first plans with numbers from 1, and the count of the other plans.
  package func numbered(widthInCells width: Int) -> [StyledText] {
    let digits = String(countOfNumbers).count
    var lines = rows.prefix(countOfNumbers).enumerated().map { index, row in
      let number = String(index + 1)
      let indent = String(repeating: " ", count: 2 + digits - number.count)
      return (StyledText(indent + number + "  ") + row).truncated(toCells: width)
    }
    let more = plans.count - countOfNumbers
    if more > 0 {
      lines.append(StyledText("  and \(more) more").truncated(toCells: width))
    }
    return lines
  }
}
