/// The values of a plan as members of the plan.
extension Plan {
  /// The description, the checklist and the comments. They must have been read; see
  /// `BoardSnapshot.plans(withTexts:)`.
  package var texts: PlanTexts { values.texts }
  /// What lists show of the texts.
  package var outline: PlanTexts.Outline { values.readTexts.outline }
  package var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  package var body: [String] {
    get { values.texts.body }
    set { values.texts.body = newValue }
  }
  package var state: String {
    get { values.state }
    set { values.state = newValue }
  }
  package var start: CalendarDay? {
    get { values.start }
    set { values.start = newValue }
  }
  package var due: CalendarDay? {
    get { values.due }
    set { values.due = newValue }
  }
  package var priority: Priority? {
    get { values.priority }
    set { values.priority = newValue }
  }
  package var owner: String? {
    get { values.owner }
    set { values.owner = newValue }
  }
  /// The moment at which the owner's claim ends; nil if it has no end.
  ///
  /// After concurrent writes, this is the last of their moments; nil if one of them has no end.
  package var lease: Timestamp? {
    get { values.lease }
    set { values.lease = newValue }
  }
  /// The rule by which the plan repeats.
  package var repetition: Repetition? {
    get { values.repetition }
    set { values.repetition = newValue }
  }
  package var estimate: JSONNumber? {
    get { values.estimate }
    set { values.estimate = newValue }
  }
  package var milestone: String? {
    get { values.milestone }
    set { values.milestone = newValue }
  }
  package var iteration: String? {
    get { values.iteration }
    set { values.iteration = newValue }
  }
  package var rank: String {
    get { values.rank }
    set { values.rank = newValue }
  }
  package var labels: [String] {
    get { values.labels }
    set { values.labels = newValue }
  }
  package var assignees: [String] {
    get { values.assignees }
    set { values.assignees = newValue }
  }
  package var links: [Link] {
    get { values.links }
    set { values.links = newValue }
  }
  package var aliases: [String] {
    get { values.aliases }
    set { values.aliases = newValue }
  }
  package var checklist: [ChecklistItem] {
    get { values.texts.checklist }
    set { values.texts.checklist = newValue }
  }
  package var comments: [Comment] {
    get { values.texts.comments }
    set { values.texts.comments = newValue }
  }
  /// The time that was spent, by day.
  package var time: [TimeEntry] {
    get { values.texts.time }
    set { values.texts.time = newValue }
  }
  package var files: [Attachment] {
    get { values.texts.files }
    set { values.texts.files = newValue }
  }
  package var removedItemIDs: Set<String> {
    get { values.removedItemIDs }
    set { values.removedItemIDs = newValue }
  }
  package var created: Creation? {
    get { values.created }
    set { values.created = newValue }
  }
  package var other: [ExactString: JSONValue] {
    get { values.other }
    set { values.other = newValue }
  }
  package var unknown: [ElementPath: JSONValue] {
    get { values.unknown }
    set { values.unknown = newValue }
  }
  package var deletion: Deletion? {
    get { values.deletion }
    set { values.deletion = newValue }
  }
  package var updated: Timestamp? {
    get { values.updated }
    set { values.updated = newValue }
  }
  package var stateSince: Timestamp? {
    get { values.stateSince }
    set { values.stateSince = newValue }
  }
  package var ownerSince: Timestamp? {
    get { values.ownerSince }
    set { values.ownerSince = newValue }
  }
  package var conflicts: [Conflict] {
    get { values.conflicts }
    set { values.conflicts = newValue }
  }
}
