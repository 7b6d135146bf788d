import PlanModel

/// Packs the values of a plan for the index. The id is left out, because it is the key of the row.
/// The texts have a row of their own.
extension Plan {
  /// Writes the values in the order in which `init(packed:id:texts:)` reads them.
  func pack(into writer: inout PackedWriter) {
    writer.write(title)
    writer.write(state)
    for property in PlanProperty.all {
      writer.write(optional: property.value(of: self)) { $0.write($1) }
    }
    writer.write(rank)
    writer.write(labels)
    writer.write(assignees)
    writer.write(list: links) { $0.write($1) }
    writer.write(aliases)
    writer.write(outline)
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

  /// Reads the values that `pack(into:)` wrote.
  ///
  /// - Parameter texts: The texts of the plan; nil if they were not read.
  init(
    packed reader: inout PackedReader, id: PlanID, texts: PlanTexts?
  ) throws(PackedReader.Failure) {
    var plan = PlanValues()
    plan.title = try reader.text()
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
    plan.assignees = try reader.names()
    plan.links = try reader.list { reader throws(PackedReader.Failure) in
      Link(kind: try reader.text(), target: try reader.text())
    }
    plan.aliases = try reader.texts()
    let outline = try reader.outline()
    if let texts { plan.texts = texts } else { plan.setOutline(outline) }
    plan.removedItemIDs = Set(try reader.texts())
    plan.created = try reader.optional { reader throws(PackedReader.Failure) in
      Creation(at: try reader.time(), by: try reader.name())
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

/// Packs the texts of a plan.
extension PlanTexts {
  /// Writes the texts in the order in which `init(packed:)` reads them.
  func pack(into writer: inout PackedWriter) {
    writer.write(body)
    writer.write(list: checklist) { $0.write($1) }
    writer.write(list: comments) { $0.write($1) }
    writer.write(list: time) { $0.write($1) }
    writer.write(list: files) { $0.write($1) }
  }

  /// Reads the texts that `pack(into:)` wrote.
  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    self.init()
    body = try reader.texts()
    checklist = try reader.list { reader throws(PackedReader.Failure) in try reader.line() }
    comments = try reader.list { reader throws(PackedReader.Failure) in try reader.comment() }
    time = try reader.list { reader throws(PackedReader.Failure) in try reader.timeEntry() }
    files = try reader.list { reader throws(PackedReader.Failure) in try reader.file() }
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
    case .moment(let moment): write(moment)
    case .repetition(let rule): write(rule.description)
    case .phase(let phase): write(phase)
    }
  }

  fileprivate mutating func write(_ outline: PlanTexts.Outline) {
    write(outline.hasBody)
    write(outline.checklist?.done ?? 0)
    write(outline.checklist?.total ?? 0)
    write(outline.commentAuthors)
    write(outline.hasTime)
    write(outline.spentMinutes)
    write(outline.hasFiles)
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

  fileprivate mutating func write(_ entry: TimeEntry) {
    write(entry.id)
    write(optional: entry.at) { $0.write($1) }
    write(entry.by)
    write(optional: entry.minutes) { $0.write($1) }
    write(optional: entry.day) { $0.write(PropertyValue.day($1)) }
    write(entry.note)
  }

  fileprivate mutating func write(_ file: Attachment) {
    for text in [file.id, file.name, file.type, file.by, file.blob] { write(text) }
    write(optional: file.size) { $0.write($1) }
    write(optional: file.at) { $0.write($1) }
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
    case .person: .person(try name())
    case .number: .number(try number())
    case .moment: .moment(Timestamp(milliseconds: Int64(try integer())))
    case .repetition: .repetition(try repetition())
    case .phase: .phase(try text())
    }
  }

  private mutating func repetition() throws(Failure) -> Repetition {
    guard let rule = Repetition(try text()) else { throw Failure() }
    return rule
  }

  fileprivate mutating func outline() throws(Failure) -> PlanTexts.Outline {
    let hasBody = try flag()
    let progress = Progress(done: try integer(), total: try integer())
    return PlanTexts.Outline(
      hasBody: hasBody, checklist: progress.total == 0 ? nil : progress,
      commentAuthors: try names(), hasTime: try flag(), spentMinutes: try integer(),
      hasFiles: try flag())
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
    Comment(id: try text(), at: try time(), by: try name(), text: try texts())
  }

  fileprivate mutating func timeEntry() throws(Failure) -> TimeEntry {
    TimeEntry(
      id: try text(), at: try time(), by: try name(),
      minutes: try optional { reader throws(Failure) in try reader.integer() },
      day: try optional { reader throws(Failure) in try reader.day() }, note: try text())
  }

  fileprivate mutating func file() throws(Failure) -> Attachment {
    var file = Attachment(
      id: try text(), name: try text(), size: nil, type: try text(), at: nil, by: try name(),
      blob: try text())
    file.size = try optional { reader throws(Failure) in try reader.integer() }
    file.at = try time()
    return file
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
