import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to one SQLite file, for one thread.
///
/// What is in the file is not trusted: a view or a trigger that somebody put there does not run.
final class Database {
  let raw: OpaquePointer

  /// Opens a file, or makes an empty one.
  ///
  /// - Parameters:
  ///   - path: No part of it may be a symbolic link.
  ///   - patience: How long a statement waits for other processes, in milliseconds.
  init(at path: String, patience: Int32) throws(DatabaseError) {
    Self.make(path)
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw DatabaseError(SQLITE_NOMEM, "SQLite has no memory") }
    raw = opened
    try check(status)
    try check(pmgit_distrust_schema(raw))
    try check(sqlite3_busy_timeout(raw, patience))
  }

  deinit { sqlite3_close_v2(raw) }

  /// Makes an empty file with the access for others that the process's mask leaves them, which
  /// SQLite would keep from writing; its other files get the access of this one. If that fails, so
  /// does opening.
  private static func make(_ path: String) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if file >= 0 { close(file) }
  }

  /// Runs statements that have neither parameters nor results.
  func run(_ statements: StaticString) throws(DatabaseError) {
    try run(untrusted: String(describing: statements))
  }

  /// Runs statements that are not literals. Only numbers of pmgit may be put into them.
  func run(untrusted statements: String) throws(DatabaseError) {
    try check(sqlite3_exec(raw, statements, nil, nil, nil))
  }

  /// Runs a body within a transaction, which is rolled back if the body fails.
  func transaction<Result>(
    _ begin: StaticString, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try run(begin)
    do throws(DatabaseError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back by itself, as on a full disk: then there is nothing to end.
      sqlite3_exec(raw, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Throws the last error of the connection unless `status` says success.
  func check(_ status: Int32) throws(DatabaseError) {
    switch status {
    case SQLITE_OK, SQLITE_ROW, SQLITE_DONE: return
    default: throw DatabaseError(status, String(cString: sqlite3_errmsg(raw)))
    }
  }
}

extension PlanIndex {
  /// The version of SQLite: `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
