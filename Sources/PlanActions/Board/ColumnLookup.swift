package import PlanModel
import PlanStore

extension Board {
  /// Returns the column with this id or title, ignoring case.
  ///
  /// - Throws: A problem that lists the board's columns.
  package func column(named text: String) throws(Problem) -> Column {
    guard let column = columns(named: text).first else {
      throw Problem.unknownColumn(text, on: self)
    }
    return column
  }

  /// Returns the present column that has this id or title on the board which the person saw.
  ///
  /// - Throws: A problem that lists the columns, also if the column was removed since.
  func column(named text: String, seenOn seen: Board) throws(Problem) -> Column {
    let id = try seen.column(named: text).id
    guard let column = self[column: id] else { throw Problem.unknownColumn(text, on: self) }
    return column
  }
}
