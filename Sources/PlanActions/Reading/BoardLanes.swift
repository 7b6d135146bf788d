import PlanModel

extension PlansFound {
  /// Returns the ids of the columns with the given names, in the order of the names.
  ///
  /// - Parameter names: Ids or titles, each alone or several separated by commas. A lane without a
  ///   column is named by the `state` of its plans.
  /// - Returns: nil if no name was given.
  /// - Throws: `Problem` with code `unknownColumn` for the first unknown name.
  package func lanes(named names: [String]) throws(Problem) -> [String]? {
    guard !names.isEmpty else { return nil }
    let states = Set(allPlans.lazy.filter { !$0.isDeleted }.map { ExactString($0.state) })
    var lanes: [String] = []
    for name in names {
      // A title may contain a comma.
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
