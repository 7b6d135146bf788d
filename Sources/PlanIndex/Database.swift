import CSQLite
import Git
import Libc

/// A connection to one SQLite file, for one thread.
///
/// The file's content is not trusted: views and triggers in it are never run.
final class Database {
  let raw: OpaquePointer

  /// Opens a file, and creates an empty one if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file. No part of the path may be a symbolic link.
  ///   - busyTimeout: How long a statement waits for other processes, in milliseconds.
  init(at path: String, busyTimeout: Int32) throws(DatabaseError) {
    var (opened, status) = Self.open(path)
    if status == SQLITE_CANTOPEN {
      sqlite3_close_v2(opened)
      Self.make(path)
      (opened, status) = Self.open(path)
    }
    guard let opened else { throw DatabaseError(SQLITE_NOMEM, "SQLite has no memory") }
    raw = opened
    try check(status)
    try check(pmgit_distrust_schema(raw))
    try check(sqlite3_busy_timeout(raw, busyTimeout))
  }

  deinit { sqlite3_close_v2(raw) }

  private static func open(_ path: String) -> (OpaquePointer?, status: Int32) {
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    return (opened, status)
  }

  /// Creates an empty file if it is missing, with the access that the process's mask allows. This
  /// may include other users. A file created by SQLite could not be written by other users; SQLite
  /// also copies the access to its other files. Errors are ignored here, because opening the file
  /// then fails too.
  private static func make(_ path: String) {
    let file = systemOpen(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if file >= 0 { close(file) }
  }

  /// Runs statements that have no parameters and return no rows.
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
      // SQLite may have rolled back already, for example on a full disk. Then this statement fails,
      // which is harmless.
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

/// A compiled statement, which must not outlive the function that created it.
struct Statement: ~Copyable {
  private let raw: OpaquePointer
  private let database: Database

  init(_ text: StaticString, in database: Database) throws(DatabaseError) {
    self.database = database
    var made: OpaquePointer?
    let status = text.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_prepare_v2(
          database.raw, characters.baseAddress, Int32(characters.count), &made, nil)
      }
    }
    try database.check(status)
    guard let made else { throw DatabaseError(SQLITE_MISUSE, "an empty statement") }
    raw = made
  }

  deinit { sqlite3_finalize(raw) }

  // MARK: - Parameters, from 1

  func bind(_ number: Int64, at index: Int32) throws(DatabaseError) {
    try database.check(sqlite3_bind_int64(raw, index, number))
  }

  func bind(_ bytes: [UInt8], at index: Int32) throws(DatabaseError) {
    // A null pointer, which an empty array may have, would be bound as NULL.
    let status =
      bytes.isEmpty
      ? sqlite3_bind_zeroblob(raw, index, 0)
      : bytes.withUnsafeBytes {
        pmgit_bind_blob(raw, index, $0.baseAddress, Int32(clamping: $0.count))
      }
    try database.check(status)
  }

  func bind(_ id: ObjectID, at index: Int32) throws(DatabaseError) { try bind(id.bytes, at: index) }

  // MARK: - Running

  /// Moves to the next row and returns whether it exists.
  func step() throws(DatabaseError) -> Bool {
    let status = sqlite3_step(raw)
    try database.check(status)
    return status == SQLITE_ROW
  }

  /// Prepares the statement to run again.
  func reset() throws(DatabaseError) { try database.check(sqlite3_reset(raw)) }

  /// Runs a statement without result rows, and prepares it to run again.
  func run() throws(DatabaseError) {
    while try step() {}
    try reset()
  }

  /// Writes bytes and their checksum to a row whose key is already bound to the first parameter.
  func put(_ bytes: [UInt8], _ check: Int64) throws(DatabaseError) {
    try bind(bytes, at: 2)
    try bind(check, at: 3)
    try run()
  }

  // MARK: - Columns of the row, from 0

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

  /// Calls a body with the bytes of a column, which are valid until the next step.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(raw, column)
    let count = Int(sqlite3_column_bytes(raw, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// Reads a packed value, after comparing its checksum in the next column. Returns nil if the
  /// value is damaged.
  func unpacked<Value>(
    _ column: Int32, _ check: (UnsafeRawBufferPointer) -> Int64,
    _ read: (inout PackedReader) throws(PackedReader.Failure) -> Value
  ) -> Value? {
    withBytes(column) { bytes in
      guard check(bytes) == integer(column + 1) else { return nil }
      var reader = PackedReader(bytes)
      return try? read(&reader)
    }
  }
}

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

  /// Creates the error for content that SQLite can read but that pmgit did not write.
  static func damaged(_ what: String) -> DatabaseError { DatabaseError(SQLITE_CORRUPT, what) }
}

// The C function, whose name a method above hides.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
