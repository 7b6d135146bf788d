import CSQLite

/// A failure of SQLite, or a file that is not a database.
package struct DatabaseError: Error, Equatable, Sendable {
  /// The primary result code, such as `SQLITE_BUSY`; see <https://www.sqlite.org/rescode.html>.
  package let code: Int32
  package let message: String

  init(_ code: Int32, _ message: String) { (self.code, self.message) = (code & 0xFF, message) }

  /// Creates the error for a path that can't contain a database.
  package init(_ message: String) { self.init(SQLITE_CANTOPEN, message) }

  /// Whether another process is writing.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether the file is not a database, or its content is invalid.
  ///
  /// All statements are fixed, so a syntax error means that the file has other tables.
  package var isDamage: Bool {
    let codes = [
      SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH,
      SQLITE_CONSTRAINT,
    ]
    return codes.contains(code)
  }

  /// Creates the error for content that SQLite can read but pmgit did not write.
  static func damaged(_ what: String) -> DatabaseError { DatabaseError(SQLITE_CORRUPT, what) }
}
