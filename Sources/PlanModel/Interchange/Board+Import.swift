/// The settings of a board in an import: the title, the columns from left to right, the fields in
/// order, and the views. The columns and the fields have no ranks.
extension Board {
  /// The members of the objects in each list of settings.
  private static let members: [ExactString: [ExactString]] = [
    "columns": ["id", "title", "kind", "limit", "from"],
    "fields": ["id", "title", "kind", "options", "help", "card"],
    "views": ViewLook.members + ["name", "query"],
    "milestones": ["id", "title", "due", "closed"],
    "iterations": ["id", "title", "first", "last", "closed"], "rules": ["id", "text"],
    "accounts": ["account", "person"],
  ]

  /// Returns the settings in a line; nil for a plan, which is an object without `board`, or with
  /// other members than `board` and `format`.
  static func settings(in object: JSONObject) -> JSONObject? {
    guard let settings = object["board"]?.object,
      object.members.allSatisfy({ $0.key == "board" || $0.key == "format" })
    else { return nil }
    return settings
  }

  /// Parses the board's settings in a line of an import.
  ///
  /// - Parameter ignored: Gets the unknown members, which the import drops: `'colour'`.
  /// - Throws: `ImportError` with all problems of the line.
  init(
    settings object: JSONObject, line: Int, ignored: inout [String]
  ) throws(ImportError) {
    var problems: [ImportError.Problem] = []
    var (title, columns): (String?, [Column]) = (nil, [])
    var views: [(name: String, query: String, look: ViewLook?)] = []
    var fields: [CustomField] = []
    var phases: [Phase] = []
    var fileLimit: Int?
    var rules: [StoredRule] = []
    var accounts = Accounts()
    for member in object.members {
      do throws(ImportValueError) {
        switch member.key {
        case "title":
          title = try member.value.textOrNull().map { text throws(ImportValueError) in
            try text.line("title")
          }
        case "columns": columns = try member.value.columns()
        case "fields": fields = try member.value.fields()
        case "views": views = try member.value.views()
        case "milestones": phases += try member.value.phases(.milestone)
        case "iterations": phases += try member.value.phases(.iteration)
        case "rules": rules = try member.value.rules()
        case "accounts": accounts = try member.value.accounts()
        case "fileLimit": fileLimit = try member.value.fileLimit()
        case "name": break  // The receiving board keeps its own name.
        default: ignored.append("'\(member.key.text.excerpt)'")
        }
        if let known = Self.members[member.key] { ignored += Self.others(in: member, than: known) }
      } catch {
        problems.append(ImportError.Problem(line: line, reason: error.words(for: member.key)))
      }
    }
    guard problems.isEmpty else { throw ImportError(problems) }
    self.init(title: title, columns: columns)
    for view in views { (self.views[view.name], looks[view.name]) = (view.query, view.look) }
    (self.fields, self.fileLimit) = (fields, fileLimit)
    (self.phases, self.rules, self.accounts) = (Phases(phases), rules, accounts)
  }

  /// Returns the names of the unknown members in a list of objects, each once.
  private static func others(in list: JSONObject.Member, than known: [ExactString]) -> [String] {
    var names: [ExactString] = []
    for member in list.value.array?.compactMap(\.object).flatMap(\.members) ?? []
    where !known.contains(member.key) && !names.contains(member.key) {
      names.append(member.key)
    }
    return names.map { "'\($0.text.excerpt)' of '\(list.key.text)'" }
  }
}

extension JSONValue {
  fileprivate func objects() throws(ImportValueError) -> [JSONObject] {
    let objects = array?.compactMap(\.object)
    guard let objects, objects.count == array?.count else {
      throw .wrongType(expected: "a list of objects")
    }
    return objects
  }

  /// Reads a list of objects; throws if two of them have the same id.
  private func list<Element>(
    of noun: String, id: (Element) -> String,
    _ read: (JSONObject) throws(ImportValueError) -> Element
  ) throws(ImportValueError) -> [Element] {
    let list = try objects().map(read)
    guard Set(list.map(id)).count == list.count else {
      throw .wrongType(expected: "a list of \(noun) with an id of their own")
    }
    return list
  }

  fileprivate func columns() throws(ImportValueError) -> [Column] {
    try list(of: "columns", id: \.id) { object throws(ImportValueError) in try object.column() }
  }

  fileprivate func fields() throws(ImportValueError) -> [CustomField] {
    try list(of: "fields", id: \.id) { object throws(ImportValueError) in try object.field() }
  }

  fileprivate func views() throws(ImportValueError) -> [(
    name: String, query: String, look: ViewLook?
  )] {
    try objects().map { object throws(ImportValueError) in
      let text = try (object["name"] ?? .null).text()
      let name = try validating(Validation.viewName(text))
      let query = try (object["query"] ?? .null).text().line("query")
      let look = try validating(ViewLook(object).checked())
      return (name, query, look.isEmpty ? nil : look)
    }
  }

