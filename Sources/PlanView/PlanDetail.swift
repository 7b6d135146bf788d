package import PlanModel

/// Everything about one plan, as `pmgit show` shows it.
package struct PlanDetail: Sendable {
  /// A link and the plan that it leads to.
  package struct LinkedPlan: Sendable {
    package let link: Link
    /// The plan on this board; nil if the target is an alias or a missing plan.
    package let plan: RelatedPlan?
  }

  /// A plan that is related to the shown one.
  package struct RelatedPlan: Sendable {
    package let id: PlanID
    package let shortID: String
    package let title: String
    /// The `state` of the plan, which is the id of its column.
    package let state: String
    package let columnTitle: String
    /// Whether the plan is in a done column.
    package let isDone: Bool

    init(_ plan: Plan, board: Board, viewpoint: Viewpoint) {
      (id, title, state) = (plan.id, plan.title, plan.state)
      shortID = viewpoint.shortID(plan.id)
      columnTitle = board.title(of: plan.state)
      isDone = board.kind(of: plan.state) == .done
    }
  }

  /// A code commit as it is shown.
  package struct CommitEntry: Sendable {
    /// The full id.
    package let id: String
    /// nil if the board is kept in the repository of the commit, or if that is unknown.
    package let repository: CodeRepository?
    /// The commit's subject and age; nil if the commit is not in this clone.
    package let words: String?
    /// The address of the commit's page on its host; nil if unknown.
    package let page: String?
  }

  package struct CommentEntry: Sendable {
    package let comment: Comment
    package let author: String
    package let timeWords: String
  }

  /// An attached file and its description in words.
  package struct FileEntry: Sendable {
    package let file: Attachment
    /// The size in words, such as `1.2 MB`; nil if unknown.
    package let sizeWords: String?
    package let author: String
    package let timeWords: String

    package init(_ file: Attachment, viewpoint: Viewpoint) {
      self.file = file
      sizeWords = file.size.map { FileSize.words($0) }
      author = Person(file.by).fullName
      timeWords = viewpoint.words(since: file.at)
    }
  }

  package let summary: PlanSummary
  package let isKnownColumn: Bool
  /// The links, without those to commits.
  package let links: [LinkedPlan]
  /// The plans that this plan blocks.
  package let blocked: [RelatedPlan]
  /// The plans with a `relates` link to this plan, except those to which this plan has such a link.
  package let relating: [RelatedPlan]
  /// The plans whose parent is this plan.
  package let children: [RelatedPlan]
  /// How many of the children are done; nil if there are no children.
  package let progress: Progress?
  /// The code commits, newest first. Commits that are not in this clone come last.
  package let commits: [CommitEntry]
  package let comments: [CommentEntry]
  /// The values of the board's own fields, also those that do not fit.
  package let fields: [FieldEntry]
  package let files: [FileEntry]
  package let conflicts: [ConflictList.Field]
  /// The latest changes, newest first.
  package let lastChanges: Timeline
  /// The times of the plan's creation and latest change, in words; nil if unknown.
  package let createdWords, updatedWords: String?
  /// The number of days from the start to the due date; nil without both.
  package let days: Int?
  /// Contradictions between the plan's days, as ends of sentences.
  package let dayFaults: [String]
  /// The end of the owner's lease in words, such as `until 14:30, in 25 minutes`; nil without one.
  package let leaseWords: String?

  package var plan: Plan { summary.plan }

  /// Collects everything that is shown of one plan.
  ///
  /// - Parameters:
  ///   - others: The related plans by id, whichever side has the link.
  ///   - commits: The code commits in this clone to which `plan` links.
  ///   - repository: The repository of the code in this clone; nil if unknown.
  ///   - lastChanges: The plan's latest changes, newest first.
  ///   - authors: Returns the author of a value in conflict; nil if unknown.
  package init(
    _ plan: Plan, board: Board, viewpoint: Viewpoint, others: [PlanID: Plan] = [:],
    relations: PlanRelations = PlanRelations(), commits: [CommitSummary] = [],
    of repository: CodeRepository? = nil,
    lastChanges: [TimelineEntry] = [],
    authors: ConflictList.Authors = { _, _, _ in nil }
  ) {
    summary = PlanSummary(plan, board: board, viewpoint: viewpoint, relations: relations)
    isKnownColumn = board[column: plan.state] != nil
    let related = { (id: PlanID) in
      others[id].map { RelatedPlan($0, board: board, viewpoint: viewpoint) }
    }
    links = plan.links.filter { $0.kind != Link.commitKind }.map { link in
      LinkedPlan(link: link, plan: PlanID(link.target).flatMap { related($0) })
    }
    blocked = relations.blocked(by: plan.id).compactMap(related)
    relating = relations.relating(to: plan.id).compactMap(related)
    children = relations.children(of: plan.id).compactMap(related)
    progress = relations.progress(of: plan.id)
    self.commits = Self.entries(of: commits, in: repository, on: plan, viewpoint)
    comments = plan.comments.map { comment in
      CommentEntry(
        comment: comment, author: Person(comment.by).fullName,
        timeWords: viewpoint.words(since: comment.at))
    }
    fields = plan.fieldEntries(on: board)
    files = plan.files.map { FileEntry($0, viewpoint: viewpoint) }
    conflicts = plan.conflicts.map { conflict in
      ConflictList.Field(conflict, board: board, viewpoint: viewpoint) {
        authors(plan.id, conflict.path, $0)
      }
    }
    self.lastChanges = Timeline(lastChanges, board: board, viewpoint: viewpoint)
    createdWords = plan.created?.at.map(viewpoint.words(since:))
    updatedWords = plan.updated.map(viewpoint.words(since:))
    let span = PlanSpan(plan)
    days = span.days
    let blockers = relations.openBlockers(of: plan.id).compactMap { id in
      others[id].map { (id: id, span: PlanSpan($0)) }
    }
    let isOpen = !plan.isDeleted && board.kind(of: plan.state) != .done
    dayFaults = (isOpen ? span.contradictions(with: blockers) : []).map {
      $0.words(shortID: viewpoint.shortID)
    }
    leaseWords = plan.lease.map {
      $0.leaseWords(now: viewpoint.now, on: viewpoint.clocks)
    }
  }

  /// Returns the code commits of a plan, newest first, and then those that are not in this clone.
  private static func entries(
    of commits: [CommitSummary], in repository: CodeRepository?, on plan: Plan,
    _ viewpoint: Viewpoint
  ) -> [CommitEntry] {
    let known = commits.sorted { ($1.at, $1.id.hex) < ($0.at, $0.id.hex) }
    let ids = Set(known.map(\.id.hex))
    let links = Dictionary(plan.commits.map { ($0.id, $0) }) { first, _ in first }
    let entry = { (link: CommitLink, words: String?, place: CodeRepository?) in
      CommitEntry(
        id: link.id, repository: link.repository, words: words, page: place?.page(of: link.id))
    }
    return known.map { commit in
      let link = links[commit.id.hex] ?? CommitLink(commit.id.hex)
      let words = "\(commit.subject), \(viewpoint.words(since: commit.at))"
      return entry(link, words, link.repository ?? repository)
    }
      + plan.commits.filter { !ids.contains($0.id) }.map { entry($0, nil, $0.repository) }
  }
}
