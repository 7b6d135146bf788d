import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The data of a published board: the answers that the page's server would give, as scripts.
///
/// They are made from a board that contains only the published plans; see `BoardPart`.
struct PublishedData {
  let board: Workspace
  /// Whether views that find nothing are left out, because their names may disclose other plans.
  let leavesOutViews: Bool

  /// The terms of the page's filters that can't be answered from the cards alone.
  private static let terms = [
    "is:open", "is:ready", "is:blocked", "is:closed", "is:unassigned", "is:conflict",
  ]
  /// The built-in views that do not depend on the reader, and are answered here.
  private static let views = ["ready", "week", "overdue", "recent"]
  /// The largest number of plans for which the scripts are split by the first character of the ids
  /// only.
  private static let mostInFewScripts = 1500
  /// The largest number of entries in a plan's history.
  private static let mostEntries = 200
  /// The periods of charts that the page offers; empty means from the beginning.
  private static let periods = ["", "4w", "12w", "1y"]
  /// The largest number of plans in a roadmap.
  private static let mostBars = 500

  /// Returns the scripts and the attached files, by their paths in the folder.
  func files() throws -> [String: [UInt8]] {
    let found = try board.find()
    let plans = found.plans.filter { !$0.isDeleted }
    let prefix = plans.count <= Self.mostInFewScripts ? 1 : 2
    let (contents, names) = try attachments(of: plans)
    var files = contents
    func add(_ name: String, _ document: JSONObject) {
      files["data/\(name).js"] = Self.script(name, document)
    }
    add("board", try overview(found, plans, prefix: prefix, files: names))
    add("milestones", Documents.phases(try board.phases(.milestone, withClosed: true)))
    add("roadmap", try roadmaps())
    add("charts", try charts())
    add("past", try PublishedPast(board: board, cards: cards).document())
    try eachPart(of: plans, prefix: prefix) { add("plans/\($0)", $1) }
    return files
  }

  // MARK: - The board

  private func overview(
    _ found: PlansFound, _ plans: [Plan], prefix: Int, files: JSONObject
  ) throws -> JSONObject {
    let places = Dictionary(uniqueKeysWithValues: zip(plans.map(\.id), plans.indices))
    var terms: JSONObject = [:]
    for term in Self.terms { terms[ExactString(term)] = try self.places(of: term, in: places) }
    return [
      "format": .number(1),
      "server": .object([
        "current": .string(board.name.text), "published": .string(board.now.description),
        "repository": .string(found.shown.board.title ?? board.name.text),
      ]),
      "cards": .object(try cards(found)), "terms": .object(terms),
      "views": .array(try views(places)), "files": .object(files), "prefix": .number(prefix),
      "people": .object(Documents.people(try board.people())),
      "labels": .object(Documents.labels(try board.labels())),
    ]
  }

  /// Returns the cards, with the time of the entry into the column in place of its age in words.
  private func cards(_ found: PlansFound) throws -> JSONObject {
    let plans = found.plans.filter { !$0.isDeleted }
    var document = try Documents.cards(found, unshared: nil)
    let cards = (document["plans"]?.array ?? []).compactMap(\.object)
    document["plans"] = .objects(zip(plans, cards)) { plan, card in
      var card = card
      let since = plan.stateSince ?? plan.created?.at
      card["since"] = .optional(since?.description)
      let left = ["age", "stale", "conflicts", "dueWords", "unshared", "overdue"]
      for name in left { card[ExactString(name)] = nil }
      return Self.compact(card)
    }
    (document["conflicts"], document["unreadable"]) = (.array([]), .array([]))
    return document
  }

