import Git
import PlanModel

/// The rows that list for each plan which commits touched it, oldest first.
final class PlanPasts {
  typealias Entry = (place: PastPlace, touch: Touch)

  private let get: Statement
  private let put: Statement
  private let remove: Statement

  init(in database: Database) throws(DatabaseError) {
    get = try Statement("SELECT bytes, sum FROM plan_past WHERE plan = ?1", in: database)
    put = try Statement("INSERT OR REPLACE INTO plan_past VALUES (?1, ?2, ?3)", in: database)
    remove = try Statement("DELETE FROM plan_past WHERE plan = ?1", in: database)
  }

  /// Returns the key of a plan, or -1 for the settings, which is never a plan's number.
  private static func key(_ plan: PlanID?) -> Int64 { plan?.number ?? -1 }

  /// Returns the touches of a plan; nil if it has none.
  func touches(of plan: PlanID?) throws(DatabaseError) -> [Entry]? {
    let key = Self.key(plan)
    try get.bind(key, at: 1)
    guard try get.step() else {
      try get.reset()
      return nil
    }
    let touches = get.withBytes(0) { bytes -> [Entry]? in
      guard RowCheck.planPast(key, bytes) == get.integer(1) else { return nil }
      var reader = PackedReader(bytes)
      return try? reader.list { reader throws(PackedReader.Failure) in
        (try reader.pastPlace(), try reader.touch())
      }
    }
    try get.reset()
    guard let touches else { throw .damaged("the past of a plan") }
    return touches
  }

  /// Adds touches of a plan, and removes those of some commits.
  ///
  /// - Complexity: Linear in the number of the plan's touches.
  func change(
    _ plan: PlanID?, adding added: [Entry], removing removed: Set<ObjectID>
  ) throws(DatabaseError) {
    var touches = (try touches(of: plan) ?? []).filter { !removed.contains($0.place.commit) }
    touches += added
    touches.sort { $0.place < $1.place }
    try write(touches, of: Self.key(plan))
  }

  private func write(_ touches: [Entry], of key: Int64) throws(DatabaseError) {
    if touches.isEmpty {
      try remove.bind(key, at: 1)
      return try remove.run()
    }
    var writer = PackedWriter()
    writer.write(list: touches) { writer, entry in
      writer.write(entry.place)
      writer.write(entry.touch)
    }
    try put.bind(key, at: 1)
    try put.bind(writer.bytes, at: 2)
    try put.bind(writer.bytes.withUnsafeBytes { RowCheck.planPast(key, $0) }, at: 3)
    try put.run()
  }
}
