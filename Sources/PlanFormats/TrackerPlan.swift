import PlanModel
import PlanView

/// A record in the file of a tracker, as a line of an import.
///
/// All texts may be hostile. Values that are invalid in a plan are repaired or left out, and
/// counted.
struct TrackerPlan {
  var alias: ExactString
  /// The form in which the alias is compared.
  var key: AliasKey { AliasKey(alias.text) }
  /// The id or the alias, for messages; the title if the alias is a hash.
  var name: String {
    if let id = line.id { return id.text }
    return isHash ? "'\((line.title ?? "").excerpt)'" : alias.text
  }
  /// Whether the alias is a hash of the content, which nobody recognizes.
  private var isHash = false
  var line = ImportLine(number: 1)
  /// The body while the record is read; nil if the record has none.
  private var text: String?
  /// The kinds of values that were left out of the plan, each with one of the values if that helps
  /// to find it.
  private(set) var losses: [String: String?] = [:]
  /// The size so far, by `TrackerText.cost(of:)`.
  private var size = 0
  private var itemIDs: Set<String> = []
  /// The members of sets, for finding duplicates fast.
  var members: [PlanSet: Set<ExactString>] = [:]
  /// The mark of an issue that a bridge has created; nil for other issues.
  private(set) var marker: String?
  /// Whether the tracker gives only the kind of the column. The plan then gets the first column of
  /// that kind.
  private(set) var namesKind = false
  /// Whether the tracker only distinguishes finished plans from open ones.
  private(set) var hasOnlyKind = false
  /// The commit of the board that was exported; nil if the file does not contain it.
  private(set) var commit: String?

  /// The greatest size of a plan, in bytes. A plan's file has at most 1 MiB; the rest is room for
  /// later additions.
  private static let maximumSize = 600_000
  /// The bytes that an item of a list takes in a plan's file, besides its text.
  static let itemSize = 400
  /// The most labels, links or aliases.
  static let mostNames = 1000

  /// Reserves room for a text, and returns whether there was enough.
  mutating func takeRoom(for text: String, besides: Int = 0) -> Bool {
    let cost = TrackerText.cost(of: text) + besides
    guard size + cost <= Self.maximumSize else { return false }
    size += cost
    return true
  }

  /// Begins an imported plan that has only an alias.
  ///
  /// - Parameter alias: The plan's name in the other tool, after the name of the tool:
  ///   `github:o/r#12`.
  init(alias: String) {
    let alias = TrackerText.line(alias) ?? "outside"
    self.alias = ExactString(alias)
    line.aliases = [alias]
    lists("aliases")
  }

  /// Begins an imported plan of a tool without ids.
  ///
  /// - Parameter alias: The name from a `ContentID`.
  init(hash alias: String) {
    self.init(alias: alias)
    isHash = true
  }

  /// Creates a plan from a file that pmgit exported. It has the id of the plan on the board.
  init(id: PlanID) {
    alias = ExactString("pmgit:\(id)")
    line.id = id
  }

  /// Whether the plan comes from an export of pmgit.
  var isExported: Bool { line.id != nil }

  /// Sets the commit of the board that was exported. A text that is not a commit id is left out.
  mutating func exported(from commit: String?) {
    guard let commit, isExported else { return }
    if PlanExport.isCommit(commit) {
      self.commit = commit
    } else {
      lose("values of '\(PlanExport.commitName)' that are not a commit")
    }
  }

  /// Counts something that was left out of the plan.
  ///
  /// - Parameter example: The value.
  mutating func lose(_ what: String, example: String? = nil) {
    if losses[what] == nil { losses[what] = .some(example) }
  }

  /// Returns the losses since the last call. Also frees the data that only reading needs, because
  /// all plans of a file are in memory.
  mutating func finishReading() -> [String: String?] {
    if let text { set(.body, .strings(Lines.entered(text))) }
    defer { (losses, itemIDs, members, text) = ([:], [], [:], nil) }
    return losses
  }

  // MARK: - Texts

