import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The addresses that answer with GET, below `/api/boards/BOARD/`; they change nothing.
enum Questions {
  typealias Answer = @Sendable (Values, Workspace) throws -> JSONObject

  static let all: [String: Answer] = [
    "cards": { values, board in
      let request = FindPlans(try values.text("q") ?? "", at: try values.text("at"))
      try values.requireNoOthers()
      let found = try board.find(request)
      var document = try Documents.cards(
        found, unshared: request.past == nil ? board.unsharedPlans() : nil)
      document["notices"] = Documents.notices(found.notices)
      return document
    },
    "matches": { values, board in
      let request = FindPlans(
        try values.text("q") ?? "", at: try values.text("at"), isBestFirst: true)
      try values.requireNoOthers()
      let found = try board.find(request)
      var document = Documents.matches(found)
      document["notices"] = Documents.notices(found.notices)
      return document
    },
    "news": { values, board in
      let commit = try values.requiredText("from")
      try values.requireNoOthers()
      return try Documents.news(board.news(since: commit), unshared: board.unsharedPlans())
    },
    "plan": { values, board in
      let (plan, past) = (try values.requiredText("id"), try values.text("at"))
      try values.requireNoOthers()
      let found = try board.show(plan, at: past)
      return Documents.detail(found, try board.detail(of: found))
    },
    "blame": { values, board in
      let (plan, past) = (try values.requiredText("id"), try values.text("at"))
      try values.requireNoOthers()
      return Documents.blame(try board.blame(plan, at: past))
    },
    "log": { values, board in Documents.history(try history(values, board)) },
    "story": { values, board in try Documents.story(history(values, board)) },
    "moments": { values, board in
      let limit = try values.count("n") ?? 100
      try values.requireNoOthers()
      return Documents.moments(try board.moments(limit))
    },
    "diff": { values, board in
      let request = CompareBoards(
        from: try values.requiredText("from"), to: try values.text("to"),
        where: try values.text("q") ?? "", isPeriod: false)
      try values.requireNoOthers()
      return Documents.differences(try board.compare(request))
    },
    "conflicts": { values, board in
      try values.requireNoOthers()
      return try Documents.waiting(board.conflicts())
    },
    "merged": { values, board in
      let open = try board.openConflict(
        values.requiredText("plan"), field: try values.requiredText("field"),
        at: try values.text("seen"))
      try values.requireNoOthers()
      return try Documents.merged(board.page(for: open), of: open)
    },
    "status": { values, board in
      try values.requireNoOthers()
      return Documents.status(try board.status())
    },
    "people": { values, board in
      try values.requireNoOthers()
      return Documents.people(try board.people())
    },
    "labels": { values, board in
      try values.requireNoOthers()
      return Documents.labels(try board.labels())
    },
    "settings": { values, board in
      try values.requireNoOthers()
      return Documents.settings(try board.settings())
    },
    "stats": { values, board in
      let grouping = try values.choice("by", of: FlowGrouping.self)
      let request = ShowStatistics(try values.flow(), by: grouping)
      try values.requireNoOthers()
      return Documents.statistics(try board.statistics(request))
    },
    "forecast": { values, board in
      let request = ForecastWork(
        try values.text("q") ?? "", since: try values.text("since"), by: try values.text("by"),
        count: try values.count("count"))
      try values.requireNoOthers()
      return Documents.forecast(try board.forecast(request))
    },
    "chart": { values, board in
      let kind = try values.choice("kind", of: ChartKind.self) ?? .cumulativeFlow
      let request = DrawChart(kind, of: try values.flow())
      try values.requireNoOthers()
      let drawn = try board.chart(request)
      var document = Documents.chart(drawn)
      document["picture"] = .string(ChartSVG(drawn.chart, remark: drawn.remark).text)
      return document
    },
    "complete": { values, board in
      let query = try values.requiredText("q")
      try values.requireNoOthers()
      return Documents.completions(try board.completions(ofQuery: query))
    },
    "undoable": { values, board in
      try values.requireNoOthers()
      return Documents.undoable(try board.undoable())
    },
  ]

  private static func history(_ values: Values, _ board: Workspace) throws -> HistoryShown {
    var filter = HistoryFilter()
    (filter.since, filter.until) = (try values.text("since"), try values.text("until"))
    filter.author = try values.text("author")
    filter.fields = try values.text("field").map { [$0] } ?? []
    let words = try values.text("q").map { [$0] } ?? []
    let request = ShowHistory(words, filter: filter, limit: try values.count("n") ?? 100)
    try values.requireNoOthers()
    return try board.history(request)
  }
}
