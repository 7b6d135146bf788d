/// The values that an import has for a plan. A reader makes them of a line in JSON Lines, or of a
/// record in the file of another tool. Values that it lacks stay unchanged in the plan.
package struct ImportLine: Sendable {
  /// The line number, from 1.
  package var number: Int
  package var id: PlanID?
  package var title: String?
  /// The name of the column; after `placed`, the column's id.
  package var state: String?
  /// The names of the milestone and the iteration.
  package var phases: [Phase.Kind: String] = [:]
  /// The values of the board's own fields, by their ids.
  package var custom: JSONValue?
  /// The edits for the line's fields, labels, assignees and unknown members. Those for the title
  /// and for values that depend on the board are made by `placed`.
  package var edits: [Edit] = []
  package var links: [Link] = []
  package var aliases: [String] = []
  package var checklist: [ChecklistItem] = []
  package var comments: [Comment] = []
  package var time: [TimeEntry] = []
  /// The ids of the files that the line lists. Files are not imported.
  package internal(set) var files: Set<String> = []
  /// The names of the sets and lists that the line gives in full, even if they are empty: `labels`,
  /// `checklist`, `custom.parts`.
  package var given: Set<ExactString> = []
  package var created: Creation?
  package var updated: Timestamp?
  /// The time at which the plan entered its column in the tracker.
  package var moved: Timestamp?
  /// The time at which the plan was finished in the tracker.
  package var closed: Timestamp?
  /// Whether fields of the plan have several values in the file. The line has only one of them.
  private(set) var hasConflicts = false
  /// The time at which work on the plan began in the tracker.
  package var started: Timestamp?
  /// The exact moments of days, by the paths of the days. A tracker may store a moment instead of a
  /// day, and that moment may be another day in other time zones.
  package var moments: [ElementPath: Timestamp] = [:]
  /// The names among `moved`, `closed` and `started` whose values are only days.
  private var days: Set<ExactString> = []
  /// The rank of the plan; nil if the line has no rank, or one that is invalid or longer than
  /// `Rank.longest`.
  package internal(set) var rank: String?
  /// The deletion in the line; nil if there is none, or if the line shows the plan again (`holds`
  /// is false).
  package internal(set) var deletion: Deletion?
  /// The edits for unknown members of checklist items, comments and times, whose ids may change.
  var itemMembers: [Edit] = []
  /// The names of unknown members, which the plan keeps.
  package internal(set) var unknown: [ExactString] = []
  /// The members and values that the import drops, as text: `'fields'`, `an empty label`.
  package internal(set) var ignored: [String] = []
  /// The members with invalid values. `placed` reports them.
  private var wrong: [ExactString: ImportValueError] = [:]

  /// Creates a line without values.
  package init(number: Int) { self.number = number }

  /// Reads a line in JSON Lines.
  ///
  /// - Parameter me: The stored form of `@me`.
  package init(_ object: JSONObject, number: Int, me: String) {
    self.number = number
    for member in object.members {
      do { try read(member, me: me) } catch { wrong[member.key] = error }
    }
    placeDays()
  }

  /// Returns the line with the ids of the board's column, milestone and iteration, and with edits
  /// for all of its values.
  ///
  /// - Parameters:
  ///   - board: The board that receives the plan; its columns are the valid states.
  ///   - me: The stored form of `@me`.
  ///   - keepsUnknownState: Whether the plan may name a column that the board does not have.
  /// - Throws: `ImportError` with all problems of the line.
  package func placed(
    on board: Board, me: String, keepsUnknownState: Bool = false
  ) throws(ImportError) -> ImportLine {
    var line = self
    if let title { line.edits.append(.title(title)) }
    if let state {
      do { try line.placeState(state, on: board, keepsUnknown: keepsUnknownState) } catch {
        line.wrong["state"] = error
      }
    }
    for (kind, name) in phases {
      do { try line.placePhase(name, kind, on: board) } catch {
        line.wrong[ExactString(kind.rawValue)] = error
      }
    }
    if let custom {
      do { try line.placeCustom(custom, on: board, me: me) } catch { line.wrong["custom"] = error }
    }
    guard line.wrong.isEmpty else {
      throw ImportError(
        line.wrong.sorted { $0.key < $1.key }.map { member, error in
          ImportError.Problem(line: number, error, of: member)
        })
    }
    // Dry runs list values in the order of the edits. Edits of one set keep their order.
    line.edits.sort { $0.path.nameOfMember < $1.path.nameOfMember }
    return line
  }

  /// Returns when the plan entered a column, and whether the line gives only a day; nil if the line
  /// has no such time.
  func entered(_ column: String, on board: Board) -> (time: Timestamp, isDay: Bool)? {
    let said: [(ExactString, Timestamp?)] =
      switch board.kind(of: column) {
      case .done: [("closed", closed), ("moved", moved)]
      case .doing: [("moved", moved), ("started", started)]
      case .todo: [("moved", moved)]
      }
    return said.lazy.compactMap { name, time in time.map { ($0, days.contains(name)) } }.first
  }

  /// Replaces the moments of days that are written without a time by the plan's creation time, if
  /// the plan was created later on the same day.
  private mutating func placeDays() {
    for name in days.sorted() {
      let time: WritableKeyPath<ImportLine, Timestamp?> =
        name == "closed" ? \.closed : name == "moved" ? \.moved : \.started
      self[keyPath: time] = self[keyPath: time].map {
        ImportDays.placed($0, notBefore: created?.at)
      }
    }
    // The plan stores the start of work as an unknown member, because no stamp records it.
    if days.contains("started"), let started {
      edits.append(.write(.other("started"), .string(started.description)))
    }
  }
}

