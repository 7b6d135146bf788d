import PlanModel

extension TrackerFormat {
  static let focalboard = TrackerFormat(
    id: "focalboard", name: "a board of Focalboard",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(isLine) && records.contains { $0["data"] != nil }
    },
    read: { source, plans throws(FormatError) in
      let records = try source.json.givenRecords()
      guard records.allSatisfy(isLine) else {
        throw .invalid("expected lines with 'type' and 'data'")
      }
      let archive = FocalboardArchive(records)
      for board in archive.boards { plans.read(board, archive) }
    })
}

/// Whether an object is a line of `board.jsonl`, or the first line of an older archive.
private func isLine(_ object: JSONObject) -> Bool {
  if object["data"] == nil { return object["version"] != nil && object["date"] != nil }
  return ["board", "block", "boardMember"].contains(object["type"]?.string)
    && object["data"]?.object != nil
}

/// The blocks of an archive.
private struct FocalboardArchive {
  private(set) var boards: [FocalboardBoard] = []
  /// The blocks in each card and the cards of each board, by the id of the card or board.
  private(set) var children: [ExactString: [JSONObject]] = [:]

  init(_ lines: [JSONObject]) {
    var views: [ExactString: [JSONObject]] = [:]
    var found: [JSONObject] = []
    var ids: Set<ExactString> = []
    for line in lines {
      guard let data = line["data"]?.object, let id = data["id"]?.string, !Self.isDeleted(data)
      else { continue }
      let type = line["type"]?.string == "board" ? "board" : data["type"]?.string
      switch type {
      case "board": if ids.insert(ExactString(id)).inserted { found.append(data) }
      case "view": views[Self.board(data), default: []].append(data)
      case "card": children[Self.board(data), default: []].append(data)
      default: children[ExactString(data["parentId"]?.string ?? ""), default: []].append(data)
      }
    }
    boards = found.map { FocalboardBoard($0, views[ExactString($0["id"]?.string ?? "")] ?? []) }
  }

  private static func isDeleted(_ data: JSONObject) -> Bool {
    data["deleteAt"]?.numberText.map { $0 != "0" } ?? false
  }

  /// The id of a block's board, which older archives have in another member.
  private static func board(_ block: JSONObject) -> ExactString {
    ExactString(block["boardId"]?.string ?? block["rootId"]?.string ?? "")
  }
}

/// A board with the properties of its cards.
private struct FocalboardBoard {
  struct Property {
    let id: ExactString
    let name: String
    let type: String
    /// The names of the options by id, and the ids in order.
    var options: [ExactString: String] = [:]
    var order: [ExactString] = []
  }

  let id: ExactString
  let title: String
  private(set) var properties: [ExactString: Property] = [:]
  /// The property whose options are the columns; nil without one.
  private(set) var columns: Property?
  /// The places of cards in the order of the first board, by id.
  private(set) var places: [ExactString: Int] = [:]

  init(_ board: JSONObject, _ views: [JSONObject]) {
    id = ExactString(board["id"]?.string ?? "")
    title = board["title"]?.string ?? ""
    let given = board["cardProperties"] ?? board["fields"]?.object?["cardProperties"]
    var choices: [Property] = []
    for property in (given?.array ?? []).compactMap(\.object) {
      guard let id = property["id"]?.string, let name = property["name"]?.string else { continue }
      var read = Property(
        id: ExactString(id), name: name, type: property["type"]?.string?.lowercased() ?? "text")
      for option in (property["options"]?.array ?? []).compactMap(\.object) {
        guard let id = option["id"]?.string, let value = option["value"]?.string else { continue }
        if read.options.updateValue(value, forKey: ExactString(id)) == nil {
          read.order.append(ExactString(id))
        }
      }
      guard properties[read.id] == nil else { continue }
      properties[read.id] = read
      if read.type == "select" { choices.append(read) }
    }
    let view = views.first { $0["fields"]?.object?["viewType"]?.string == "board" } ?? views.first
    let grouped = view?["fields"]?.object?["groupById"]?.string
    columns =
      choices.first { TrackerText.isSameName($0.name, "status") }
      ?? choices.first { $0.id.text == grouped } ?? choices.first
    for card in view?["fields"]?.object?["cardOrder"]?.array ?? [] {
      guard let card = card.string.map({ ExactString($0) }), places[card] == nil else { continue }
      places[card] = places.count
    }
  }
}

extension TrackerPlans {
  fileprivate mutating func read(_ board: FocalboardBoard, _ archive: FocalboardArchive) {
    if let columns = board.columns {
      for option in columns.order {
        let name = columns.options[option] ?? ""
        _ = state(name, kind(ofColumn: name))
      }
    }
    let cards = (archive.children[board.id] ?? []).filter { $0["type"]?.string == "card" }
    let places = cards.map { board.places[ExactString($0["id"]?.string ?? "")] ?? Int.max }
    let sorted = zip(places, cards).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    for (_, (_, card)) in sorted { read(card, on: board, archive) }
  }