  mutating func title(_ text: String?) {
    guard let text, let title = TrackerText.line(text) else {
      lose("empty titles, which became 'Untitled'")
      line.title = "Untitled"
      return
    }
    if TrackerText.isLongLine(text) { lose("ends of titles over 1000 bytes") }
    line.title = title
  }

  /// Sets the title from an issue. A title that is cut ends with a note, and is never sent back.
  mutating func issueTitle(_ text: String?) {
    title(text)
    guard let text, TrackerText.isLongLine(text), let title = TrackerText.line(text) else { return }
    let room = Validation.longestLine - IssueMarker.cutTitle.utf8.count
    line.title = TrackerText.prefix(title, bytes: room) + IssueMarker.cutTitle
  }

  /// Sets the body. An empty text is also set, so that a text that was removed in the tracker is
  /// removed here.
  ///
  /// - Parameter end: The note after a text that was cut.
  mutating func body(_ text: String?, cutWith end: String = "") {
    let text = text ?? ""
    if takeRoom(for: text) { return self.text = text }
    lose("ends of long texts")
    let room = Self.maximumSize - size - TrackerText.cost(of: end)
    let kept = TrackerText.prefix(text, cost: max(0, room)) + end
    _ = takeRoom(for: kept)
    self.text = kept
  }

  /// Sets the body from the text of an issue, which may have the mark of a bridge.
  mutating func issueText(_ text: String?) {
    let (body, marker) = IssueMarker.split(text ?? "")
    self.marker = marker
    self.body(body, cutWith: "\n\n\(IssueMarker.cut)")
  }

  /// The lines of the body, after the record was read.
  var body: [String] {
    for case .write(PlanField.body.path, let value) in line.edits { return value.lines ?? [] }
    return []
  }

  /// Adds a paragraph to the body.
  mutating func addToBody(_ text: String) {
    let body = self.text ?? ""
    size -= TrackerText.cost(of: body)
    self.body(body.isEmpty ? text : "\(body)\n\n\(text)")
  }