extension ImportError.Problem {
  fileprivate init(line: Int, _ error: ImportValueError, of member: ExactString) {
    self.init(line: line, reason: error.words(for: member))
    if case .unknownColumn = error { isUnknownColumn = true }
  }
}

extension ElementPath {
  /// The name of the member of a line that has the value at the path.
  fileprivate var nameOfMember: ExactString {
    switch self {
    case .field(let name), .setMember(let name, _), .other(let name): name
    case .item: "unknown"
    }
  }
}

// MARK: - Members

extension ImportLine {
  private mutating func read(
    _ member: JSONObject.Member, me: String
  ) throws(ImportValueError) {
    let value = member.value
    if let field = PlanField(member.key) { return try read(value, of: field, me: me) }
    if let set = PlanSet(member.key) { return try read(value, of: set, me: me) }
    switch member.key {
    case "id": id = try value.planID()
    case "checklist":
      checklist = try value.items(ChecklistItem.item, me: me)
      given.insert(member.key)
    case "comments":
      comments = try value.items(Comment.item, me: me)
      given.insert(member.key)
    case "time": time = try value.items(TimeEntry.item, me: me)
    case "files":
      for file in value.array ?? [] { files.insert(file.object?["id"]?.string ?? "") }
    case "updated": updated = Self.time(value)?.time
    case "moved": try readTime(member, into: \.moved)
    case "closed": try readTime(member, into: \.closed)
    case "started":
      try readTime(member, into: \.started)
      if started != nil, !days.contains(member.key) {
        edits.append(.write(.other(member.key), value))
      }
    case "moments": try readMoments(member)
    case "custom": custom = value.isNull ? nil : value
    case "unknown": try readSections(value)
    case "overdue", "spent": break  // These values are derived from others.
    case "conflicts":
      hasConflicts = member.value.array?.isEmpty == false
    default: try readUnknown(member)
    }
  }

  private mutating func read(
    _ value: JSONValue, of field: PlanField, me: String
  ) throws(ImportValueError) {
    switch field {
    case .title: title = try value.text().line("title")
    case .state: state = try value.text()
    case .created: created = try value.creationOrNull(me: me)
    case .rank: rank = value.string.flatMap { Rank.isImportable($0) ? $0 : nil }
    case .deleted: deletion = try value.deletionOrNull(me: me)
    case .milestone where !value.isNull: phases[.milestone] = try value.text()
    case .iteration where !value.isNull: phases[.iteration] = try value.text()
    default:
      edits.append(field.write(try value.imported(as: field, me: me)))
    }
  }

  private mutating func read(
    _ value: JSONValue, of set: PlanSet, me: String
  ) throws(ImportValueError) {
    let members = try members(value, set.memberName)
    given.insert(ExactString(set.rawValue))
    switch set {
    case .labels: for label in members { edits.append(.add(label, to: set)) }
    case .assignees:
      for name in members { edits.append(.add(try name.person(me, set.memberName), to: set)) }
    case .links: for link in members { links.append(try .link(link)) }
    case .aliases: aliases = members
    }
  }

