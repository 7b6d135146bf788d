import PlanModel

extension PlansFound {
  /// Returns the ids of the columns with some names, in the order of the names.
  ///
  /// - Parameter names: Ids or titles, or several of them with commas between. A lane that the board
  ///   does not know is named by the `state` of its plans.
  /// - Returns: nil if no name was given.
  /// - Throws: `Problem` with code `unknownColumn` for the first name that no column has.
  package func lanes(named names: [String]) throws(Problem) -> [String]? {
    guard !names.isEmpty else { return nil }
    let states = Set(allPlans.lazy.filter { !$0.isDeleted }.map { ExactString($0.state) })
    var lanes: [String] = []
    for name in names {
      // A title may have a comma in it.
      if let lane = lane(named: name, states) {
        lanes.append(lane)
        continue
      }
      for part in name.split(separator: ",") {
        let part = String(part)
        guard let lane = lane(named: part, states) else {
          throw Problem.unknownColumn(part, on: shown.board)
        }
        lanes.append(lane)
      }
    }
    guard !lanes.isEmpty else { throw Problem.unknownColumn("", on: shown.board) }
    return lanes.map { ExactString($0) }.unique.map(\.text)
  }

  private func lane(named name: String, _ states: Set<ExactString>) -> String? {
    if let column = shown.board.columns(named: name).first { return column.id }
    return states.contains(ExactString(name)) ? name : nil
  }
}