  fileprivate func accounts() throws(ImportValueError) -> Accounts {
    var entries: [Accounts.Entry] = []
    for object in try objects() {
      let text = try (object["account"] ?? .null).text()
      let person = try (object["person"] ?? .null).text().line("person")
      guard let account = Account(text), Accounts.isPerson(person) else {
        throw .wrongType(expected: "a list of accounts such as 'github:annlee', each with a person")
      }
      entries.append(Accounts.Entry(account: account, person: person))
    }
    guard entries.count <= Accounts.most else {
      throw .wrongType(expected: "a list of at most \(Accounts.most) accounts")
    }
    return Accounts(entries)
  }

  fileprivate func phases(_ kind: Phase.Kind) throws(ImportValueError) -> [Phase] {
    try list(of: kind.plural, id: \.id) { object throws(ImportValueError) in
      try object.phase(kind)
    }
  }

  /// Reads rules. Texts that this version does not understand are kept, as on boards.
  fileprivate func rules() throws(ImportValueError) -> [StoredRule] {
    let rules = try objects().map { object throws(ImportValueError) in
      StoredRule(
        id: try (object["id"] ?? .null).text(),
        text: try (object["text"] ?? .null).text().line("rule"))
    }
    guard rules.allSatisfy(\.isWellFormed), Set(rules.map(\.id)).count == rules.count else {
      throw .wrongType(expected: "a list of rules with an id of their own, and a text")
    }
    return rules
  }

  fileprivate func fileLimit() throws(ImportValueError) -> Int? {
    if isNull { return nil }
    guard case .number(let number) = self, let limit = number.integer,
      (0...Board.greatestFileLimit).contains(limit)
    else { throw .wrongType(expected: "a number up to \(Board.greatestFileLimit), or null") }
    return limit
  }

  fileprivate func columnID() throws(ImportValueError) -> String {
    let text = try text()
    return try validating(Validation.columnID(text))
  }
}

extension JSONObject {
  /// Reads a milestone or an iteration. An id is required; an iteration also needs its days.
  fileprivate func phase(_ kind: Phase.Kind) throws(ImportValueError) -> Phase {
    let id = try (self["id"] ?? .null).text()
    guard Phase.isID(id) else {
      throw .wrongType(expected: "a list of \(kind.plural) whose ids are \(Phase.formOfIDs)")
    }
    var phase = Phase(kind, id)
    phase.title = try given("title")?.text().line("title of \(kind.article)")
    if kind == .iteration { phase.first = try day("first", of: id) }
    phase.last = try day(kind == .iteration ? "last" : "due", of: id)
    if kind == .iteration {
      guard let first = phase.first, let last = phase.last, first <= last else {
        throw .wrongType(expected: "a list of iterations with a first and a last day; see '\(id)'")
      }
    }
    guard let closed = (given("closed") ?? .bool(false)).bool else {
      throw .wrongType(expected: "a list of \(kind.plural) with 'closed' true or false")
    }
    phase.isClosed = closed
    return phase
  }

  private func day(_ name: ExactString, of id: String) throws(ImportValueError) -> CalendarDay? {
    guard let text = try given(name)?.text() else { return nil }
    guard let day = CalendarDay(text) else {
      throw .wrongType(expected: "a list whose '\(name)' is a day, YYYY-MM-DD; see '\(id)'")
    }
    return day
  }

  /// Reads a column; only its id is required.
  fileprivate func column() throws(ImportValueError) -> Column {
    let id = try (self["id"] ?? .null).columnID()
    let kind = try given("kind")?.text() ?? Column.Kind.doing.rawValue
    guard let kind = Column.Kind(rawValue: kind) else {
      throw .wrongType(expected: "a list of columns whose kind is todo, doing or done")
    }
    return Column(
      id: id, title: try given("title")?.text().line("title of a column") ?? id, kind: kind,
      limit: try limit(), from: try from(of: id))
  }

  /// Reads the definition of a field; only its id and its kind are required.
  fileprivate func field() throws(ImportValueError) -> CustomField {
    let id = try (self["id"] ?? .null).text()
    guard CustomField.isID(id) else {
      throw .wrongType(
        expected: "a list of fields whose ids have a-z, 0-9, '-' and '_', and begin with a letter")
    }
    guard let kind = CustomField.Kind(rawValue: try (self["kind"] ?? .null).text()) else {
      let kinds = CustomField.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .wrongType(expected: "a list of fields whose kind is one of \(kinds)")
    }
    let options = try given("options")?.texts() ?? []
    return CustomField(
      id: id, title: try given("title")?.text().line("title of a field"), kind: kind,
      options: try validating(CustomField.validOptions(options)),
      help: try given("help")?.text().line("help of a field"),
      isOnCard: given("card") == .bool(true))
  }

  /// Returns the columns from which plans may come; empty for no rule.
  private func from(of id: String) throws(ImportValueError) -> [String] {
    guard let value = given("from") else { return [] }
    guard let columns = value.array else {
      throw .wrongType(
        expected: "a list of columns whose 'from' is a list of column ids or null; "
          + "see column '\(id)'")
    }
    return try columns.map { column throws(ImportValueError) in try column.columnID() }
  }

  private func limit() throws(ImportValueError) -> Int? {
    guard let value = given("limit") else { return nil }
    guard case .number(let number) = value, let limit = number.integer, limit > 0 else {
      throw .wrongType(expected: "a list of columns whose limit is a number from 1, or null")
    }
    return limit
  }
}
