/// The details of a touch, which require reading the file before and after the commit.
///
/// Only requests about a whole history need them, such as statistics. So they are computed at the
/// first such request, and then stored.
package struct TouchDetail: Hashable, Sendable {
  /// The sorted names of the fields and lists that were changed.
  package let fields: [String]
  /// Where the plan was afterwards; nil for the settings and for an unreadable file.
  package let standing: Standing?

  /// A plan's column, and whether it is deleted.
  package struct Standing: Hashable, Sendable {
    /// The id of its column.
    package let column: String
    /// Whether the plan has a deletion, even if the plan was changed later.
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
