package import Git
package import PlanModel

/// A commit in a board's history.
package struct PastCommit: Hashable, Sendable {
  package let place: PastPlace
  /// The author's time.
  package let at: Timestamp
  /// The author, `Name <email>`.
  package let by: String
  /// Whether the commit has several parents. The changes of such a merge may be by authors other
  /// than `by`.
  package let isMerge: Bool
  /// The changes of the commit to files of the board, in the order of the paths.
  package let touches: [Touch]
  /// The number of changes after `touches` that were not read.
  package var unread = 0

  /// Whether the details of all touches are known.
  package var hasDetails: Bool { touches.allSatisfy { $0.detail != nil } }

  package var id: ObjectID { place.commit }

  package init(_ place: PastPlace, at: Timestamp, by: String, isMerge: Bool, touches: [Touch]) {
    (self.place, self.at, self.by) = (place, at, by)
    (self.isMerge, self.touches) = (isMerge, touches)
  }

  /// Returns the commit with other touches.
  package func with(_ touches: [Touch]) -> PastCommit {
    PastCommit(place, at: at, by: by, isMerge: isMerge, touches: touches)
  }
}

/// The position of a commit in the order of a board's history.
///
/// The date is git's corrected commit date: the committer's time, or one second after the latest
/// parent if that is later. So children always come after their parents, even if clocks were wrong.
/// The order depends only on the commits, and new commits do not change it.
package struct PastPlace: Hashable, Comparable, Sendable {
  /// The corrected date, in seconds since 1970.
  package let date: Int
  package let commit: ObjectID

  package init(date: Int, commit: ObjectID) { (self.date, self.commit) = (date, commit) }

  package static func < (left: PastPlace, right: PastPlace) -> Bool {
    (left.date, left.commit) < (right.date, right.commit)
  }

  /// The largest accepted committer's time, in seconds since 1970. Commits from other clones may
  /// have any time.
  private static let latest = 1 << 52

  /// Returns the corrected commit date that `PastPlace` describes.
  ///
  /// - Parameters:
  ///   - committed: The committer's time, in seconds since 1970.
  ///   - parents: The corrected dates of the parents.
  package static func date(committed: Int, parents: [Int]) -> Int {
    max(min(max(committed, 0), latest), (parents.max() ?? -1) + 1)
  }
}

/// The change of one commit to one file of the board.
package struct Touch: Hashable, Sendable {
  /// A file's mode and id in a tree.
  package struct Version: Hashable, Sendable {
    package let mode: FileMode
    package let id: ObjectID

    package init(mode: FileMode, id: ObjectID) { (self.mode, self.id) = (mode, id) }
  }

  /// The plan; nil for the board's settings.
  package let plan: PlanID?
  /// The file before the commit; nil if it did not exist.
  package let old: Version?
  /// The file after the commit; nil if it does not exist any more.
  package let new: Version?
  /// The detail of the change; nil if it was not requested or is not known yet.
  package var detail: TouchDetail?

  package init(plan: PlanID?, old: Version?, new: Version?, detail: TouchDetail? = nil) {
    (self.plan, self.old, self.new, self.detail) = (plan, old, new, detail)
  }
}

/// The details of a touch, which require reading the file before and after the commit.
///
/// Only requests about a whole history need them, such as statistics. So they are computed at the
/// first such request, and then stored.
package struct TouchDetail: Hashable, Sendable {
  /// The sorted names of the fields and lists that were changed.
  package let fields: [String]
  /// The state of the plan after the commit; nil for the settings and for an unreadable file.
  package let standing: Standing?

  /// A plan's column, and whether somebody deleted the plan.
  package struct Standing: Hashable, Sendable {
    /// The id of the plan's column.
    package let column: String
    /// Whether the plan was deleted, even if a later change makes pmgit show it again.
    package let isDeleted: Bool

    package init(column: String, isDeleted: Bool) {
      (self.column, self.isDeleted) = (column, isDeleted)
    }
  }

  package init(fields: [String], standing: Standing?) {
    (self.fields, self.standing) = (fields, standing)
  }
}

extension PlanIndex {
  /// Stores the details of the touches of commits. Commits that are not in the index are ignored.
  ///
  /// - Parameter commits: The commits with all of their touches. A commit without all details is
  ///   skipped.
  /// - Throws: `DatabaseError.isBusy` while another process writes.
  package func keepDetails(of commits: [PastCommit]) throws(DatabaseError) {
    try database.transaction("BEGIN IMMEDIATE") { () throws(DatabaseError) in
      let put = try Statement(
        "UPDATE past SET detail = ?2, detail_sum = ?3 WHERE id = ?1", in: database)
      for commit in commits where commit.hasDetails {
        var writer = PackedWriter()
        writer.write(list: commit.touches.compactMap(\.detail)) { $0.write($1) }
        try put.bind(commit.id, at: 1)
        try put.bind(writer.bytes, at: 2)
        try put.bind(
          writer.bytes.withUnsafeBytes { RowCheck.past(.details, commit.place, $0) }, at: 3)
        try put.run()
      }
    }
  }
}
