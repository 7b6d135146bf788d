package import PlanModel

extension Board {
  /// The column with this id or title, whatever its case.
  ///
  /// - Throws: A problem that names the columns there are.
  package func column(named text: String) throws(Problem) -> Column {
    guard let column = columns(named: text).first else {
      throw Problem.unknownColumn(text, on: self)
    }
    return column
  }
}