  private mutating func read(
    _ object: JSONObject, on board: FocalboardBoard, _ archive: FocalboardArchive
  ) {
    var card = TrackerMembers(object)
    let id = card.text("id") ?? ""
    var fields = card.object("fields")
    if fields?.bool("isTemplate") == true { return lose("templates of cards") }
    var plan = TrackerPlan(alias: "focalboard:\(id)")
    plan.lists("labels", "checklist", "comments")
    plan.title(card.text("title"))
    if archive.boards.count > 1, !board.title.isEmpty {
      plan.project(board.title, on: self.board)
    }
    readContent(archive.children[ExactString(id)] ?? [], fields, into: &plan)
    let values = fields?.object("properties")?.object ?? [:]
    for value in values.members {
      guard let property = board.properties[value.key], value.value != .string("") else { continue }
      if property.id == board.columns?.id {
        plan.state(property.options[ExactString(value.value.string ?? "")].flatMap { state($0) })
      } else {
        read(value.value, of: property, into: &plan)
      }
    }
    if plan.line.state == nil { plan.state(state(nil, .todo), namesKind: true) }
    plan.created(at: Self.time(&card, "createAt"), by: TrackerPlan.unknownPerson)
    plan.updated(Self.time(&card, "updateAt"))
    add(plan)
  }

  private static func time(_ block: inout TrackerMembers, _ name: ExactString) -> Timestamp? {
    block.integer(name).flatMap { $0 > 0 ? Timestamp(milliseconds: Int64($0)) : nil }
  }

  /// Reads the blocks in a card: its texts, the checklist and the comments.
  private func readContent(
    _ blocks: [JSONObject], _ fields: TrackerMembers?, into plan: inout TrackerPlan
  ) {
    // Blocks that stand beside each other are in an inner array.
    let order = (fields?.object["contentOrder"]?.array ?? []).flatMap { $0.array ?? [$0] }
    let places = Dictionary(
      order.compactMap(\.string).enumerated().map { (ExactString($1), $0) },
      uniquingKeysWith: { first, _ in first })
    func place(_ block: JSONObject) -> Int {
      places[ExactString(block["id"]?.string ?? "")] ?? Int.max
    }
    var texts: [String] = []
    let sorted = blocks.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }
    for block in sorted.map(\.element) {
      var block = TrackerMembers(block)
      let (id, title) = (block.text("id"), block.text("title") ?? "")
      switch block.text("type") ?? "" {
      case "checkbox":
        plan.check(id: id, title, done: block.object("fields")?.object["value"]?.bool ?? false)
      case "comment":
        plan.comment(
          id: id, by: TrackerPlan.unknownPerson, at: Self.time(&block, "createAt"), title)
      case "divider": texts.append("---")
      case "image", "attachment", "video": plan.lose("attachments")
      case "h1": texts.append("# \(title)")
      case "h2": texts.append("## \(title)")
      case "h3": texts.append("### \(title)")
      case "list-item": texts.append("- \(title)")
      case "quote": texts.append("> \(title)")
      default: if !title.allSatisfy(\.isWhitespace) { texts.append(title) }
      }
    }
    plan.body(texts.joined(separator: "\n\n"))
  }

  private func read(
    _ value: JSONValue, of property: FocalboardBoard.Property, into plan: inout TrackerPlan
  ) {
    let names = (value.array ?? [value]).compactMap { option in
      option.scalarText.map { property.options[ExactString($0)] ?? $0 }
    }
    let name = TrackerText.nameKey(property.name)
    switch property.type {
    case "select" where name == "priority":
      // `1. High 🔥` and `P1`
      let words = (names.first ?? "").split { !$0.isLetter && !$0.isNumber }.map { String($0) }
      let priority = words.lazy.compactMap { Priority(named: $0) ?? Priority(level: $0) }.first
      plan.priority(priority)
      if priority == nil { plan.lose("priorities of other names", example: names.first) }
    case "multiselect" where !hasField(property.name): for name in names { plan.label(name) }
    case "person", "multiperson", "createdby", "updatedby":
      plan.lose("people, whom the archive does not name")
    case "date": readDays(value, of: property, into: &plan)
    case "number" where name == "estimate": plan.estimate(names.first)
    case "number" where Jira.isStoryPoints(property.name) && names.count == 1:
      Jira.storyPoints(names[0], named: property.name, board, &plan)
    default: plan.custom(property.name, .strings(names), on: board)
    }
  }

  private func hasField(_ name: String) -> Bool {
    board.fields.contains { field in
      [field.id, field.title].contains { TrackerText.isSameName($0, name) }
    }
  }

  /// Reads a day or two, which are JSON in a text: `{"from":1667476800000}`.
  private func readDays(
    _ value: JSONValue, of property: FocalboardBoard.Property, into plan: inout TrackerPlan
  ) {
    let text = value.string ?? ""
    guard let days = (try? JSONReader.value(in: Array(text.utf8)))?.object else {
      return plan.lose(TrackerTime.unknownForm)
    }
    // A day is the noon of that day in UTC.
    func day(_ name: ExactString) -> CalendarDay? {
      days[name]?.numberText.flatMap { Int64($0) }.flatMap { milliseconds in
        milliseconds > 0 ? Timestamp(milliseconds: milliseconds).day : nil
      }
    }
    let (from, to) = (day("from"), day("to"))
    let name = property.name.lowercased()
    if hasField(property.name) {
      plan.custom(property.name, .optional((to ?? from)?.description), on: board)
    } else if ["due", "deadline"].contains(where: name.contains) {
      plan.due(to ?? from)
      if to != nil { plan.start(from) }
    } else if name.contains("start") {
      plan.start(from)
      if let to { plan.due(to) }
    } else {
      plan.lose("'\(property.name.excerpt)'")
    }
  }
}
