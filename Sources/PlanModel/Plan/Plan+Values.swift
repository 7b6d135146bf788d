/// The values of a plan as members of the plan.
extension Plan {
  /// The description, the checklist and the comments. They must have been read; see
  /// `BoardSnapshot.plans(withTexts:)`.
  package var texts: PlanTexts { rows.texts(at: row) }
  /// The values that lists show of the texts.
  package var outline: PlanTexts.Outline { rows.outline(at: row) }
  package var title: String { rows.title(at: row) }
  package var body: [String] { rows.texts(at: row).body }
  package var state: String { rows.state(at: row) }
  package var start: CalendarDay? { rows.start(at: row) }
  package var due: CalendarDay? { rows.due(at: row) }
  package var priority: Priority? { rows.priority(at: row) }
  package var owner: String? { rows.owner(at: row) }
  /// The moment at which the owner's claim ends; nil if it has no end.
  ///
  /// After concurrent writes, this is the last of their moments; nil if one of them has no end.
  package var lease: Timestamp? { rows.lease(at: row) }
  /// The rule by which the plan repeats.
  package var repetition: Repetition? { rows.repetition(at: row) }
  package var estimate: JSONNumber? { rows.estimate(at: row) }
  package var milestone: String? { rows.milestone(at: row) }
  package var iteration: String? { rows.iteration(at: row) }
  package var rank: String { rows.rank(at: row) }
  package var labels: [String] { rows.labels(at: row) }
  package var assignees: [String] { rows.assignees(at: row) }
  package var links: [Link] { rows.links(at: row) }
  package var aliases: [String] { rows.aliases(at: row) }
  package var checklist: [ChecklistItem] { rows.texts(at: row).checklist }
  package var comments: [Comment] { rows.texts(at: row).comments }
  /// The time that was spent, by day.
  package var time: [TimeEntry] { rows.texts(at: row).time }
  package var files: [Attachment] { rows.texts(at: row).files }
  package var removedItemIDs: Set<String> { rows.removedItemIDs(at: row) }
  package var created: Creation? { rows.created(at: row) }
  package var other: [ExactString: JSONValue] { rows.other(at: row) }
  package var unknown: [ElementPath: JSONValue] { rows.unknown(at: row) }
  package var deletion: Deletion? { rows.deletion(at: row) }
  package var updated: Timestamp? { rows.updated(at: row) }
  package var stateSince: Timestamp? { rows.stateSince(at: row) }
  package var ownerSince: Timestamp? { rows.ownerSince(at: row) }
  package var conflicts: [Conflict] { rows.conflicts(at: row) }
}
