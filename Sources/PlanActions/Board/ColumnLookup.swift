package import PlanModel

extension Board {
  /// Returns the column with this id or title, in any case of letters.
  ///
  /// - Throws: A problem that lists the board's columns.
  package func column(named text: String) throws(Problem) -> Column {
    guard let column = columns(named: text).first else {
      throw Problem.unknownColumn(text, on: self)
    }
    return column
  }
}