  private func views(_ places: [PlanID: Int]) throws -> [JSONValue] {
    let settings = try board.settings()
    let saved = settings.views
    // Fields that only unpublished plans have are not named.
    let fields = Set(settings.shown.board.fields.map { "field/\($0.id)" })
    return saved.compactMap { view in
      guard view.origin == .board || Self.views.contains(view.name),
        // A view that depends on the reader is left out.
        let plans = try? self.places(of: "view:\(view.name)", in: places),
        view.origin == .builtIn || !leavesOutViews || plans.array?.isEmpty == false
      else { return nil }
      var look = view.look
      look.columns = look.columns?.filter { !$0.hasPrefix("field/") || fields.contains($0) }
      var document = look.json
      document["name"] = .string(view.name)
      document["origin"] = .string(view.origin.rawValue)
      document["plans"] = plans
      return .object(document)
    }
  }

  /// Returns the indices of the plans that a query finds, in the order of the query.
  private func places(of query: String, in places: [PlanID: Int]) throws -> JSONValue {
    let found = try board.find(query, isBestFirst: true, needsTexts: false)
    return .array(found.plans.compactMap { places[$0.id].map { .number($0) } })
  }

  // MARK: - Plans

  /// Visits the documents of the plans with their histories, grouped by the beginnings of their
  /// ids. Only one group is in memory at a time.
  private func eachPart(
    of plans: [Plan], prefix: Int, _ visit: (_ start: String, JSONObject) -> Void
  ) throws {
    let history = try history(of: plans)
    let ids = Dictionary(grouping: plans.map(\.id.text)) { String($0.prefix(prefix)) }
    for (start, ids) in ids {
      var part: JSONObject = [:]
      for found in try board.show(ids) {
        let detail = shortened(Documents.detail(found, try board.detail(of: found)))
        part[ExactString(found.plan.id.text)] = .object([
          "detail": .object(detail), "story": .array(try history(found.plan.id)),
        ])
      }
      visit(start, part)
    }
  }

  /// Returns the document of a plan without the texts that it contains twice, as parsed trees and
  /// as plain text.
  private func shortened(_ detail: JSONObject) -> JSONObject {
    var detail = detail
    guard var plan = detail["plan"]?.object else { return detail }
    plan["body"] = .string("")
    plan["comments"] = .array(
      (plan["comments"]?.array ?? []).map { Self.only(["id", "at"], of: $0) })
    for name in ["conflicts", "other"] as [ExactString] { plan[name] = nil }
    detail["plan"] = .object(Self.compact(plan))
    detail["comments"] = .array(
      (detail["comments"]?.array ?? []).map { Self.only(["id", "by", "blocks"], of: $0) })
    for name in ["blocks", "relating", "children"] as [ExactString] {
      detail[name] = .array((detail[name]?.array ?? []).compactMap { $0.object?["id"] })
    }
    detail["links"] = .objects((detail["links"]?.array ?? []).compactMap(\.object)) { link in
      var link = link
      // The plan's card contains the rest.
      link["plan"] = link["plan"]?.object?["id"] ?? .null
      return link
    }
    for name in ["board", "commit", "conflicts"] as [ExactString] { detail[name] = nil }
    return Self.compact(detail)
  }

  /// Returns an object without null members, and without its own empty members, for which the page
  /// has defaults.
  private static func compact(_ object: JSONObject) -> JSONObject {
    var kept: JSONObject = [:]
    for member in object.members {
      let value = withoutNulls(member.value)
      if value.isNull || value == .array([]) || value == .object([:]) { continue }
      kept[member.key] = value
    }
    return kept
  }

