import PlanModel
import PlanView

/// One plan of another tool, in the form of a line of an import.
///
/// All texts may be hostile. Values that are invalid in a plan are repaired or left out, and
/// counted.
struct TrackerPlan {
  var alias: ExactString
  /// The form in which the alias is compared.
  var key: AliasKey { AliasKey(alias.text) }
  var line: JSONObject
  /// The kinds of values that were left out of the plan.
  private(set) var losses: Set<String> = []
  /// The size so far, by `TrackerText.cost(of:)`.
  private var size = 0
  private var itemIDs: Set<String> = []
  /// The members of sets, for finding duplicates fast.
  var members: [ExactString: Set<ExactString>] = [:]
  /// The mark of an issue that a bridge has created; nil for other issues.
  private(set) var marker: String?
  /// Whether the source gives only the kind of the column. The plan then gets the first column of
  /// that kind.
  private(set) var namesKind = false
  /// Whether the source only distinguishes finished plans from open ones.
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
    line = ["aliases": .strings([alias])]
  }

  /// Creates a plan from a file that pmgit exported. It has the id of the plan on the board.
  init(id: PlanID) {
    alias = ExactString("pmgit:\(id)")
    line = ["id": .string(id.text)]
  }

  /// Whether the plan comes from an export of pmgit.
  var isExported: Bool { line["id"] != nil }

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
  mutating func lose(_ what: String) { losses.insert(what) }

  /// Returns the losses since the last call. Also frees the data that only reading needs, because
  /// all plans of a file are in memory.
  mutating func finishReading() -> Set<String> {
    defer { (losses, itemIDs, members) = ([], [], [:]) }
    return losses
  }

  // MARK: - Texts

  mutating func title(_ text: String?) {
    guard let text, let title = TrackerText.line(text) else {
      lose("missing titles")
      line["title"] = .string("Untitled")
      return
    }
    if TrackerText.isLongLine(text) { lose("ends of titles over 1000 bytes") }
    line["title"] = .string(title)
  }

  /// Sets the title from an issue. A title that is cut ends with a note, and is never sent back.
  mutating func issueTitle(_ text: String?) {
    title(text)
    guard let text, TrackerText.isLongLine(text), let title = TrackerText.line(text) else { return }
    let room = Validation.longestLine - IssueMarker.cutTitle.utf8.count
    line["title"] = .string(TrackerText.prefix(title, bytes: room) + IssueMarker.cutTitle)
  }

  /// Sets the body. An empty text is also set, so that a text that was removed in the source is
  /// removed here.
  ///
  /// - Parameter end: The note after a text that was cut.
  mutating func body(_ text: String?, cutWith end: String = "") {
    let text = text ?? ""
    if takeRoom(for: text) { return line["body"] = .string(text) }
    lose("ends of long texts")
    let room = Self.maximumSize - size - TrackerText.cost(of: end)
    let kept = TrackerText.prefix(text, cost: max(0, room)) + end
    _ = takeRoom(for: kept)
    line["body"] = .string(kept)
  }

  /// Sets the body from the text of an issue, which may have the mark of a bridge.
  mutating func issueText(_ text: String?) {
    let (body, marker) = IssueMarker.split(text ?? "")
    self.marker = marker
    self.body(body, cutWith: "\n\n\(IssueMarker.cut)")
  }

  /// Adds a paragraph to the body.
  mutating func addToBody(_ text: String) {
    let body = line["body"]?.string ?? ""
    size -= TrackerText.cost(of: body)
    self.body(body.isEmpty ? text : "\(body)\n\n\(text)")
  }

  /// Adds a comment. Its id is derived from its id in the source, so that it is imported only once.
  mutating func comment(id: String?, by: String?, at: Timestamp?, _ text: String?) {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return }
    guard takeRoom(for: text, besides: Self.itemSize) else {
      return lose("comments of very long issues")
    }
    append(
      [
        "id": .optional(itemID(id)), "by": .optional(by.flatMap(Self.person)),
        "at": .optional(at?.description), "text": .string(text),
      ], to: "comments")
  }

  /// Adds a comment of an issue. The escapes that bridges write are removed.
  mutating func issueComment(id: String?, by: String?, at: Timestamp?, _ text: String?) {
    comment(id: id, by: by, at: at, text.map(IssueText.read))
  }

  /// Adds an item to the checklist.
  ///
  /// - Parameter id: The id in the source; nil if the text identifies the item.
  mutating func check(id: String? = nil, _ text: String?, done: Bool) {
    guard let text = text.flatMap(TrackerText.line) else { return }
    guard takeRoom(for: text, besides: Self.itemSize) else {
      return lose("checklist lines of very long issues")
    }
    append(
      ["id": .optional(itemID(id)), "text": .string(text), "done": .bool(done)], to: "checklist")
  }

  /// Adds time that was spent by the person who imports. Its id is derived from its id in the
  /// source.
  mutating func time(id: String, minutes: Int, on day: CalendarDay) {
    guard WorkLength.range.contains(minutes) else {
      return lose("times that are shorter than a minute, or longer than 1000 hours")
    }
    guard takeRoom(for: "", besides: Self.itemSize) else {
      return lose("times of very long issues")
    }
    append(
      [
        "id": .optional(itemID(id)), "minutes": .number(minutes), "on": .string(day.description),
      ], to: "time")
  }

  private mutating func append(_ item: JSONObject, to list: ExactString) {
    var item = item
    if item["id"]?.isNull == true { item["id"] = nil }
    var items = line[list]?.array ?? []
    // Without this the array would be copied.
    line[list] = nil
    items.append(.object(item))
    line[list] = .array(items)
  }

  /// Returns the id of an item in the source, on one line; nil if it is missing, too long, or used
  /// by another item of the plan.
  ///
  /// `ImportedItems.typable` makes the id of the item from it, which is the same in each import.
  private mutating func itemID(_ id: String?) -> String? {
    guard let id = id.flatMap(TrackerText.line), id.utf8.count <= 200, itemIDs.insert(id).inserted
    else { return nil }
    return id
  }

  // MARK: - Values

  /// Sets the column.
  ///
  /// - Parameter namesKind: Whether the source gives only the kind of the column.
  mutating func state(_ state: String?, namesKind: Bool = false) {
    set("state", state.map(JSONValue.string))
    self.namesKind = namesKind
  }

  /// Sets the column, for a source that only distinguishes finished plans from open ones.
  mutating func kind(_ state: String?) {
    self.state(state, namesKind: true)
    hasOnlyKind = true
  }

  /// Sets the due day or the start day from a day or a moment. The line also keeps the moment,
  /// because it may be another day in the time zone of another person who imports it.
  mutating func day(_ field: PlanField, _ text: String?, _ clocks: LocalClocks) {
    guard let text = text?.trimmingSpaces else { return set(ExactString(field.rawValue), .null) }
    if let day = CalendarDay(text) { return setDay(field, day) }
    day(field, at: TrackerTime.moment(text, clocks), clocks)
  }

  mutating func day(_ field: PlanField, at moment: Timestamp?, _ clocks: LocalClocks) {
    setDay(field, moment.map(clocks.day(of:)))
    guard let moment, !isExported else { return }
    var moments = line[ImportLine.moments]?.object ?? [:]
    moments[ExactString(field.rawValue)] = .string(moment.description)
    line[ImportLine.moments] = .object(moments)
  }

  private mutating func setDay(_ field: PlanField, _ day: CalendarDay?) {
    set(ExactString(field.rawValue), .optional(day?.description))
  }

  mutating func due(_ day: CalendarDay?) { set("due", .optional(day?.description)) }
  mutating func start(_ day: CalendarDay?) { set("start", .optional(day?.description)) }
  mutating func priority(_ priority: Priority?) { set("priority", .optional(priority?.rawValue)) }
  mutating func milestone(_ id: String?) { set("milestone", .optional(id)) }
  mutating func owner(_ name: String?) { set("owner", .optional(name.flatMap(Self.person))) }
  mutating func iteration(_ id: String?) { set("iteration", id.map(JSONValue.string)) }
  mutating func repetition(_ rule: Repetition?) {
    set("repeat", rule.map { .string($0.description) })
  }
  mutating func started(_ time: Timestamp?) { set("started", time.map { .string($0.description) }) }
  mutating func moved(_ time: Timestamp?) { set("moved", time.map { .string($0.description) }) }
  mutating func closed(_ time: Timestamp?) { set("closed", time.map { .string($0.description) }) }
  mutating func updated(_ time: Timestamp?) { set("updated", time.map { .string($0.description) }) }

  mutating func created(at time: Timestamp?, by name: String?) {
    guard let time else { return }
    line["created"] = .object([
      "at": .string(time.description), "by": .optional(name.flatMap(Self.person)),
    ])
  }

  /// Sets the estimate. A text that is not a number, or a negative number, is left out.
  mutating func estimate(_ text: String?) {
    guard let text, !text.isEmpty else { return set("estimate", .null) }
    do {
      line["estimate"] = .number(try Validation.number(text, field: "estimate"))
    } catch {
      lose("estimates that are not a number")
    }
  }

  mutating func set(_ member: ExactString, _ value: JSONValue?) {
    if let value { line[member] = value }
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
