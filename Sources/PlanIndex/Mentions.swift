import PlanModel

/// An entry for a name that a plan has as an alias or as the target of a link.
struct Mention: Hashable, Comparable, Sendable {
  /// A hash of the name. Different names may have the same hash, so a reader must check the plan.
  let name: UInt64
  let plan: Int64

  static func < (left: Mention, right: Mention) -> Bool {
    (left.name, left.plan) < (right.name, right.plan)
  }

  /// Returns the hash of an id or an alias. Aliases that `AliasKey` treats as equal have the same
  /// hash, such as `github:ACME/App#1` and `github:acme/app#1`.
  static func key(_ name: String) -> UInt64 {
    var (check, name) = (RowCheck(Self.seed), AliasKey(name).text.text)
    name.withUTF8 { check.add(UnsafeRawBufferPointer($0)) }
    return check.value
  }

  private static let seed: UInt64 = 7

  /// Returns the mentions in a plan's links and aliases, without links to code commits.
  static func all(in plan: Plan) -> Set<Mention> {
    let number = plan.id.number
    let targets = plan.links.lazy.filter { $0.kind != Link.commitKind }.map(\.target)
    return Set((targets + plan.aliases).map { Mention(name: key($0), plan: number) })
  }
}

/// The mentions of all plans, in buckets by the hash of the name. A lookup reads one bucket, and
/// changing a link writes one or two.
///
/// The head of the index has a checksum of each bucket. So a missing or outdated bucket is
/// detected.
struct MentionBuckets: Equatable, Sendable {
  static let count = 512

  /// The checksum of each bucket; nil for an empty bucket, which has no row.
  private var sums: [Int64?]

  init() { sums = Array(repeating: nil, count: Self.count) }

  func pack(into writer: inout PackedWriter) {
    writer.write(list: sums) { writer, sum in
      writer.write(optional: sum) { $0.write(Int($1)) }
    }
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    sums = try reader.list { reader throws(PackedReader.Failure) in
      try reader.optional { reader throws(PackedReader.Failure) in Int64(try reader.integer()) }
    }
    guard sums.count == Self.count else { throw PackedReader.Failure() }
  }

  static func bucket(of name: UInt64) -> Int { Int(name % UInt64(count)) }

  /// Returns the sorted mentions in a bucket.
  ///
  /// - Throws: `DatabaseError.isDamage` if the row does not match its checksum in the head.
  func mentions(_ bucket: Int, in database: Database) throws(DatabaseError) -> [Mention] {
    guard let sum = sums[bucket] else { return [] }
    let statement = try Statement("SELECT bytes FROM mention WHERE id = ?1", in: database)
    try statement.bind(Int64(bucket), at: 1)
    guard try statement.step() else { throw .damaged("the links of the index") }
    let read = statement.withBytes(0) { bytes -> [Mention]? in
      guard RowCheck.mentions(bucket, bytes) == sum else { return nil }
      var reader = PackedReader(bytes)
      return try? reader.list { reader throws(PackedReader.Failure) in
        Mention(
          name: UInt64(bitPattern: Int64(try reader.integer())), plan: Int64(try reader.integer()))
      }
    }
    guard let read else { throw .damaged("the links of the index") }
    return read
  }

  /// Removes mentions and adds others.
  ///
  /// - Complexity: Linear in the number of mentions in each changed bucket.
  mutating func change(
    removing removed: Set<Mention>, adding added: Set<Mention>, in database: Database
  ) throws(DatabaseError) {
    let changed = removed.symmetricDifference(added)
    if changed.isEmpty { return }
    let put = try Statement("INSERT OR REPLACE INTO mention VALUES (?1, ?2)", in: database)
    let remove = try Statement("DELETE FROM mention WHERE id = ?1", in: database)
    for (bucket, _) in Dictionary(grouping: changed, by: { Self.bucket(of: $0.name) }) {
      let isHere = { (mention: Mention) in Self.bucket(of: mention.name) == bucket }
      let kept = Set(try mentions(bucket, in: database)).subtracting(removed)
      let mentions = kept.union(added.lazy.filter(isHere)).sorted()
      if mentions.isEmpty {
        try remove.bind(Int64(bucket), at: 1)
        try remove.run()
        sums[bucket] = nil
      } else {
        var writer = PackedWriter()
        writer.write(list: mentions) { writer, mention in
          writer.write(Int(truncatingIfNeeded: mention.name))
          writer.write(Int(mention.plan))
        }
        try put.bind(Int64(bucket), at: 1)
        try put.bind(writer.bytes, at: 2)
        try put.run()
        sums[bucket] = writer.bytes.withUnsafeBytes { RowCheck.mentions(bucket, $0) }
      }
    }
  }
}
