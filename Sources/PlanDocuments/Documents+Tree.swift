package import PlanActions
package import PlanModel

extension Documents {
  /// The plans of a board below their parents.
  ///
  /// The rows are flat, because a chain of parents can be as long as the board. Each row has its
  /// depth and comes after its parent. `plans` has each plan once.
  package static func tree(_ found: TreeShown) -> JSONObject {
    let shown = found.shown
    let progress = Dictionary(
      uniqueKeysWithValues: Set(found.forest.rows.map(\.id)).map {
        ($0, found.relations.progress(of: $0))
      })
    let rows = found.forest.rows.map { row in
      let progress = progress[row.id] ?? nil
      return JSONValue.object([
        "plan": .string(row.id.text), "depth": .number(row.depth),
        "parent": .optional(row.parent?.text), "children": .number(progress?.total ?? 0),
        "done": .number(progress?.done ?? 0),
        "matches": .bool(found.wanted?.contains(row.id) ?? true),
        "repeats": .bool(row.repetition == .again), "cycle": .bool(row.repetition == .cycle),
      ])
    }
    return [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "rows": .array(rows), "repeatsLeftOut": .number(found.forest.repeatedCount),
      "plans": objects(found.plans, on: shown),
      "cycles": .array(found.forest.cycles.map { .strings($0.map(\.text)) }),
    ]
  }
}