  private static func withoutNulls(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let values): return .array(values.map(withoutNulls))
    case .object(let object):
      var kept: JSONObject = [:]
      for member in object.members where !member.value.isNull {
        kept[member.key] = withoutNulls(member.value)
      }
      return .object(kept)
    default: return value
    }
  }

  private static func only(_ names: [ExactString], of value: JSONValue) -> JSONValue {
    var kept: JSONObject = [:]
    for name in names { kept[name] = value.object?[name] }
    return .object(kept)
  }

  /// Returns a function that returns the history of a plan in words, newest first.
  private func history(of plans: [Plan]) throws -> (PlanID) throws -> [JSONValue] {
    let shown = try board.board()
    let viewpoint = try shown.viewpoint()
    let eachChange = try board.eachChange(ofEach: plans.map(\.id), limit: Self.mostEntries)
    return { plan in
      var kept = Timeline.Summary(on: shown.board)
      try eachChange(plan) { kept.add($0) }
      let story = Documents.story(kept.timeline(viewpoint))
      return (story["entries"]?.array ?? []).map {
        Self.only(["at", "by", "agent", "for", "changes", "commit"], of: $0)
      }
    }
  }

  // MARK: - Time

  /// Returns the roadmaps by grouping; `usual` is the grouping that fits the plans. All roadmaps
  /// share one list of plans, and their groups contain indices in that list.
  private func roadmaps() throws -> JSONObject {
    var (roads, plans): (JSONObject, [JSONValue]) = ([:], [])
    var places: [JSONValue: Int] = [:]
    func place(_ plan: JSONValue) -> JSONValue {
      if places[plan] == nil {
        places[plan] = plans.count
        plans.append(plan)
      }
      return .number(places[plan] ?? 0)
    }
    for grouping in [nil] + RoadmapGrouping.allCases.filter({ $0 != .none }) {
      let road = try board.roadmap(by: grouping)
      var document = Documents.roadmap(road, limit: Self.mostBars)
      document["groups"] = .objects((document["groups"]?.array ?? []).compactMap(\.object)) {
        group in
        var group = group
        group["plans"] = .array((group["plans"]?.array ?? []).map(place))
        return group
      }
      roads[ExactString(grouping?.rawValue ?? "usual")] = .object(document)
    }
    return ["roads": .object(roads), "plans": .array(plans)]
  }

  /// Returns the charts by kind and period, the statistics by period, and the forecast or the
  /// reason why there is none.
  private func charts() throws -> JSONObject {
    var (charts, statistics): (JSONObject, JSONObject) = ([:], [:])
    for since in Self.periods {
      let found = try board.flow(FlowRequest(since: since.isEmpty ? nil : since))
      statistics[ExactString(since)] = .object(Documents.statistics(found))
      for kind in ChartKind.allCases {
        let chart = found.chart(kind)
        var document = Documents.chart(chart, of: found)
        document["picture"] = .string(ChartSVG(chart, remark: found.remark).text)
        charts[ExactString("\(kind.rawValue)/\(since)")] = .object(document)
      }
    }
    return [
      "charts": .object(charts), "stats": .object(statistics),
      "forecast": .document { Documents.forecast(try board.forecast()) },
    ]
  }

  // MARK: - Attached files

  /// Returns the contents of attached files by path, and their names in the folder by plan and
  /// file.
  ///
  /// Only pictures get the extension of their type. A server may interpret other types, such as
  /// HTML, and run them with the page's rights, so other files get a neutral extension.
  private func attachments(
    of plans: [Plan]
  ) throws -> (contents: [String: [UInt8]], names: JSONObject) {
    var (contents, names) = ([String: [UInt8]](), JSONObject())
    for plan in plans {
      for file in plan.files {
        guard let found = try? board.file(id: file.id, of: plan.id.text) else { continue }
        let ending = FileType.picture(found.bytes).map { $0.split(separator: "/")[1] } ?? "bin"
        let name = "\(file.blob.lowercased()).\(ending)"
        contents["files/\(name)"] = found.bytes
        names[ExactString("\(plan.id.text)/\(file.id)")] = .string(name)
      }
    }
    return (contents, names)
  }

  // MARK: - Scripts

  /// Returns a classic script that passes a document to the page. The document is a single string
  /// literal, so that no part of it is run as code and no member name has a special meaning.
  private static func script(_ name: String, _ document: JSONObject) -> [UInt8] {
    // JSON escapes line separators and control characters, and this form contains no line feed.
    let text = CanonicalJSON.line(of: .object(document))
    var script = Array("pmgitData('\(name)', '".utf8)
    script.reserveCapacity(text.utf8.count + text.utf8.count / 4)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"): script += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "<"): script += "\\u003c".utf8
      default: script.append(byte)
      }
    }
    return script + "');\n".utf8
  }
}
