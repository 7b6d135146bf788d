import Libc

import CSQLite
import PlanModel

/// A database with the plans of one board at one commit, and with the board's history. Reading it
/// is many times as fast as reading the plan files.
///
/// All data can be built again from git, and is compared with checksums when it is read. So a
/// damaged file costs time but never changes a result. `docs/reading-index.md` has the schema.
package final class PlanIndex {
  let database: Database

  /// The version of the schema and of the packed values. A file with another version is built
  /// again.
  ///
  /// Raise the first byte whenever pmgit begins to read other values from the same plan file. The
  /// other bytes are a hash of the properties' names and kinds, because packed plans depend on
  /// them.
  private static let version: Int64 = {
    let properties = PlanProperty.all.map { "\($0.name) \($0.kind.rawValue)\n" }.joined()
    return 15 << 24 | Int64(FNV1a.hash(of: Array(properties.utf8)) & 0xFF_FFFF)
  }()

  /// The bytes of a page, which is what SQLite reads and writes. A block of plans fits into one.
  static let pageSize = 16384

  /// Opens the index, or creates an empty one.
  ///
  /// This never waits. While another process writes, writing fails as busy and reading works.
  ///
  /// - Parameter path: The file. Its folder must exist, and no part of the path may be a symbolic
  ///   link.
  /// - Throws: `DatabaseError.isDamage` if the file is damaged or has another version.
  package init(at path: String) throws(DatabaseError) {
    database = try Database(at: path, busyTimeout: 0)
    // If data is lost when the machine crashes, the checksums detect it.
    try database.run("PRAGMA synchronous = OFF")
    // Otherwise each command would create the files `-wal` and `-shm` and remove them again. They
    // are kept, and the log is emptied instead.
    try database.check(pmgit_keep_side_files(database.raw))
    try database.run("PRAGMA journal_size_limit = 0")
    guard try storedVersion() != Self.version else { return }
    try makeTables()
  }

  /// Deletes the files of an index, so that the next process builds it again.
  package static func remove(at path: String) {
    for suffix in ["-wal", "-shm", ""] { _ = unlink(path + suffix) }
  }

  private func storedVersion() throws(DatabaseError) -> Int64 {
    let statement = try Statement("PRAGMA user_version", in: database)
    return try statement.step() ? statement.integer(0) : 0
  }

  private func makeTables() throws(DatabaseError) {
    let isEmpty = try storedVersion() == 0
    guard isEmpty else { throw .damaged("of another version") }
    try database.run(untrusted: "PRAGMA page_size = \(Self.pageSize)")
    try database.run("PRAGMA journal_mode = WAL")
    try database.transaction("BEGIN IMMEDIATE") { () throws(DatabaseError) in
      // Another process may have created the tables just before.
      if try storedVersion() == Self.version { return }
      try database.run(
        """
        CREATE TABLE head (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
        CREATE TABLE plans (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
        CREATE TABLE text (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
        CREATE TABLE mention (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE file (
          path BLOB PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE past (
          id BLOB PRIMARY KEY, date INTEGER NOT NULL, bytes BLOB NOT NULL, sum INTEGER NOT NULL,
          touched BLOB NOT NULL, touched_sum INTEGER NOT NULL, detail BLOB, detail_sum INTEGER
        );
        CREATE INDEX past_date ON past (date, id);
        CREATE TABLE plan_past (
          plan INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL
        );
        """)
      try database.run(untrusted: "PRAGMA user_version = \(Self.version)")
    }
  }
}
