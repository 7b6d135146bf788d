import PlanModel

/// Packs the members of a plan for the index. The id is left out, because it is the key of the row.
extension Plan {
  /// Writes the members in the order in which `init(packed:id:)` reads them.
  func pack(into writer: inout PackedWriter) {
    writer.write(title)
    writer.write(body)
    writer.write(state)
    for property in PlanProperty.all {
      writer.write(optional: property.value(of: self)) { $0.write($1) }
    }
    writer.write(rank)
    writer.write(labels)
    writer.write(assignees)
    writer.write(list: links) { $0.write($1) }
    writer.write(aliases)
    writer.write(list: checklist) { $0.write($1) }
    writer.write(list: comments) { $0.write($1) }
    writer.write(removedItemIDs.sorted())
    writer.write(optional: created) { $0.write($1) }
    writer.write(list: other.sorted { $0.key < $1.key }) { writer, member in
      writer.write(member.key.text)
      writer.write(member.value)
    }
    writer.write(list: unknown.sorted { $0.key < $1.key }) { writer, member in
      writer.write(member.key.components.map(\.text))
      writer.write(member.value)
    }
    writer.write(optional: deletion) { $0.write($1) }
    for time in [updated, stateSince, ownerSince] { writer.write(optional: time) { $0.write($1) } }
    writer.write(list: conflicts) { $0.write($1) }
  }

  /// Reads the members that `pack(into:)` wrote.
  init(
    packed reader: inout PackedReader, id: PlanID
  ) throws(PackedReader.Failure) {
    var plan = PlanValues()
    plan.title = try reader.text()
    plan.body = try reader.texts()
    plan.state = try reader.text()
    for property in PlanProperty.all {
      let value = try reader.optional { reader throws(PackedReader.Failure) in
        try reader.value(of: property.kind)
      }
      // Most plans have few of them.
      if let value { property.set(value, in: &plan) }
    }
    plan.rank = try reader.text()
    plan.labels = try reader.texts()
    plan.assignees = try reader.texts()
    plan.links = try reader.list { reader throws(PackedReader.Failure) in
      Link(kind: try reader.text(), target: try reader.text())
    }
    plan.aliases = try reader.texts()
    plan.checklist = try reader.list { reader throws(PackedReader.Failure) in try reader.line() }
    plan.comments = try reader.list { reader throws(PackedReader.Failure) in try reader.comment() }
    plan.removedItemIDs = Set(try reader.texts())
    plan.created = try reader.optional { reader throws(PackedReader.Failure) in
      Creation(at: try reader.time(), by: try reader.text())
    }
    let members = try reader.list { reader throws(PackedReader.Failure) in
      (ExactString(try reader.text()), try reader.value())
    }
    plan.other = Dictionary(members) { first, _ in first }
    let values = try reader.list { reader throws(PackedReader.Failure) in
      (try reader.path(), try reader.value())
    }
    plan.unknown = Dictionary(values) { first, _ in first }
    plan.deletion = try reader.optional { reader throws(PackedReader.Failure) in
      Deletion(at: try reader.time(), by: try reader.text(), holds: try reader.flag())
    }
    plan.updated = try reader.time()
    plan.stateSince = try reader.time()
    plan.ownerSince = try reader.time()
    plan.conflicts = try reader.list { reader throws(PackedReader.Failure) in
      try reader.conflict()
    }
    self.init(id: id, plan)
  }
}

// MARK: - Values

extension PackedWriter {
  fileprivate mutating func write(_ time: Timestamp) { write(Int(time.milliseconds)) }

  fileprivate mutating func write(_ value: PropertyValue) {
    switch value {
    case .day(let day):
      write(day.year)
      write(day.month)
      write(day.day)
    case .priority(let priority): write(Priority.allCases.firstIndex(of: priority) ?? 0)
    case .person(let person): write(person)
    case .number(let number): write(number.lexeme)
    }
  }

  fileprivate mutating func write(_ link: Link) {
    write(link.kind)
    write(link.target)
  }

  fileprivate mutating func write(_ line: ChecklistItem) {
    write(line.id)
    write(line.text)
    write(line.done)
    write(line.rank)
  }

