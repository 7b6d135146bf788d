import PlanModel

extension TrackerFormat {
  static let trello = TrackerFormat(
    id: "trello", name: "a Trello board",
    recognizes: { source in TrelloBoard(source) != nil },
    read: { source, plans throws(FormatError) in
      if case .absent(let reason) = source.json { throw .invalid(reason) }
      guard let board = TrelloBoard(source) else {
        throw .invalid("expected an object with 'lists' and 'cards'")
      }
      plans = TrelloReader(board, plans).read()
    })
}

/// The members of an export that cards refer to.
private struct TrelloBoard {
  var lists: [JSONObject]
  var cards: [JSONObject]
  var board: JSONObject = [:]

  /// Reads a Trello board from an export, or from answers of the API.
  ///
  /// - Returns: nil if the source is neither an export nor the API's lists with their cards.
  init?(_ source: TrackerSource) {
    if let board = source.json.object, let lists = board["lists"]?.array,
      let cards = board["cards"]?.array
    {
      self.board = board
      (self.lists, self.cards) = (lists.compactMap(\.object), cards.compactMap(\.object))
      guard self.cards.count <= TrackerSource.maximumPlans,
        self.cards.prefix(20).allSatisfy({ $0["idList"]?.string != nil })
      else { return nil }
      return
    }
    guard let lists = source.json.records, !lists.isEmpty,
      lists.reduce(0, { $0 + ($1["cards"]?.array?.count ?? 0) }) <= TrackerSource.maximumPlans,
      lists.allSatisfy({ $0["cards"]?.array != nil && $0["name"]?.string != nil })
    else { return nil }
    self.lists = lists
    cards = lists.flatMap { list in
      (list["cards"]?.array ?? []).compactMap { card in
        var card = card.object
        card?["idList"] = list["id"]
        return card
      }
    }
  }

