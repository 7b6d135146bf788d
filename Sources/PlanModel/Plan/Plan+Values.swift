/// The values of a plan as members of the plan.
extension Plan {
  /// The description, the checklist and the comments. They must have been read; see
  /// `BoardSnapshot.plans(withTexts:)`.
  package var texts: PlanTexts { rows.texts(at: row) }
  /// The values that lists show of the texts.
  package var outline: PlanTexts.Outline { rows.outline(at: row) }
  package var title: String {
    get { rows.title(at: row) }
    set { values.title = newValue }
  }
  package var body: [String] {
    get { rows.texts(at: row).body }
    set { values.texts.body = newValue }
  }
  package var state: String {
    get { rows.state(at: row) }
    set { values.state = newValue }
  }
  package var start: CalendarDay? {
    get { rows.start(at: row) }
    set { values.start = newValue }
  }
  package var due: CalendarDay? {
    get { rows.due(at: row) }
    set { values.due = newValue }
  }
  package var priority: Priority? {
    get { rows.priority(at: row) }
    set { values.priority = newValue }
  }
  package var owner: String? {
    get { rows.owner(at: row) }
    set { values.owner = newValue }
  }
  /// The moment at which the owner's claim ends; nil if it has no end.
  ///
  /// After concurrent writes, this is the last of their moments; nil if one of them has no end.
  package var lease: Timestamp? {
    get { rows.lease(at: row) }
    set { values.lease = newValue }
  }
  /// The rule by which the plan repeats.
  package var repetition: Repetition? {
    get { rows.repetition(at: row) }
    set { values.repetition = newValue }
  }
  package var estimate: JSONNumber? {
    get { rows.estimate(at: row) }
    set { values.estimate = newValue }
  }
  package var milestone: String? {
    get { rows.milestone(at: row) }
    set { values.milestone = newValue }
  }
  package var iteration: String? {
    get { rows.iteration(at: row) }
    set { values.iteration = newValue }
  }
  package var rank: String {
    get { rows.rank(at: row) }
    set { values.rank = newValue }
  }
  package var labels: [String] {
    get { rows.labels(at: row) }
    set { values.labels = newValue }
  }
  package var assignees: [String] {
    get { rows.assignees(at: row) }
    set { values.assignees = newValue }
  }
  package var links: [Link] {
    get { rows.links(at: row) }
    set { values.links = newValue }
  }
  package var aliases: [String] {
    get { rows.aliases(at: row) }
    set { values.aliases = newValue }
  }
  package var checklist: [ChecklistItem] {
    get { rows.texts(at: row).checklist }
    set { values.texts.checklist = newValue }
  }
  package var comments: [Comment] {
    get { rows.texts(at: row).comments }
    set { values.texts.comments = newValue }
  }
  /// The time that was spent, by day.
  package var time: [TimeEntry] {
    get { rows.texts(at: row).time }
    set { values.texts.time = newValue }
  }
  package var files: [Attachment] {
    get { rows.texts(at: row).files }
    set { values.texts.files = newValue }
  }
  package var removedItemIDs: Set<String> {
    get { rows.removedItemIDs(at: row) }
    set { values.removedItemIDs = newValue }
  }
  package var created: Creation? {
    get { rows.created(at: row) }
    set { values.created = newValue }
  }
  package var other: [ExactString: JSONValue] {
    get { rows.other(at: row) }
    set { values.other = newValue }
  }
  package var unknown: [ElementPath: JSONValue] { rows.unknown(at: row) }
  package var deletion: Deletion? {
    get { rows.deletion(at: row) }
    set { values.deletion = newValue }
  }
  package var updated: Timestamp? {
    get { rows.updated(at: row) }
    set { values.updated = newValue }
  }
  package var stateSince: Timestamp? {
    get { rows.stateSince(at: row) }
    set { values.stateSince = newValue }
  }
  package var ownerSince: Timestamp? {
    get { rows.ownerSince(at: row) }
    set { values.ownerSince = newValue }
  }
  package var conflicts: [Conflict] {
    get { rows.conflicts(at: row) }
    set { values.conflicts = newValue }
  }
}