  /// Reads a time, or a day as its midnight in UTC; null is ignored. Another value is kept as an
  /// unknown member.
  private mutating func readTime(
    _ member: JSONObject.Member, into time: WritableKeyPath<ImportLine, Timestamp?>
  ) throws(ImportValueError) {
    if member.value.isNull { return }
    guard let read = Self.time(member.value) else { return try readUnknown(member) }
    if read.isDay { days.insert(member.key) }
    self[keyPath: time] = read.time
  }

  /// Parses a time, or a day as its midnight in UTC; nil for another value.
  private static func time(_ value: JSONValue) -> (time: Timestamp, isDay: Bool)? {
    guard let text = value.string else { return nil }
    return Timestamp(text).map { ($0, false) }
      ?? CalendarDay(text).map { (LocalClocks.utc.start(of: $0), true) }
  }

  /// Reads the moments of days. A value of another form is kept as an unknown member.
  private mutating func readMoments(_ member: JSONObject.Member) throws(ImportValueError) {
    var moments: [ElementPath: Timestamp] = [:]
    for moment in member.value.object?.members ?? [] {
      guard let field = PlanField(moment.key), field.rule == .day,
        let time = moment.value.string.flatMap({ Timestamp($0) })
      else { return try readUnknown(member) }
      moments[field.path] = time
    }
    if moments.isEmpty { return try readUnknown(member) }
    self.moments = moments
  }

  private mutating func placeState(
    _ name: String, on board: Board, keepsUnknown: Bool
  ) throws(ImportValueError) {
    let columns = board.columns(named: name)
    if columns.isEmpty, keepsUnknown {
      state = try name.line("state")
    } else if columns.isEmpty {
      throw .unknownColumn(
        Self.invalid(name, "is not a column of this board", listing: board.columns))
    } else if columns.count > 1 {
      throw .invalid(Self.invalid(name, "names several columns", listing: columns))
    } else {
      state = columns[0].id
    }
    edits.append(PlanField.state.write(.optional(state)))
  }

  /// Adds the edit for a milestone or an iteration. A name that the board does not have is kept,
  /// because the plan may come before its milestone.
  private mutating func placePhase(
    _ name: String, _ kind: Phase.Kind, on board: Board
  ) throws(ImportValueError) {
    guard !Phase.isReserved(name) else {
      throw .wrongType(expected: "the name of \(kind.article), which '\(name)' can't be")
    }
    let known = board.phases.named(name, kind)
    let id = known.count == 1 ? known[0].id : try name.line(kind.rawValue)
    edits.append(kind.field.write(.string(id)))
  }

  private static func invalid(
    _ name: String, _ reason: String, listing columns: [Column]
  ) -> InvalidValue {
    InvalidValue(
      field: "state", value: name, reason: reason,
      hint: "the columns are \(columns.map(\.id).joined(separator: ", "))")
  }

  /// Returns the members of a set, without the empty ones that some trackers export.
  private mutating func members(
    _ value: JSONValue, _ field: String
  ) throws(ImportValueError) -> [String] {
    let texts = try value.texts()
    let given = texts.filter { !$0.allSatisfy(\.isWhitespace) }
    if given.count < texts.count { ignored.append("an empty \(field)") }
    return try given.map { text throws(ImportValueError) in try text.line(field) }
  }

  /// Keeps an unknown member for the plan's file. Null is dropped, and so are names with another
  /// meaning in that file.
  private mutating func readUnknown(_ member: JSONObject.Member) throws(ImportValueError) {
    // These names have a different meaning in a plan's file.
    guard !PlanFile.reservedMembers.contains(member.key) else {
      ignored.append("'\(member.key)'")
      return
    }
    guard !member.value.isNested(deeperThan: PlanFile.maximumValueDepth) else {
      throw .tooDeep
    }
    guard !member.value.isNull else { return }
    edits.append(.write(.other(member.key), member.value))
    unknown.append(member.key)
  }
}

extension Rank {
  /// Whether a new plan may take a rank from an import: only a valid rank of at most `longest`
  /// bytes.
  fileprivate static func isImportable(_ key: String) -> Bool {
    key.utf8.count <= longest && isValid(key)
  }
}