  /// Returns the objects in a member of the board, by their `id`.
  func objects(_ name: ExactString) -> [ExactString: JSONObject] {
    let objects = board[name]?.array?.compactMap(\.object) ?? []
    return Dictionary(
      objects.compactMap { object in
        object["id"]?.string.map { (ExactString($0), object) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

private struct TrelloReader {
  private let board: TrelloBoard
  private var plans: TrackerPlans
  private let members: [ExactString: JSONObject]
  private let fields: [ExactString: JSONObject]
  /// The texts of custom field options, by option id.
  private var optionTexts: [ExactString: JSONValue] = [:]
  private var checklists: [ExactString: [JSONObject]] = [:]
  /// The actions on each card, the oldest first.
  private var actions: [ExactString: [TrackerMembers]] = [:]

  init(_ board: TrelloBoard, _ plans: TrackerPlans) {
    (self.board, self.plans) = (board, plans)
    members = board.objects("members")
    fields = board.objects("customFields")
    for option in fields.values.flatMap({ $0["options"]?.array ?? [] }).compactMap(\.object) {
      guard let id = option["id"]?.string else { continue }
      optionTexts[ExactString(id)] = option["value"]?.object?["text"]
    }
    for list in board.board["checklists"]?.array?.compactMap(\.object) ?? [] {
      guard let card = list["idCard"]?.string else { continue }
      checklists[ExactString(card), default: []].append(list)
    }
    for action in (board.board["actions"]?.array ?? []).reversed() {
      guard let action = action.object,
        let card = action["data"]?.object?["card"]?.object?["id"]?.string
      else { continue }
      actions[ExactString(card), default: []].append(TrackerMembers(action))
    }
  }

  func read() -> TrackerPlans {
    var reader = self
    var archived: Set<ExactString> = []
    var names: [ExactString: String] = [:]
    var shown: [(id: ExactString, name: String)] = []
    for list in board.lists.sorted(by: Self.isBefore) {
      guard let id = list["id"]?.string, let name = list["name"]?.string else { continue }
      if list["closed"]?.bool == true {
        archived.insert(ExactString(id))
      } else {
        names[ExactString(id)] = name
        shown.append((ExactString(id), name))
      }
    }
    reader.readLists(shown)
    var ids: Set<ExactString> = []
    for card in board.cards.sorted(by: Self.isBefore) {
      // Cards with one id would share all comments.
      guard ids.insert(ExactString(card["id"]?.string ?? "")).inserted else {
        reader.plans.lose("cards with the id of another one")
        continue
      }
      let list = ExactString(card["idList"]?.string ?? "")
      if card["closed"]?.bool == true {
        reader.plans.lose("archived cards")
      } else if archived.contains(list) {
        reader.plans.lose("cards of archived lists")
      } else {
        reader.read(card, list, named: names[list])
      }
    }
    return reader.plans
  }

  /// Adds the lists as columns. If the name of a list is not typical of a kind, the list counts as
  /// done if most of its cards are marked as complete.
  private mutating func readLists(_ lists: [(id: ExactString, name: String)]) {
    let open = board.cards.filter { $0["closed"]?.bool != true }
    let cards = Dictionary(grouping: open) { ExactString($0["idList"]?.string ?? "") }
    for list in lists {
      let marks = (cards[list.id] ?? []).map { $0["dueComplete"]?.bool == true }
      let complete = marks.count { $0 }
      let isDone = complete > 1 && 2 * complete > marks.count && !plans.isKnown(column: list.name)
      _ = plans.state(list.name, isDone ? .done : plans.kind(ofColumn: list.name))
    }
  }

  private static func isBefore(_ left: JSONObject, _ right: JSONObject) -> Bool {
    let place = { (object: JSONObject) in object["pos"]?.numberText.flatMap { Double($0) } ?? 0 }
    return place(left) < place(right)
  }

  private mutating func read(_ object: JSONObject, _ list: ExactString, named name: String?) {
    var card = TrackerMembers(object)
    let id = card.text("id") ?? ""
    var plan = TrackerPlan(alias: "trello:\(card.text("shortLink") ?? id)")
    plan.title(card.text("name"))
    if card.has("desc") { plan.body(card.text("desc")) }
    plan.state(name.flatMap { plans.state($0) })
    if card.has("labels") { plan.lists("labels") }
    if card.has("idMembers") { plan.lists("assignees") }
    for label in card.objects("labels") {
      let name = label.object["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      plan.label(name ?? label.object["color"]?.string)
    }
    for member in card.texts("idMembers") {
      let name = members[ExactString(member)]?["username"]?.string
      if name == nil { plan.lose("members whom the export does not name") }
      plan.assignee(name)
    }
    if card.has("due") { plan.day(.due, card.text("due"), plans.clocks) }
    if card.has("start") { plan.day(.start, card.text("start"), plans.clocks) }
    plan.updated(card.time("dateLastActivity"))
    readChecklists(&card, id, into: &plan)
    readFields(&card, into: &plan)
    readActions(&card, id, list, into: &plan)
    Self.ignoreNoise(&card)
    plan.loseUnread(of: card)
    plans.add(plan)
  }

  private func readChecklists(
    _ card: inout TrackerMembers, _ id: String, into plan: inout TrackerPlan
  ) {
    let inCard = card.objects("checklists").map(\.object)
    let lists = (checklists[ExactString(id)] ?? inCard).sorted(by: Self.isBefore)
    let count = card.texts("idChecklists").count
    if count > lists.count { plan.lose("checklists that the file lacks") }
    for list in lists {
      let items = (list["checkItems"]?.array ?? []).compactMap(\.object).sorted(by: Self.isBefore)
      for item in items {
        var item = TrackerMembers(item)
        let text = item.text("name") ?? ""
        // If there are several checklists, their names are written before the items.
        let name = lists.count > 1 ? list["name"]?.string.map { "\($0): " } : nil
        plan.check(id: item.text("id"), (name ?? "") + text, done: item.text("state") == "complete")
        item.ignore("pos", "nameData", "idChecklist", "limits", "creationMethod", "dueReminder")
        plan.loseUnread(of: item, in: "checklist lines")
      }
    }
  }

  private func readFields(_ card: inout TrackerMembers, into plan: inout TrackerPlan) {
    for item in card.objects("customFieldItems") {
      guard let id = item.object["idCustomField"]?.string,
        let field = fields[ExactString(id)], let name = field["name"]?.string
      else { continue }
      var value = item.object["value"]?.object?.members.first?.value ?? .null
      if let option = item.object["idValue"]?.string {
        value = optionTexts[ExactString(option)] ?? .null
      }
      plan.custom(name, value, on: plans.board)
    }
  }

  private func readActions(
    _ card: inout TrackerMembers, _ id: String, _ list: ExactString,
    into plan: inout TrackerPlan
  ) {
    var (author, comments): (String?, Int) = (nil, 0)
    for var action in actions[ExactString(id)] ?? [] {
      let data = action.object["data"]?.object
      let by = Self.person(action.object["memberCreator"]?.object)
      switch action.text("type") {
      case "commentCard", "copyCommentCard":
        comments += 1
        plan.comment(
          id: action.text("id"), by: by ?? TrackerPlan.unknownPerson, at: action.time("date"),
          data?["text"]?.string)
      case "createCard", "copyCard", "convertToCardFromCheckItem": author = by
      case "updateCard":
        guard data?["listAfter"]?.object?["id"]?.string == list.text else { break }
        plan.moved(action.time("date"))
      default: break
      }
    }
    var badges = card.object("badges")
    if let count = badges?.integer("comments"), count > comments {
      plan.lose("comments older than the last 1000 actions, which the export lacks")
    }
    plan.created(at: Self.time(ofID: id), by: author ?? TrackerPlan.unknownPerson)
  }

  private static func person(_ member: JSONObject?) -> String? {
    member?["username"]?.string ?? member?["fullName"]?.string
  }

  /// Returns when an object was created. The first eight hexadecimal digits of its id are seconds
  /// since 1970.
  private static func time(ofID id: String) -> Timestamp? {
    guard id.utf8.count == 24, let seconds = Int64(id.prefix(8), radix: 16), seconds > 0 else {
      return nil
    }
    return Timestamp(seconds: seconds)
  }

  private static func ignoreNoise(_ card: inout TrackerMembers) {
    card.ignore(
      "idBoard", "idList", "idShort", "idLabels", "idChecklists", "idMembersVoted", "pos", "cover",
      "url", "shortUrl", "limits", "checkItemStates", "descData", "manualCoverAttachment",
      "idAttachmentCover")
    card.ignore(
      "dateCompleted", "dueReminder", "email", "subscribed", "nodeId", "creationMethod", "faces",
      "badges", "pinned", "isTemplate", "staticMapUrl", "creationMethodError",
      "creationMethodLoadingStartedAt", "idOrganization", "mirrorSourceId", "mirrorSourceNodeId")
    card.ignore("agent", "desc", "attachmentsCount", "pluginData")
  }
}
