import PlanModel

/// A kind of value in packed rows. `place` is the number of its bit, and values are stored in the
/// order of their places. A row has only the values that the plan has.
struct PackedMember: Hashable {
  let place: Int

  static let title = Self(place: 0)
  static let state = Self(place: 1)
  static let rank = Self(place: 2)
  static let labels = Self(place: 3)
  static let assignees = Self(place: 4)
  static let links = Self(place: 5)
  static let aliases = Self(place: 6)
  static let outline = Self(place: 7)
  static let removedItems = Self(place: 8)
  static let created = Self(place: 9)
  static let other = Self(place: 10)
  static let unknown = Self(place: 11)
  static let deletion = Self(place: 12)
  static let updated = Self(place: 13)
  static let stateSince = Self(place: 14)
  static let ownerSince = Self(place: 15)
  static let conflicts = Self(place: 16)

  static let due = property(.due)
  static let start = property(.start)
  static let priority = property(.priority)
  static let owner = property(.owner)
  static let lease = property(.lease)
  static let repetition = property(.repeat)
  static let estimate = property(.estimate)
  static let milestone = property(.milestone)
  static let iteration = property(.iteration)

  /// The member of a property.
  static func property(_ field: PlanField) -> PackedMember {
    // There are so few properties that a search is faster than hashing the name.
    guard let place = fields.firstIndex(of: field) else {
      preconditionFailure("'\(field)' is no property")
    }
    return properties[place]
  }

  /// The members of `PlanProperty.all`, in the same order. Their places follow those of the members
  /// above.
  static let properties = PlanProperty.all.indices.map { Self(place: conflicts.place + 1 + $0) }

  private static let fields = PlanProperty.all.map(\.field)
}

/// Writes the values of a plan so that each can be read without the others.
///
/// A row begins with eight bytes that have a bit for each value in the row. The end of each value
/// follows, then the values. An end takes two bytes, or four if the highest of the bits is set.
struct PackedRowWriter {
  private var members: UInt64 = 0
  private var ends: [Int] = []
  private var writer = PackedWriter()

  static let isWide: UInt64 = 1 << 63

  /// Writes a value unless it is nil. The members must come in the order of their places.
  mutating func write<Value>(
    _ member: PackedMember, _ value: Value?, _ body: (inout PackedWriter, Value) -> Void
  ) {
    guard let value else { return }
    precondition(members >> member.place == 0 && member.place < 63, "members in another order")
    members |= 1 << member.place
    body(&writer, value)
    ends.append(writer.bytes.count)
  }

  /// Writes a list or a text unless it is empty.
  mutating func write<Value: Collection>(
    _ member: PackedMember, _ value: Value, _ body: (inout PackedWriter, Value) -> Void
  ) {
    write(member, value.isEmpty ? nil : value, body)
  }

  /// The bytes of the row with all values so far.
  var bytes: [UInt8] {
    let isWide = writer.bytes.count > UInt16.max
    var row: [UInt8] = []
    row.reserveCapacity(8 + ends.count * (isWide ? 4 : 2) + writer.bytes.count)
    row.append(littleEndian: isWide ? members | Self.isWide : members)
    for end in ends {
      if isWide {
        row.append(littleEndian: UInt32(end))
      } else {
        row.append(littleEndian: UInt16(end))
      }
    }
    return row + writer.bytes
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a number that `append(littleEndian:)` wrote.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
