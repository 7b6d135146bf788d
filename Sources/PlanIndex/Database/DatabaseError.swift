import CSQLite

/// A failure of SQLite, or of a file that is no database.
package struct DatabaseError: Error, Equatable, Sendable {
  /// The primary result code, such as `SQLITE_BUSY`; see <https://www.sqlite.org/rescode.html>.
  package let code: Int32
  package let message: String

  init(_ code: Int32, _ message: String) { (self.code, self.message) = (code & 0xFF, message) }

  /// The error of a place where no database can be.
  package init(_ message: String) { self.init(SQLITE_CANTOPEN, message) }

  /// Whether another process is writing just now.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether the file is no database, or its content can't be right.
  ///
  /// All statements are fixed, so one that makes no sense to SQLite was written for other tables.
  package var isDamage: Bool {
    let codes = [
      SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH,
      SQLITE_CONSTRAINT,
    ]
    return codes.contains(code)
  }

  /// The error of content that SQLite can read and pmgit has not written.
  static func damaged(_ what: String) -> DatabaseError { DatabaseError(SQLITE_CORRUPT, what) }
}
