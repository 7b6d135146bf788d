package import Git
package import PlanModel

/// A commit of a board's past.
package struct PastCommit: Hashable, Sendable {
  package let place: PastPlace
  /// The author's time and `Name <email>`.
  package let at: Timestamp
  package let by: String
  /// Whether the commit has several parents; what it carries, others have written.
  package let isMerge: Bool
  /// What the commit did to each file of the board, in the order of the paths.
  package let touches: [Touch]

  /// Whether it is known what each touch changed.
  package var hasDetails: Bool { touches.allSatisfy { $0.detail != nil } }

  package var id: ObjectID { place.commit }

  package init(
    _ place: PastPlace, at: Timestamp, by: String, isMerge: Bool, touches: [Touch]
  ) {
    (self.place, self.at, self.by) = (place, at, by)
    (self.isMerge, self.touches) = (isMerge, touches)
  }

  /// Returns the commit with some of its touches only.
  package func with(_ touches: [Touch]) -> PastCommit {
    PastCommit(place, at: at, by: by, isMerge: isMerge, touches: touches)
  }
}

/// The place of a commit in the order of a board's past.
///
/// The date is git's corrected commit date: the committer's time, or a second more than that of the
/// latest parent if that is later. So a child always stands after its parents, whatever the clocks;
/// the order depends on nothing but the commits; and a commit keeps its place when others come.
package struct PastPlace: Hashable, Comparable, Sendable {
  /// Seconds since 1970.
  package let date: Int
  package let commit: ObjectID

  package init(date: Int, commit: ObjectID) { (self.date, self.commit) = (date, commit) }

  package static func < (left: PastPlace, right: PastPlace) -> Bool {
    (left.date, left.commit) < (right.date, right.commit)
  }

  /// The largest date that a commit brings by itself: a clock from elsewhere may show any number.
  private static let latest = 1 << 52

  /// Returns the date of a commit.
  package static func date(committed: Int, parents: [Int]) -> Int {
    max(min(max(committed, 0), latest), (parents.max() ?? -1) + 1)
  }
}

/// What one commit did to one file of the board.
package struct Touch: Hashable, Sendable {
  /// A file as a tree lists it.
  package struct Version: Hashable, Sendable {
    package let mode: FileMode
    package let id: ObjectID

    package init(mode: FileMode, id: ObjectID) { (self.mode, self.id) = (mode, id) }
  }

  /// nil for the board's settings.
  package let plan: PlanID?
  /// The file before and after the commit; nil where there is none.
  package let old: Version?
  package let new: Version?
  /// nil where it was not asked for, and until it was once.
  package var detail: TouchDetail?

  package init(plan: PlanID?, old: Version?, new: Version?, detail: TouchDetail? = nil) {
    (self.plan, self.old, self.new, self.detail) = (plan, old, new, detail)
  }
}
