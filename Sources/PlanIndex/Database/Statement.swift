import CSQLite
import Git

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
    let status = bytes.withUnsafeBytes {
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

  // MARK: - Columns of the row, from 0

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

  /// Calls a body with the bytes of a column. They are valid until the next step.
  func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = sqlite3_column_blob(raw, column)
    let count = Int(sqlite3_column_bytes(raw, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }
}
