import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The GET requests below `/api/boards/BOARD/`, by the last part of the URL. They change nothing.
///
/// Each question parses its values first, and returns a function that creates the answer.
enum Questions {
  typealias Question = @Sendable (RequestValues) throws -> Answer
  typealias Answer = (Workspace) throws -> JSONObject

  /// The largest number of plans in a roadmap, unless the request gives another: more than anybody
  /// reads.
  private static let mostBars = 500
  /// The largest number of deleted plans that are listed, unless the request gives another.
  private static let mostDeleted = 500
  /// The largest number of plans in an inbox, unless the request gives another.
  static let mostNew = 200

  static let all: [String: Question] = [
    "cards": { values in
      let (query, past) = (try values.text("q") ?? "", try values.text("at"))
      let finished = try values.count("finished")
      return { board in
        // The head is read first. If it moves meanwhile, a later event reports the newer head.
        let shared = try board.heads().shared
        let found = try board.find(query, at: past, needsTexts: false)
        var document = try Documents.cards(
          found, unshared: past == nil ? board.unsharedPlans() : nil, finished: finished)
        document["shared"] = .optional(shared?.hex)
        document["notices"] = Documents.notices(found.notices)
        return document
      }
    },
    "matches": { values in
      let (query, past) = (try values.text("q") ?? "", try values.text("at"))
      return { board in try matches(query, at: past, on: board) }
    },
    "news": news,
    "plan": { values in
      let (id, past) = (try values.requiredText("id"), try values.text("at"))
      return { board in try plan(id, at: past, on: board) }
    },
    "blame": { values in
      let (plan, past) = (try values.requiredText("id"), try values.text("at"))
      return { board in Documents.blame(try board.blame(plan, at: past)) }
    },
    "log": { values in
      let request = try history(values)
      return { board in Documents.history(try board.history(request)) }
    },
    "story": { values in
      let request = try history(values)
      return { board in try Documents.story(board.history(request)) }
    },
    "moments": { values in
      let limit = try values.count("n") ?? 100
      return { board in Documents.moments(try board.moments(limit)) }
    },
    "diff": { values in
      let (from, to) = (try values.requiredText("from"), try values.text("to"))
      let query = try values.text("q") ?? ""
      return { board in
        Documents.differences(try board.compare(from: from, to: to, where: query, isPeriod: false))
      }
    },
    "conflicts": always { board in try Documents.waiting(board.conflicts()) },
    "merged": { values in
      let (plan, field) = (try values.requiredText("plan"), try values.requiredText("field"))
      let seen = try values.text("seen")
      return { board in
        let open = try board.openConflict(plan, field: field, at: seen)
        return try Documents.merged(board.page(for: open), of: open)
      }
    },
    "deleted": { values in
      let (past, limit) = (try values.text("at"), try values.count("n") ?? mostDeleted)
      return { board in try Documents.deleted(board.deletedPlans(at: past, limit: limit)) }
    },
    "inbox": { values in
      let limit = try values.count("n") ?? mostNew
      return { board in
        Documents.inbox(try board.digest(since: .lastRead, for: "me"), limit: limit)
      }
    },
    "day": { values in
      let words = try values.requiredText("words")
      return { board in Documents.day(try board.day(words)) }
    },
    "status": always { board in Documents.status(try board.status()) },
    "people": always { board in Documents.people(try board.people()) },
    "labels": always { board in Documents.labels(try board.labels()) },
    "settings": always { board in Documents.settings(try board.settings()) },
    "stats": { values in
      let grouping = try values.text("by")
      let flow = try values.flow()
      return { board in Documents.statistics(try board.flow(flow, by: grouping)) }
    },
    "forecast": { values in
      let (query, since) = (try values.text("q") ?? "", try values.text("since"))
      let (day, count) = (try values.text("by"), try values.count("count"))
      return { board in
        Documents.forecast(try board.forecast(query, since: since, by: day, count: count))
      }
    },
    "chart": { values in
      let kind = try values.choice("kind", of: ChartKind.self) ?? .cumulativeFlow
      let flow = try values.flow()
      return { board in
        let found = try board.flow(flow)
        let chart = found.chart(kind)
        var document = Documents.chart(chart, of: found)
        document["picture"] = .string(ChartSVG(chart, remark: found.remark).text)
        return document
      }
    },
    "roadmap": { values in
      let (query, since) = (try values.text("q") ?? "", try values.text("since"))
      let grouping = try values.choice("by", of: RoadmapGrouping.self)
      let limit = try values.count("n") ?? mostBars
      return { board in
        Documents.roadmap(try board.roadmap(query, since: since, by: grouping), limit: limit)
      }
    },
    "milestones": always { board in
      Documents.phases(try board.phases(.milestone, withClosed: true))
    },
    "complete": { values in
      let query = try values.requiredText("q")
      return { board in Documents.completions(try board.completions(ofQuery: query)) }
    },
    "quick": { values in
      let line = try values.requiredText("line")
      return { board in Documents.quick(try board.quickPlan(line)) }
    },
    "undoable": always { board in
      Documents.undoable(undo: try board.previewIfAny(.undo), redo: try board.previewIfAny(.redo))
    },
  ]

  /// Returns a question without values.
  private static func always(
    _ answer: @escaping @Sendable (Workspace) throws -> JSONObject
  ) -> Question {
    { _ in answer }
  }

  static func matches(_ query: String, at past: String?, on board: Workspace) throws -> JSONObject {
    let found = try board.find(query, at: past, isBestFirst: true, needsTexts: false)
    var document = Documents.matches(found)
    document["notices"] = Documents.notices(found.notices)
    return document
  }

  static func plan(_ id: String, at past: String?, on board: Workspace) throws -> JSONObject {
    let found = try board.show(id, at: past)
    return Documents.detail(found, try board.detail(of: found))
  }

  private static func history(_ values: RequestValues) throws -> ShowHistory {
    var filter = HistoryFilter()
    (filter.since, filter.until) = (try values.text("since"), try values.text("until"))
    filter.author = try values.text("author")
    filter.fields = try values.text("field").map { [$0] } ?? []
    let words = try values.text("q").map { [$0] } ?? []
    return ShowHistory(words, filter: filter, limit: try values.count("n") ?? 100)
  }
}
