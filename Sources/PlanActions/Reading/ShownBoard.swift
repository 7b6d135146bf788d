package import PlanModel
import PlanStore
package import PlanView

/// A board as an answer shows it: one commit, seen at one moment.
package struct ShownBoard {
  let snapshot: BoardSnapshot
  /// The moment from which the board is seen: the time of the request, or the requested past
  /// moment.
  package let now: Timestamp
  /// The local day of that moment.
  package let today: CalendarDay
  /// The requested past commit; nil if the present board is shown.
  package let past: CommitSummary?
  /// The files that could not be read, as far as the answer needed them.
  package internal(set) var missing = MissingFiles()

  init(_ snapshot: BoardSnapshot, now: Timestamp, today: CalendarDay, past: CommitSummary? = nil) {
    (self.snapshot, self.now, self.today, self.past) = (snapshot, now, today, past)
  }

  package var name: BoardName { snapshot.name }
  package var commit: CommitID { CommitID(snapshot.commit) }
  package var board: Board { snapshot.board }

  package func plan(_ id: PlanID) throws -> Plan { try snapshot.plan(id) }

  /// Returns the plans with the given ids, skipping ids that the board lacks.
  package func plans(_ ids: [PlanID]) throws -> [Plan] {
    try ids.compactMap { id in try snapshot.document(id).map { Plan($0, id: id) } }
  }

  /// Returns an id's short form: its shortest unique prefix.
  package func shortID(_ id: PlanID) throws -> String { try snapshot.shortID(id) }

  /// Returns the viewpoint from which all plans of this board are shown: the time and short ids.
  package func viewpoint() throws -> Viewpoint { viewpoint(try snapshot.ids(inFolder: nil)) }

  /// Returns a viewpoint with short ids for some plans; other plans are shown with their full ids.
  ///
  /// - Complexity: Reads the folder of each plan, or all folders if the plans are many.
  package func viewpoint(of plans: some Sequence<PlanID>) throws -> Viewpoint {
    let plans = Set(plans)
    guard plans.count <= Self.mostFolders else { return try viewpoint() }
    var known: [PlanID: String] = [:]
    for plan in plans { known[plan] = try snapshot.shortID(plan) }
    return Viewpoint(now: now, today: today) { [known] in known[$0] ?? $0.text }
  }

  /// The most plans whose folders are read one by one.
  private static let mostFolders = 200

  /// Returns the viewpoint with short ids that are unique among the given ids.
  ///
  /// - Parameter ids: All ids of the board, sorted.
  func viewpoint(_ ids: [PlanID]) -> Viewpoint {
    let shortIDs = ShortIDs(sorted: ids)
    return Viewpoint(now: now, today: today) { shortIDs[$0] }
  }
}

extension Workspace {
  /// Returns a version of the board, seen from the time of the request.
  func shown(_ snapshot: BoardSnapshot) -> ShownBoard {
    ShownBoard(snapshot, now: now, today: participant.today)
  }

  /// Returns a shown board with its unreadable files, for an answer from which they are missing.
  func noting(_ unreadable: [UnreadablePlan] = [], on shown: ShownBoard) throws -> ShownBoard {
    var shown = shown
    shown.missing.settings = try shown.snapshot.brokenSettings.map {
      try store.brokenSettings($0, at: shown.snapshot.commit)
    }
    shown.missing.plans = unreadable.map { BrokenFile(path: $0.path, reason: $0.reason, id: $0.id) }
    return shown
  }
}