  fileprivate mutating func write(_ comment: Comment) {
    write(comment.id)
    write(optional: comment.at) { $0.write($1) }
    write(comment.by)
    write(comment.text)
  }

  fileprivate mutating func write(_ creation: Creation) {
    write(optional: creation.at) { $0.write($1) }
    write(creation.by)
  }

  fileprivate mutating func write(_ deletion: Deletion) {
    write(optional: deletion.at) { $0.write($1) }
    write(deletion.by)
    write(deletion.holds)
  }

  /// Writes the value as JSON text, because such values are rare.
  fileprivate mutating func write(_ value: JSONValue) { write(CanonicalJSON.line(of: value)) }

  fileprivate mutating func write(_ conflict: Conflict) {
    write(conflict.path.components.map(\.text))
    write(list: conflict.values) { writer, value in
      writer.write(value.stamp.text.text)
      writer.write(value.value)
    }
  }
}

extension PackedReader {
  fileprivate mutating func time() throws(Failure) -> Timestamp? {
    try optional { reader throws(Failure) in
      Timestamp(milliseconds: Int64(try reader.integer()))
    }
  }

  fileprivate mutating func value(
    of kind: PlanProperty.Kind
  ) throws(Failure) -> PropertyValue {
    switch kind {
    case .day: .day(try day())
    case .priority: .priority(try priority())
    case .person: .person(try text())
    case .number: .number(try number())
    }
  }

  private mutating func day() throws(Failure) -> CalendarDay {
    guard
      let day = CalendarDay(year: try integer(), month: try integer(), day: try integer())
    else { throw Failure() }
    return day
  }

  private mutating func priority() throws(Failure) -> Priority {
    let place = try integer()
    guard Priority.allCases.indices.contains(place) else { throw Failure() }
    return Priority.allCases[place]
  }

  private mutating func number() throws(Failure) -> JSONNumber {
    guard let number = JSONNumber(try text()) else { throw Failure() }
    return number
  }

  fileprivate mutating func line() throws(Failure) -> ChecklistItem {
    ChecklistItem(id: try text(), text: try text(), done: try flag(), rank: try text())
  }

  fileprivate mutating func comment() throws(Failure) -> Comment {
    Comment(id: try text(), at: try time(), by: try text(), text: try texts())
  }

  fileprivate mutating func value() throws(Failure) -> JSONValue {
    do { return try JSONReader.value(in: Array(try text().utf8)) } catch { throw Failure() }
  }

  fileprivate mutating func path() throws(Failure) -> ElementPath {
    guard let path = ElementPath(try texts().map { ExactString($0) }) else { throw Failure() }
    return path
  }

  fileprivate mutating func conflict() throws(Failure) -> Conflict {
    let path = try path()
    let values = try list { reader throws(Failure) in
      Conflict.Candidate(
        stamp: Stamp(ExactString(try reader.text())), value: try reader.value())
    }
    return Conflict(path: path, values: values)
  }
}

extension PlanID {
  /// The id as a number of 60 bits, five for each character. Numbers sort like ids.
  var number: Int64 {
    text.utf8.reduce(0) { number, byte in
      number << 5 | Int64(Self.digits.firstIndex(of: byte) ?? 0)
    }
  }

  /// Creates the id for a number; nil if no id has that number.
  init?(number: Int64) {
    guard number >> 60 == 0 else { return nil }
    let text = String(unsafeUninitializedCapacity: Self.length) { characters in
      for place in 0..<Self.length {
        characters[place] = Self.digits[Int(number >> (5 * (Self.length - 1 - place))) & 31]
      }
      return Self.length
    }
    self.init(text)
  }
}

extension UnreadablePlan {
  /// Writes the members in the order in which `init(packed:)` reads them.
  func pack(into writer: inout PackedWriter) {
    writer.write(path)
    writer.write(reason)
    writer.write(optional: id) { $0.write($1.text) }
    writer.write(isTooNew)
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    self.init(path: try reader.text(), reason: try reader.text())
    let text = try reader.optional { reader throws(PackedReader.Failure) in try reader.text() }
    id = text.flatMap(PlanID.init)
    isTooNew = try reader.flag()
  }
}
