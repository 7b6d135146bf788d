package import PlanModel

/// What happened on a board, grouped by the reasons why it matters to the reader.
package struct Digest: Sendable {
  /// Why a plan is in a digest, the most important reason first. The raw values are for programs.
  package enum Reason: String, CaseIterable, Comparable, Sendable {
    /// Somebody mentioned the reader in a text of the plan.
    case mentioned
    /// The plan was assigned to the reader, or the reader became its owner.
    case assigned
    /// The plan has conflicts.
    case conflict
    case overdue
    /// The plan is due within two days.
    case due
    case finished, started, added, changed, deleted
    /// The board's own settings were changed.
    case settings

    package static func < (left: Reason, right: Reason) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The heading of the section for this reason.
    package var heading: String {
      switch self {
      case .mentioned: "Mentions"
      case .assigned: "Newly assigned"
      case .conflict: "To decide"
      case .overdue: "Overdue"
      case .due: "Due soon"
      case .finished: "Finished"
      case .started: "Started"
      case .added: "New"
      case .changed: "Changed"
      case .deleted: "Deleted"
      case .settings: "Settings of the board"
      }
    }
  }

  /// A plan, or the board's settings, with the changes that other people made.
  package struct Item: Sendable {
    /// The plan; nil for the settings.
    package let plan: PlanID?
    package let shortID: String?
    package let title: String
    /// The title of the plan's column; nil for a deleted plan and for the settings.
    package let column: String?
    /// The due day; nil if the plan is finished or has none.
    package let due: CalendarDay?
    /// The time until the due day, in words.
    package let dueWords: String?
    /// The fields in conflict, in words.
    let conflicts: [String]
    /// The reasons in order; at least one.
    package let reasons: [Reason]
    /// The changes, newest first.
    package let entries: [TimelineEntry]
    /// The changes in words, newest first. Entries without visible changes are left out.
    package let rows: [Timeline.Row]
  }

  /// The items with the same first reason.
  package struct Section: Sendable {
    package let reason: Reason
    package let items: [Item]
  }

  /// The sections in the order of their reasons; none is empty.
  package let sections: [Section]

  package var isEmpty: Bool { sections.isEmpty }
  package var count: Int { sections.reduce(0) { $0 + $1.items.count } }
  /// The number of plans with changes. The others have only a pending reason, such as a conflict.
  package var newCount: Int { sections.reduce(0) { $0 + $1.items.count { !$0.entries.isEmpty } } }

  /// Returns the number of plans with changes, not counting the first `first` plans.
  package func newCount(after first: Int) -> Int {
    sections.flatMap(\.items).dropFirst(first).count { !$0.entries.isEmpty }
  }

  /// The person for whom a digest is made.
  package struct Reader {
    /// Whether a name on the board refers to the person.
    package let isNamed: (String) -> Bool
    /// Whether the new lines of a text mention the person and the old ones did not yet.
    package let isMentioned: (_ old: [String], _ new: [String]) -> Bool
    /// Whether the person wrote a value of the plan that is in conflict.
    package var isInConflict: (Plan) -> Bool = { _ in false }

    package init(
      isNamed: @escaping (String) -> Bool,
      isMentioned: @escaping (_ old: [String], _ new: [String]) -> Bool
    ) {
      (self.isNamed, self.isMentioned) = (isNamed, isMentioned)
    }
  }

  /// Sorts the changes of a period into the sections of a digest.
  ///
  /// - Parameters:
  ///   - entries: The changes since the beginning, newest first.
  ///   - plans: All plans as they are now.
  ///   - reader: The person whose plans and mentions are reported, without the person's own
  ///     changes; nil for all plans and changes.
  ///   - isWanted: Whether a plan may be in the digest; nil for all plans and the board's settings.
  package init(
    _ entries: [TimelineEntry], plans: [Plan], board: Board, viewpoint: Viewpoint,
    for reader: Reader? = nil, isWanted: ((Plan) -> Bool)? = nil
  ) {
    let others = entries.filter { entry in
      !(reader?.isNamed(entry.author) ?? false) && !entry.isRenewal
    }
    let changes = Dictionary(grouping: others, by: \.plan)
    var items: [Item] = []
    for plan in plans where isWanted?(plan) ?? true {
      let own = changes[plan.id] ?? []
      let reasons = Self.reasons(of: plan, own, on: board, today: viewpoint.today, for: reader)
      guard !reasons.isEmpty else { continue }
      items.append(Item(plan, reasons, own, board: board, viewpoint: viewpoint))
    }
    if reader == nil, isWanted == nil, let settings = changes[nil] {
      items.append(Item(ofSettings: settings, board: board, viewpoint: viewpoint))
    }
    let groups = Dictionary(grouping: items) { $0.reasons[0] }
    sections = Reason.allCases.compactMap { reason in
      groups[reason].map { Section(reason: reason, items: Self.sorted($0)) }
    }
  }

  /// Returns items with the newest change first. Items without changes follow in their order.
  private static func sorted(_ items: [Item]) -> [Item] {
    items.enumerated().sorted { left, right in
      let times = (left.element.entries.first?.at, right.element.entries.first?.at)
      switch times {
      case (let first?, let second?) where first != second: return first > second
      case (.some, nil): return true
      case (nil, .some): return false
      default: return left.offset < right.offset
      }
    }.map(\.element)
  }
}

