import PlanModel

/// Packs the values of a plan as a row, which `PackedPlans` reads. The id is left out, because the
/// block has it. The texts are stored in a row of another table.
extension Plan {
  func packed() -> [UInt8] {
    let values = values
    var row = PackedRowWriter()
    row.write(.title, values.title) { $0.write($1) }
    row.write(.state, values.state) { $0.write($1) }
    row.write(.rank, values.rank) { $0.write($1) }
    row.write(.labels, values.labels) { $0.write($1) }
    row.write(.assignees, values.assignees) { $0.write($1) }
    row.write(.links, values.links) { $0.write(list: $1) { $0.write($1) } }
    row.write(.aliases, values.aliases) { $0.write($1) }
    row.write(.outline, outline == PlanTexts().outline ? nil : outline) { $0.write($1) }
    row.write(.removedItems, values.removedItemIDs.sorted()) { $0.write($1) }
    row.write(.created, values.created) { $0.write($1) }
    row.write(.other, values.other.sorted { $0.key < $1.key }) { writer, members in
      writer.write(list: members) { writer, member in
        writer.write(member.key.text)
        writer.write(member.value)
      }
    }
    row.write(.unknown, values.unknown.sorted { $0.key < $1.key }) { writer, members in
      writer.write(list: members) { writer, member in
        writer.write(member.key.components.map(\.text))
        writer.write(member.value)
      }
    }
    row.write(.deletion, values.deletion) { $0.write($1) }
    row.write(.updated, values.updated) { $0.write($1) }
    row.write(.stateSince, values.stateSince) { $0.write($1) }
    row.write(.ownerSince, values.ownerSince) { $0.write($1) }
    row.write(.conflicts, values.conflicts) { $0.write(list: $1) { $0.write($1) } }
    for property in PlanProperty.all {
      row.write(.property(property.field), property.value(of: self)) { $0.write($1) }
    }
    return row.bytes
  }
}

/// Packs the texts of a plan, and unpacks them.
extension PlanTexts {
  /// Writes the texts in the order in which `init(packed:)` reads them.
  func pack(into writer: inout PackedWriter) {
    writer.write(arePlain)
    writer.write(body)
    writer.write(list: checklist) { $0.write($1) }
    writer.write(list: comments) { $0.write($1) }
    writer.write(list: time) { $0.write($1) }
    writer.write(list: files) { $0.write($1) }
  }

  /// Reads the texts that `pack(into:)` wrote.
  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    self.init()
    _ = try reader.flag()
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
    for size in [outline.sizes.body, outline.sizes.checklist, outline.sizes.comments] {
      write(size)
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
    write(line.wasRemoved)
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
  mutating func time() throws(Failure) -> Timestamp {
    Timestamp(milliseconds: Int64(try integer()))
  }

  fileprivate mutating func optionalTime() throws(Failure) -> Timestamp? {
    try optional { reader throws(Failure) in try reader.time() }
  }

  mutating func links() throws(Failure) -> [Link] {
    try list { reader throws(Failure) in Link(kind: try reader.text(), target: try reader.text()) }
  }

  mutating func creation() throws(Failure) -> Creation {
    Creation(at: try optionalTime(), by: try text())
  }

  mutating func deletion() throws(Failure) -> Deletion {
    Deletion(at: try optionalTime(), by: try text(), holds: try flag())
  }

  mutating func other() throws(Failure) -> [ExactString: JSONValue] {
    let members = try list { reader throws(Failure) in
      (ExactString(try reader.text()), try reader.value())
    }
    return Dictionary(members) { first, _ in first }
  }

  mutating func unknown() throws(Failure) -> [ElementPath: JSONValue] {
    let values = try list { reader throws(Failure) in (try reader.path(), try reader.value()) }
    return Dictionary(values) { first, _ in first }
  }

  mutating func conflicts() throws(Failure) -> [Conflict] {
    try list { reader throws(Failure) in try reader.conflict() }
  }

  mutating func value(of kind: PlanProperty.Kind) throws(Failure) -> PropertyValue {
    switch kind {
    case .day: .day(try day())
    case .priority: .priority(try priority())
    case .person: .person(try text())
    case .number: .number(try number())
    case .moment: .moment(try time())
    case .repetition: .repetition(try repetition())
    case .phase: .phase(try text())
    }
  }

  mutating func repetition() throws(Failure) -> Repetition {
    guard let rule = Repetition(try text()) else { throw Failure() }
    return rule
  }

  mutating func outline() throws(Failure) -> PlanTexts.Outline {
    let hasBody = try flag()
    let progress = Progress(done: try integer(), total: try integer())
    return PlanTexts.Outline(
      hasBody: hasBody, checklist: progress.total == 0 ? nil : progress,
      commentAuthors: try texts(), hasTime: try flag(), spentMinutes: try integer(),
      hasFiles: try flag(),
      sizes: PlanTexts.Sizes(
        body: try integer(), checklist: try integer(), comments: try integer()))
  }

  mutating func day() throws(Failure) -> CalendarDay {
    guard
      let day = CalendarDay(year: try integer(), month: try integer(), day: try integer())
    else { throw Failure() }
    return day
  }

  mutating func priority() throws(Failure) -> Priority {
    let place = try integer()
    guard Priority.allCases.indices.contains(place) else { throw Failure() }
    return Priority.allCases[place]
  }

  mutating func number() throws(Failure) -> JSONNumber {
    guard let number = JSONNumber(try text()) else { throw Failure() }
    return number
  }

  fileprivate mutating func line() throws(Failure) -> ChecklistItem {
    ChecklistItem(
      id: try text(), text: try text(), done: try flag(), rank: try text(), wasRemoved: try flag())
  }

  fileprivate mutating func comment() throws(Failure) -> Comment {
    Comment(id: try text(), at: try optionalTime(), by: try text(), text: try texts())
  }

  fileprivate mutating func timeEntry() throws(Failure) -> TimeEntry {
    TimeEntry(
      id: try text(), at: try optionalTime(), by: try text(),
      minutes: try optional { reader throws(Failure) in try reader.integer() },
      day: try optional { reader throws(Failure) in try reader.day() }, note: try text())
  }

  fileprivate mutating func file() throws(Failure) -> Attachment {
    var file = Attachment(
      id: try text(), name: try text(), size: nil, type: try text(), at: nil, by: try text(),
      blob: try text())
    file.size = try optional { reader throws(Failure) in try reader.integer() }
    file.at = try optionalTime()
    return file
  }

  private mutating func value() throws(Failure) -> JSONValue {
    // Escapes can make the text longer than in the plan's file, so the limit for files is not used.
    do {
      return try JSONReader.value(in: Array(try text().utf8), maximumSize: .max)
    } catch {
      throw Failure()
    }
  }

  private mutating func path() throws(Failure) -> ElementPath {
    guard let path = ElementPath(try texts().map { ExactString($0) }) else { throw Failure() }
    return path
  }

  private mutating func conflict() throws(Failure) -> Conflict {
    let path = try path()
    let values = try list { reader throws(Failure) in
      StampedValue(stamp: Stamp(ExactString(try reader.text())), value: try reader.value())
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
