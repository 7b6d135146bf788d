package import PlanActions
package import PlanModel
package import PlanView

extension Documents {
  /// Returns the document with a board's columns and their plans, followed by unknown columns that
  /// plans name.
  ///
  /// `count` is the number of all plans in a column that are not deleted, and `matches` the number
  /// that the query found, deleted or not.
  ///
  /// - Parameters:
  ///   - columns: The ids of the columns to include; nil for all.
  ///   - grouping: The field to group by; adds `groups`, each with the ids of its plans.
  ///   - people: The people on the plans, for grouping by people.
  ///   - summed: The fields that are added up in `sums` of each column; if empty, there is no
  ///     `sums`.
  ///   - members: The members of each plan to include; nil for all.
  package static func board(
    _ found: PlansFound, columns: [String]? = nil, groupedBy grouping: PlanGrouping? = nil,
    people: PeopleIndex = PeopleIndex(), summed: [SummedField] = [],
    only members: PlanMembers? = nil
  ) throws -> JSONObject {
    let shown = found.shown
    let plans = found.plans
    let byState = Dictionary(grouping: plans) { ExactString($0.state) }
    var counts: [ExactString: Int] = [:]
    for plan in found.allPlans where !plan.isDeleted {
      counts[ExactString(plan.state), default: 0] += 1
    }
    let lanes = lanes(
      of: shown.board, states: Set(counts.keys).union(byState.keys), columns: columns)
    var document: JSONObject = [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "columns": .objects(lanes) { column in
        let plans = byState[ExactString(column.id)] ?? []
        var object = BoardJSON.column(column)
        object["count"] = .number(counts[ExactString(column.id)] ?? 0)
        object["matches"] = .number(plans.count)
        object["plans"] = objects(plans, on: shown, only: members)
        if !summed.isEmpty { object["sums"] = sums(summed.map { FieldTotal($0, of: plans) }) }
        return object
      },
    ]
    if let grouping {
      let ids = Set(lanes.map { ExactString($0.id) })
      document["groupedBy"] = .string(grouping.name)
      document["groups"] = try groups(
        of: plans.filter { ids.contains(ExactString($0.state)) }, by: grouping, found, people)
    }
    return document
  }

  static func lanes(
    of board: Board, states: some Sequence<ExactString>, columns: [String]?
  ) -> [Column] {
    let unknown = states.filter { board[column: $0.text] == nil }.sorted()
      .map { Column(id: $0.text, title: $0.text, kind: .todo) }
    let all = board.columns + unknown
    guard let columns else { return all }
    let byID = Dictionary(all.map { (ExactString($0.id), $0) }) { first, _ in first }
    return columns.compactMap { byID[ExactString($0)] }
  }

  private static func groups(
    of plans: [Plan], by grouping: PlanGrouping, _ found: PlansFound, _ people: PeopleIndex
  ) throws -> JSONValue {
    let groups = grouping.groups(
      of: plans, all: found.allPlans, board: found.shown.board,
      viewpoint: try found.shown.viewpoint(), relations: found.relations,
      people: people)
    return .objects(groups) {
      ["value": .optional($0.value), "plans": .strings($0.plans.map(\.id.text))]
    }
  }
}

extension Documents {
  /// Returns the document with the plans of a board as a tree of parents and children.
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

extension Documents {
  /// Returns the document with the plans to do next, each with the reasons in words.
  ///
  /// - Parameters:
  ///   - plans: The plans to include, which are the first of those found.
  ///   - members: The members of each plan to include; nil for all.
  package static func next(
    _ plans: [NextPlan], of found: NextPlansFound, only members: PlanMembers? = nil
  ) -> JSONObject {
    let shown = found.shown
    return [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "ready": .number(found.plans.count),
      "next": .objects(plans) { next in
        [
          "plan": object(next.plan, on: shown, only: members),
          "reasons": .strings(
            next.reasons.map { [$0].words(today: shown.today, now: shown.now) }),
        ]
      },
    ]
  }
}