  /// Adds a comment. Its id is derived from its id in the tracker, so that it is imported only
  /// once.
  mutating func comment(id: String?, by: String?, at: Timestamp?, _ text: String?) {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return }
    guard takeRoom(for: text, besides: Self.itemSize) else {
      return lose("comments of very long issues")
    }
    line.comments.append(
      Comment(
        id: itemID(id), at: at, by: by.flatMap(Self.person) ?? "", text: Lines.entered(text)))
    lists("comments")
  }

  /// Adds a comment of an issue. The escapes that bridges write are removed.
  mutating func issueComment(id: String?, by: String?, at: Timestamp?, _ text: String?) {
    comment(id: id, by: by, at: at, text.map(IssueText.read))
  }

  /// Adds an item to the checklist.
  ///
  /// - Parameter id: The id in the tracker; nil if the text identifies the item.
  mutating func check(id: String? = nil, _ text: String?, done: Bool) {
    guard let text = text.flatMap(TrackerText.line) else { return }
    guard takeRoom(for: text, besides: Self.itemSize) else {
      return lose("checklist lines of very long issues")
    }
    line.checklist.append(ChecklistItem(id: itemID(id), text: text, done: done, rank: ""))
    lists("checklist")
  }

  /// Adds time that was spent by the person who imports. Its id is derived from its id in the
  /// tracker.
  mutating func time(id: String, minutes: Int, on day: CalendarDay) {
    guard WorkLength.range.contains(minutes) else {
      return lose("times that are shorter than a minute, or longer than 1000 hours")
    }
    guard takeRoom(for: "", besides: Self.itemSize) else {
      return lose("times of very long issues")
    }
    line.time.append(
      TimeEntry(id: itemID(id), at: nil, by: "", minutes: minutes, day: day, note: ""))
  }

  /// Returns the id of an item in the tracker, on one line; empty if it is missing, too long, or
  /// used by another item of the plan.
  ///
  /// `ImportedItems.typable` makes the id of the item from it, which is the same in each import.
  private mutating func itemID(_ id: String?) -> String {
    guard let id = id.flatMap(TrackerText.line), id.utf8.count <= 200, itemIDs.insert(id).inserted
    else { return "" }
    return id
  }

  // MARK: - Values

  /// Sets the column.
  ///
  /// - Parameter namesKind: Whether the tracker gives only the kind of the column.
  mutating func state(_ state: String?, namesKind: Bool = false) {
    line.state = state ?? line.state
    self.namesKind = namesKind
  }

  /// Sets the column, for a tracker that only distinguishes finished plans from open ones.
  mutating func kind(_ state: String?) {
    self.state(state, namesKind: true)
    hasOnlyKind = true
  }

  /// Sets the due day or the start day from a day or a moment. The line also keeps the moment,
  /// because it may be another day in the time zone of another person who imports it.
  mutating func day(_ field: PlanField, _ text: String?, _ clocks: LocalClocks) {
    guard let text = text?.trimmingSpaces, !text.isEmpty else { return set(field, .null) }
    if let day = CalendarDay(text) { return set(field, day) }
    guard let moment = TrackerTime.moment(text, clocks) else {
      return lose(TrackerTime.unknownForm, example: text)
    }
    day(field, at: moment, clocks)
  }

  mutating func day(_ field: PlanField, at moment: Timestamp?, _ clocks: LocalClocks) {
    set(field, moment.map(clocks.day(of:)))
    if let moment, !isExported { line.moments[field.path] = moment }
  }

  mutating func due(_ day: CalendarDay?) { set(.due, day) }
  mutating func start(_ day: CalendarDay?) { set(.start, day) }
  mutating func priority(_ priority: Priority?) { set(.priority, .optional(priority?.rawValue)) }
  mutating func owner(_ name: String?) { set(.owner, .optional(name.flatMap(Self.person))) }
  mutating func repetition(_ rule: Repetition?) {
    if let rule { set(.repeat, .string(rule.description)) }
  }
  mutating func moved(_ time: Timestamp?) { line.moved = time ?? line.moved }
  mutating func closed(_ time: Timestamp?) { line.closed = time ?? line.closed }
  mutating func updated(_ time: Timestamp?) { line.updated = time ?? line.updated }

  mutating func started(_ time: Timestamp?) {
    guard let time else { return }
    line.started = time
    write(.other("started"), .string(time.description))
  }

  mutating func milestone(_ id: String?) {
    line.phases[.milestone] = id
    if id == nil { set(.milestone, .null) }
  }

  mutating func iteration(_ id: String) { line.phases[.iteration] = id }

  mutating func created(at time: Timestamp?, by name: String?) {
    guard let time else { return }
    line.created = Creation(at: time, by: name.flatMap(Self.person) ?? "")
  }

  /// Sets the estimate. A text that is not a number, or a negative number, is left out.
  mutating func estimate(_ text: String?) {
    guard let text, !text.isEmpty else { return set(.estimate, .null) }
    do {
      set(.estimate, .number(try Validation.number(text, field: "estimate")))
    } catch {
      lose("estimates that are not a number up to a million", example: text)
    }
  }

  private mutating func set(_ field: PlanField, _ day: CalendarDay?) {
    set(field, .optional(day?.description))
  }

  private mutating func set(_ field: PlanField, _ value: JSONValue) { write(field.path, value) }

  /// Sets a value, in place of a former one.
  private mutating func write(_ path: ElementPath, _ value: JSONValue) {
    line.edits.removeAll { $0.path == path }
    line.edits.append(.write(path, value))
  }

  /// Returns the name of a person. `@me` becomes the name `me`, so that it does not mean the person
  /// who imports.
  static func person(_ name: String) -> String? {
    guard let name = TrackerText.line(name) else { return nil }
    return name.lowercased() == "@me" ? "me" : name
  }

  /// The name for an author whom the file does not name. Without a name, the person who imports
  /// would become the author.
  static let unknownPerson = "unknown"
}