extension Digest.Item {
  fileprivate init(
    _ plan: Plan, _ reasons: [Digest.Reason], _ entries: [TimelineEntry], board: Board,
    viewpoint: Viewpoint
  ) {
    self.plan = plan.id
    (shortID, title) = (viewpoint.shortID(plan.id), plan.title)
    column = plan.isDeleted ? nil : board[column: plan.state]?.title ?? plan.state
    let isDone = plan.isDeleted || board.kind(of: plan.state) == .done
    due = isDone ? nil : plan.due
    dueWords = due.map { $0.dueWords(today: viewpoint.today, isDone: false) }
    conflicts = plan.conflicts.map { $0.path.words(on: board, itemText: nil) }
    (self.reasons, self.entries) = (reasons, entries)
    rows = Self.rows(entries, board, viewpoint)
  }

  fileprivate init(ofSettings entries: [TimelineEntry], board: Board, viewpoint: Viewpoint) {
    (plan, shortID, column, due, dueWords, conflicts) = (nil, nil, nil, nil, nil, [])
    (title, reasons, self.entries) = (board.title ?? "", [.settings], entries)
    rows = Self.rows(entries, board, viewpoint)
  }

  private static func rows(
    _ entries: [TimelineEntry], _ board: Board, _ viewpoint: Viewpoint
  ) -> [Timeline.Row] {
    Timeline(entries, board: board, viewpoint: viewpoint).rows.filter { !$0.changes.isEmpty }
  }
}

extension Digest {
  /// The largest number of days ahead for which a plan is due soon.
  private static let daysAhead = 2

  /// Returns the reasons why a plan is in a digest, in order; empty if it is not.
  private static func reasons(
    of plan: Plan, _ entries: [TimelineEntry], on board: Board, today: CalendarDay,
    for reader: Reader?
  ) -> [Reason] {
    let concerns = reader.map { plan.concerns($0) } ?? true
    if plan.isDeleted { return concerns && !entries.isEmpty ? [.deleted] : [] }
    var found: Set<Reason> = []
    if let reader {
      if entries.contains(where: { $0.mentions(reader) }) { found.insert(.mentioned) }
      if plan.isAssigned(to: reader), entries.contains(where: { $0.assigns(to: reader) }) {
        found.insert(.assigned)
      }
    }
    if concerns { found.formUnion(changes(of: plan, entries, on: board)) }
    if !plan.conflicts.isEmpty, concerns || reader?.isInConflict(plan) ?? false {
      found.insert(.conflict)
    }
    let isOpen = board.kind(of: plan.state) != .done
    if isOpen, let due = plan.due, reader.map({ plan.isAssigned(to: $0) }) ?? true {
      if due < today { found.insert(.overdue) }
      if (0...daysAhead).contains(due - today) { found.insert(.due) }
    }
    return found.sorted()
  }

  /// Returns the reasons that follow from the changes, by comparing the plan before the first
  /// change with the plan now. The plan must not be deleted.
  private static func changes(
    of plan: Plan, _ entries: [TimelineEntry], on board: Board
  ) -> Set<Reason> {
    guard !entries.isEmpty else { return [] }
    let changes = entries.lazy.flatMap(\.changes)
    var found: Set<Reason> = []
    let isNew = changes.contains { $0.path == .field("created") && $0.old?.isNull ?? true }
    // The entries are newest first, so the last one has the column before all of them.
    let moves = changes.filter { $0.path == .field("state") && $0.old != $0.new }
    // A plan that was created in its column, as by an import, counts as created there, not moved.
    let before = moves.last.flatMap { $0.old?.string ?? $0.new?.string }.map(board.kind)
    let now = board.kind(of: plan.state)
    if !moves.isEmpty, before != now {
      if now == .done { found.insert(.finished) }
      if now == .doing { found.insert(.started) }
    }
    if isNew { found.insert(.added) }
    return found.isEmpty ? [.changed] : found
  }
}

extension Plan {
  fileprivate func isAssigned(to reader: Digest.Reader) -> Bool {
    assignees.contains(where: reader.isNamed) || owner.map(reader.isNamed) ?? false
  }

  /// Whether the reader is an assignee, the owner, the creator or a commenter of the plan.
  fileprivate func concerns(_ reader: Digest.Reader) -> Bool {
    isAssigned(to: reader) || created.map { reader.isNamed($0.by) } ?? false
      || outline.commentAuthors.contains(where: reader.isNamed)
  }
}

extension TimelineEntry {
  /// Whether the change only renewed a lease, which is no news: the claim is as it was.
  fileprivate var isRenewal: Bool {
    !changes.isEmpty
      && changes.allSatisfy {
        $0.path == PlanField.lease.path && $0.old?.string != nil && $0.new?.string != nil
      }
  }

  /// Whether a change added a line that mentions the reader.
  fileprivate func mentions(_ reader: Digest.Reader) -> Bool {
    changes.contains { change in
      change.path.isOfText
        && reader.isMentioned(change.old?.textLines ?? [], change.new?.textLines ?? [])
    }
  }

  fileprivate func assigns(to reader: Digest.Reader) -> Bool {
    changes.contains { change in
      switch change.path {
      case .setMember(let set, let member):
        set.text == PlanSet.assignees.rawValue && !(change.new?.isNull ?? true)
          && reader.isNamed(member.text)
      case .field("owner"): change.new?.string.map(reader.isNamed) ?? false
      default: false
      }
    }
  }
}

extension ElementPath {
  /// Whether people write texts at the path: the title, the body, a comment or a checklist item.
  fileprivate var isOfText: Bool {
    switch self {
    case .field("title"), .field("body"): true
    case .item(_, _, let member): member == "text"
    default: false
    }
  }
}

extension JSONValue {
  /// The lines of a text, which is stored as one string or as an array of lines.
  fileprivate var textLines: [String] { lines ?? string.map { [$0] } ?? [] }
}
