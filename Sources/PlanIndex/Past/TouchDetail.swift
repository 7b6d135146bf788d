/// What a commit changed in a file that it touched, which takes reading the file before and after it.
///
/// It is of use to questions about all of a past, such as statistics; so it is found when it is first asked
/// for, and then kept.
package struct TouchDetail: Hashable, Sendable {
  /// The names of the fields and lists that were changed, sorted.
  package let fields: [String]
  /// Where the plan stood afterwards; nil for the settings and for a file that can't be read.
  package let standing: Standing?

  /// Where a plan stands.
  package struct Standing: Hashable, Sendable {
    /// The id of its column.
    package let column: String
    /// Whether the plan has a deletion, be it changed since.
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
  /// Keeps what the touches of some commits changed, for those of them that the index has.
  ///
  /// - Parameter commits: Each with all of its touches, and their details.
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
