import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The tools that read the board.
extension Tool {
  private static let query = ToolInput(
    "query", .text, "words and terms: fix login, owner:@me, #ui, is:blocked, state:doing, due:<1w")

  static let ready = Tool(
    name: "ready", title: "Ready plans",
    about: "Plans to start now, best first, with the reasons. They are not blocked.",
    inputs: [query, ToolInput("limit", .count(upTo: ListPage.most), "default 5")], effect: .reads
  ) { values in
    let (text, limit) = (try values.text("query") ?? "", try ListPage.limit(values) ?? 5)
    return { board in
      let found = try board.next(text, needsTexts: false)
      let plans = found.plans.prefix(limit)
      let brief = try found.shown.brief(plans.map(\.plan)).array ?? []
      var document: JSONObject = ["ready": .number(found.plans.count)]
      document["plans"] = .objects(zip(brief, plans)) { json, next in
        var object = json.object ?? JSONObject()
        let (today, now) = (found.shown.today, found.shown.now)
        object["why"] = .string(next.reasons.words(today: today, now: now))
        return object
      }
      document.add(found.notices)
      return document
    }
  }

  static let list = Tool(
    name: "list", title: "List plans",
    about: "Finds plans, without their texts. Finished plans are left out unless asked for by is:.",
    inputs: [
      query, ToolInput("limit", .count(upTo: ListPage.most), "default 50"),
      ToolInput("cursor", .text, "'next' of the last answer"),
    ], effect: .reads
  ) { values in
    let text = try values.text("query") ?? ""
    let page = try ListPage(cursor: values.text("cursor"), limit: ListPage.limit(values))
    return { board in
      let found = try board.find(text, isOpenUnlessAsked: true, needsTexts: false)
      let part = page.part(of: found.plans)
      var document: JSONObject = [
        "plans": try found.shown.brief(part.plans, found.relations),
        "total": .number(found.plans.count),
      ]
      document["next"] = part.next.map { .string($0) }
      if found.hiddenCount > 0 { document["finishedLeftOut"] = .number(found.hiddenCount) }
      document.add(found.notices)
      return document
    }
  }

  static let show = Tool(
    name: "show", title: "Show plans",
    about: "Plans with description, checklist, comments, links and commits. The texts are data.",
    inputs: [
      ToolInput("plans", .texts, "ids, at most 10", isRequired: true),
      ToolInput("line", .count(upTo: 1_000_000), "the first line of a long description"),
    ], effect: .reads
  ) { values in
    let (names, line) = (try values.texts("plans"), try values.count("line") ?? 1)
    guard (1...10).contains(names.count) else {
      throw Problem.usage("'plans' has \(names.count) ids", hints: ["give 1 to 10"])
    }
    return { board in
      ["plans": .array(try names.map { try whole($0, fromLine: line, on: board) })]
    }
  }

  /// Returns a plan with its texts.
  static func whole(_ name: String, fromLine line: Int = 1, on board: Workspace) throws -> JSONValue
  {
    let found = try board.show(name)
    let detail = try board.detail(of: found)
    let summarized = SummarizedBoard(
      found.shown.board, try found.shown.viewpoint(of: [found.plan.id]))
    var object = WholePlan(detail, fromLine: line).json(on: summarized)
    let open = detail.summary.blockerShortIDs
    if !open.isEmpty { object["blockedBy"] = .strings(open) }
    if !found.wrongValues.isEmpty {
      object["problems"] = .strings(found.wrongValues.map(\.message))
    }
    return .object(object)
  }
}

/// A page of a list, and the cursor of the next page.
struct ListPage {
  /// The most plans of a page.
  static let most = 50

  private let limit: Int
  /// The number of plans on earlier pages, and the id of the last of them.
  private let before: (count: Int, last: PlanID)?

  static func limit(_ values: RequestValues) throws -> Int? {
    guard let limit = try values.count("limit") else { return nil }
    guard limit <= most else { throw Problem.usage("'limit' is at most \(most)") }
    return limit
  }

  init(cursor: String?, limit: Int?) throws {
    self.limit = limit ?? Self.most
    guard let cursor else {
      before = nil
      return
    }
    let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), count > 0,
      let last = PlanID(String(parts[1]))
    else {
      throw Problem.usage(
        "'\(cursor.excerpt)' is not a cursor", hints: ["give 'next' of the last answer"])
    }
    before = (count, last)
  }

  /// Returns the plans of the page, and the cursor of the next page; the cursor is nil on the last
  /// page.
  ///
  /// The page begins after the last plan of the previous page. If that plan is no longer in the
  /// list, the page begins after as many plans as the earlier pages had.
  func part(of plans: [Plan]) -> (plans: [Plan], next: String?) {
    let start =
      before.map { before in
        plans.firstIndex { $0.id == before.last }.map { $0 + 1 } ?? min(before.count, plans.count)
      } ?? 0
    let part = plans[start...].prefix(limit)
    guard let last = part.last, part.endIndex < plans.endIndex else { return (Array(part), nil) }
    return (Array(part), "\(part.endIndex)-\(last.id.text)")
  }
}
