import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to one SQLite file, for one thread.
///
/// The file's content is not trusted: views and triggers in it are never run.
final class Database {
  let raw: OpaquePointer

  /// Opens a file, and creates an empty one if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file. No part of the path may be a symbolic link.
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

  /// Creates an empty file with the access that the process's mask allows, which may include other
  /// users. SQLite would not let other users write, and copies this access to its other files. A
  /// failure is ignored here, because opening the file then fails too.
  private static func make(_ path: String) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if file >= 0 { close(file) }
  }

  /// Runs statements without parameters and results.
  func run(_ statements: StaticString) throws(DatabaseError) {
    try run(untrusted: String(describing: statements))
  }

  /// Runs statements that are not literals. They may contain only numbers that pmgit computed.
  func run(untrusted statements: String) throws(DatabaseError) {
    try check(sqlite3_exec(raw, statements, nil, nil, nil))
  }

  /// Runs a body in a transaction, which is rolled back if the body throws.
  func transaction<Result>(
    _ begin: StaticString, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try run(begin)
    do throws(DatabaseError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back itself, for example on a full disk. Then this fails without
      // harm.
      sqlite3_exec(raw, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Throws the connection's last error if `status` is an error.
  func check(_ status: Int32) throws(DatabaseError) {
    switch status {
    case SQLITE_OK, SQLITE_ROW, SQLITE_DONE: return
    default: throw DatabaseError(status, String(cString: sqlite3_errmsg(raw)))
    }
  }
}

extension PlanIndex {
  /// The version of SQLite, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
