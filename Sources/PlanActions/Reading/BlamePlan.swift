package import PlanModel
import PlanStore
package import PlanView

/// The last author of each value of a plan.
package struct PlanBlamed {
  package let shown: ShownBoard
  package let plan: PlanID
  /// The values in the order in which a plan is shown.
  package let values: [BlamedValue]
}

extension Workspace {
  /// Returns the last author of each value of a plan, and of each line of its description.
  ///
  /// The values are the plan's fields, set members, checklist lines and comments.
  ///
  /// - Parameters:
  ///   - typed: The beginning of an id, an alias, or words of the title.
  ///   - past: A moment or a commit of the past; nil for now.
  package func blame(_ typed: String, at past: String? = nil) throws -> PlanBlamed {
    let shown = try board(at: past)
    let id = try resolve(typed, in: shown)
    let document = try shown.snapshot.existingDocument(id)
    let paths = document.blamedPaths(of: Plan(document, id: id))
    let placed = paths.compactMap { path in
      document[path].first.map { PlacedValue(plan: id, path: path, element: $0) }
    }
    let origins = try shown.snapshot.origins(of: Set(placed))
    var values: [BlamedValue] = []
    for value in placed {
      let origin = try origins[value].map(blamed)
      if value.path == PlanField.body.path {
        values += try lines(of: id, value.element.value, in: shown)
      } else {
        values.append(
          BlamedValue(
            path: value.path, line: nil, value: value.element.value,
            itemText: document.itemText(at: value.path), origin: origin))
      }
    }
    return PlanBlamed(shown: shown, plan: id, values: values)
  }

  private func lines(
    of id: PlanID, _ body: JSONValue, in shown: ShownBoard
  ) throws -> [BlamedValue] {
    let origins = try shown.snapshot.lineOrigins(of: id)
    return try (body.lines ?? []).enumerated().map { number, line in
      BlamedValue(
        path: PlanField.body.path, line: number + 1, value: .string(ExactString(line)),
        itemText: nil,
        origin: origins.indices.contains(number) ? try origins[number].map(blamed) : nil)
    }
  }

  private func blamed(_ origin: ValueOrigin) throws -> BlamedValue.Origin {
    BlamedValue.Origin(
      commit: CommitID(origin.commit), at: origin.at, author: origin.by,
      agent: try store.agent(of: origin.commit, by: origin.by))
  }
}
