import PlanModel

/// The packed plans of a block of the index. Each value is unpacked when it is read.
///
/// A block consists of the number of plans, an entry for each plan, and the rows, which
/// `PackedRowWriter` wrote. An entry has the plan's id as a number, and the end of its row.
final class PackedPlans: Sendable {
  /// The place of a row in the block.
  private struct Row {
    /// The bits of the values that the row has, by `PackedMember.place`.
    let members: UInt64
    /// The offsets in the block of the list of ends and of the first value.
    let (ends, start): (Int, Int)
    var isWide: Bool { members & PackedRowWriter.isWide != 0 }
  }

  private let bytes: [UInt8]
  /// The number of plans.
  let count: Int
  /// The texts of the plans; nil if they were not read.
  private let texts: PackedTexts?

  /// Checks the rows of a block, without unpacking their values.
  ///
  /// - Parameter bytes: A block whose checksum is right.
  /// - Throws: `Failure` if a row or a value is outside the bytes, or if the ids are not in order.
  init(_ bytes: [UInt8]) throws(PackedReader.Failure) {
    guard let count = bytes.withUnsafeBytes(Self.count) else { throw PackedReader.Failure() }
    (self.bytes, self.count, texts) = (bytes, count, nil)
  }

  /// Creates the same block with the texts of its plans.
  init(_ plans: PackedPlans, with texts: PackedTexts) {
    (bytes, count, self.texts) = (plans.bytes, plans.count, texts)
  }

  /// Returns the id of the plan in a row, as `PlanID.number`.
  func number(at row: Int) -> Int64 { bytes.withUnsafeBytes { Self.number(of: row, $0) } }

  /// Returns the id of the plan in a row.
  func id(at row: Int) -> PlanID {
    guard let id = PlanID(number: number(at: row)) else {
      preconditionFailure("an id that was not checked")
    }
    return id
  }

  /// Returns the index of a plan's row; nil if the block does not have the plan.
  func row(of id: PlanID) -> Int? {
    let row = (0..<count).prefixEnd(while: { number(at: $0) < id.number })
    return row < count && number(at: row) == id.number ? row : nil
  }

  /// The bytes of a row.
  func packed(_ row: Int) -> ArraySlice<UInt8> {
    bytes[bytes.withUnsafeBytes { Self.range(of: row, count: count, $0) }]
  }

  /// The packed texts of all plans; empty if they were not read.
  var packedTexts: [UInt8] { texts?.bytes ?? [] }

  /// Packs rows, which must be sorted by id, into a block.
  static func pack(_ rows: [(number: Int64, bytes: ArraySlice<UInt8>)]) -> [UInt8] {
    var block: [UInt8] = []
    block.append(littleEndian: UInt32(rows.count))
    var end = 0
    for row in rows {
      end += row.bytes.count
      block.append(littleEndian: row.number)
      block.append(littleEndian: UInt32(end))
    }
    block.reserveCapacity(block.count + end)
    for row in rows { block += row.bytes }
    return block
  }

  /// Returns the number of bytes of the block that `pack` would make of rows.
  static func length(of rows: some Sequence<(number: Int64, bytes: ArraySlice<UInt8>)>) -> Int {
    rows.reduce(headLength) { $0 + length(of: $1) }
  }

  /// Returns the number of bytes that a row adds to a block.
  static func length(of row: (number: Int64, bytes: ArraySlice<UInt8>)) -> Int {
    entryLength + row.bytes.count
  }

  /// The lengths in bytes of the two parts at the beginning of a block: the number of plans, and
  /// the entry of one plan.
  private static let (headLength, entryLength) = (4, 12)

  /// Returns the number of plans; nil if rows or values are outside the bytes or not in order.
  private static func count(_ block: UnsafeRawBufferPointer) -> Int? {
    guard block.count >= headLength else { return nil }
    let count = Int(block.number(at: 0, as: UInt32.self))
    var place = headLength + entryLength * count
    guard block.count >= place else { return nil }
    var last: PlanID?
    for index in 0..<count {
      let range = range(of: index, count: count, block)
      guard let id = PlanID(number: number(of: index, block)), last.map({ $0 < id }) ?? true,
        range.lowerBound == place, range.upperBound <= block.count,
        isRow(range, block)
      else { return nil }
      (last, place) = (id, range.upperBound)
    }
    return place == block.count ? count : nil
  }

  private static func number(of row: Int, _ block: UnsafeRawBufferPointer) -> Int64 {
    block.number(at: headLength + entryLength * row, as: Int64.self)
  }

  /// Returns the place of a row in the block, as its entry and the entry before say.
  private static func range(
    of row: Int, count: Int, _ block: UnsafeRawBufferPointer
  ) -> Range<Int> {
    let end = { (row: Int) in
      Int(block.number(at: headLength + entryLength * row + 8, as: UInt32.self))
    }
    let start = headLength + entryLength * count
    let first = start + (row == 0 ? 0 : end(row - 1))
    // In a damaged block, an end may be before the start.
    return first..<max(first, start + end(row))
  }

  /// Whether a row ends where its last value does, and its values are in order.
  private static func isRow(_ range: Range<Int>, _ block: UnsafeRawBufferPointer) -> Bool {
    guard range.count >= 8 else { return false }
    let row = row(at: range.lowerBound, block)
    guard row.start <= range.upperBound else { return false }
    var last = row.start
    for index in 0..<(row.members & ~PackedRowWriter.isWide).nonzeroBitCount {
      let end = Self.end(of: index, row, block)
      guard last <= end else { return false }
      last = end
    }
    return last == range.upperBound
  }

  private static func row(at place: Int, _ block: UnsafeRawBufferPointer) -> Row {
    let members = block.number(at: place, as: UInt64.self)
    let width = members & PackedRowWriter.isWide != 0 ? 4 : 2
    let ends = place + 8
    return Row(
      members: members, ends: ends,
      start: ends + width * (members & ~PackedRowWriter.isWide).nonzeroBitCount)
  }

  private static func end(of index: Int, _ row: Row, _ block: UnsafeRawBufferPointer) -> Int {
    row.start
      + (row.isWide
        ? Int(block.number(at: row.ends + 4 * index, as: UInt32.self))
        : Int(block.number(at: row.ends + 2 * index, as: UInt16.self)))
  }

  /// Unpacks a value; nil if the row does not have it.
  private func read<Value>(
    _ member: PackedMember, at row: Int,
    _ body: (inout PackedReader) throws(PackedReader.Failure) -> Value
  ) -> Value? {
    let bit: UInt64 = 1 << member.place
    return bytes.withUnsafeBytes { block in
      let row = Self.row(at: Self.range(of: row, count: count, block).lowerBound, block)
      guard row.members & bit != 0 else { return nil }
      let index = (row.members & (bit - 1)).nonzeroBitCount
      let start = index == 0 ? row.start : Self.end(of: index - 1, row, block)
      var reader = PackedReader(
        UnsafeRawBufferPointer(rebasing: block[start..<Self.end(of: index, row, block)]))
      do throws(PackedReader.Failure) {
        return try body(&reader)
      } catch {
        // The checksum was right, so the bytes are those that this version of pmgit wrote.
        preconditionFailure("a packed value that pmgit did not write")
      }
    }
  }
}

// MARK: - The values

extension PackedPlans: PlanRows {
  func title(at row: Int) -> String { text(.title, row) }
  func state(at row: Int) -> String { text(.state, row) }
  func rank(at row: Int) -> String { text(.rank, row) }
  func start(at row: Int) -> CalendarDay? { day(.start, row) }
  func due(at row: Int) -> CalendarDay? { day(.due, row) }
  func owner(at row: Int) -> String? { textIfAny(.owner, row) }
  func lease(at row: Int) -> Timestamp? { time(.lease, row) }
  func milestone(at row: Int) -> String? { textIfAny(.milestone, row) }
  func iteration(at row: Int) -> String? { textIfAny(.iteration, row) }
  func labels(at row: Int) -> [String] { texts(.labels, row) }
  func assignees(at row: Int) -> [String] { texts(.assignees, row) }
  func aliases(at row: Int) -> [String] { texts(.aliases, row) }
  func removedItemIDs(at row: Int) -> Set<String> { Set(texts(.removedItems, row)) }
  func updated(at row: Int) -> Timestamp? { time(.updated, row) }
  func stateSince(at row: Int) -> Timestamp? { time(.stateSince, row) }
  func ownerSince(at row: Int) -> Timestamp? { time(.ownerSince, row) }

  func priority(at row: Int) -> Priority? {
    read(.priority, at: row) { reader throws(PackedReader.Failure) in try reader.priority() }
  }

  func repetition(at row: Int) -> Repetition? {
    read(.repetition, at: row) { reader throws(PackedReader.Failure) in try reader.repetition() }
  }

  func estimate(at row: Int) -> JSONNumber? {
    read(.estimate, at: row) { reader throws(PackedReader.Failure) in try reader.number() }
  }

  func links(at row: Int) -> [Link] {
    read(.links, at: row) { reader throws(PackedReader.Failure) in try reader.links() } ?? []
  }

  func texts(at row: Int) -> PlanTexts { readTexts.texts(at: row) }

  func texts(at row: Int, contain text: SearchText) -> Bool {
    readTexts.texts(at: row, contain: text)
  }

  private var readTexts: PackedTexts {
    guard let texts else { preconditionFailure("the texts were not read") }
    return texts
  }

  func outline(at row: Int) -> PlanTexts.Outline {
    read(.outline, at: row) { reader throws(PackedReader.Failure) in try reader.outline() }
      ?? PlanTexts().outline
  }

  func created(at row: Int) -> Creation? {
    read(.created, at: row) { reader throws(PackedReader.Failure) in try reader.creation() }
  }

  func other(at row: Int) -> [ExactString: JSONValue] {
    read(.other, at: row) { reader throws(PackedReader.Failure) in try reader.other() } ?? [:]
  }

  func unknown(at row: Int) -> [ElementPath: JSONValue] {
    read(.unknown, at: row) { reader throws(PackedReader.Failure) in try reader.unknown() } ?? [:]
  }

  func deletion(at row: Int) -> Deletion? {
    read(.deletion, at: row) { reader throws(PackedReader.Failure) in try reader.deletion() }
  }

  func conflicts(at row: Int) -> [Conflict] {
    read(.conflicts, at: row) { reader throws(PackedReader.Failure) in try reader.conflicts() }
      ?? []
  }

  func value(of property: PlanProperty, at row: Int) -> PropertyValue? {
    value(of: property, .property(property.field), row)
  }

  func values(at row: Int) -> PlanValues {
    var values = PlanValues()
    (values.title, values.state, values.rank) = (title(at: row), state(at: row), rank(at: row))
    for (property, member) in zip(PlanProperty.all, PackedMember.properties) {
      // Most plans have few properties.
      if let value = value(of: property, member, row) { property.set(value, in: &values) }
    }
    (values.labels, values.assignees) = (labels(at: row), assignees(at: row))
    (values.links, values.aliases) = (links(at: row), aliases(at: row))
    if let texts {
      values.texts = texts.texts(at: row)
    } else {
      values.setOutline(outline(at: row))
    }
    (values.removedItemIDs, values.created) = (removedItemIDs(at: row), created(at: row))
    (values.other, values.unknown) = (other(at: row), unknown(at: row))
    (values.deletion, values.updated) = (deletion(at: row), updated(at: row))
    (values.stateSince, values.ownerSince) = (stateSince(at: row), ownerSince(at: row))
    values.conflicts = conflicts(at: row)
    return values
  }

  private func value(
    of property: PlanProperty, _ member: PackedMember, _ row: Int
  ) -> PropertyValue? {
    read(member, at: row) { reader throws(PackedReader.Failure) in
      try reader.value(of: property.kind)
    }
  }

  private func text(_ member: PackedMember, _ row: Int) -> String {
    textIfAny(member, row) ?? ""
  }

  private func textIfAny(_ member: PackedMember, _ row: Int) -> String? {
    read(member, at: row) { reader throws(PackedReader.Failure) in try reader.text() }
  }

  private func day(_ member: PackedMember, _ row: Int) -> CalendarDay? {
    read(member, at: row) { reader throws(PackedReader.Failure) in try reader.day() }
  }

  private func texts(_ member: PackedMember, _ row: Int) -> [String] {
    read(member, at: row) { reader throws(PackedReader.Failure) in try reader.texts() } ?? []
  }

  private func time(_ member: PackedMember, _ row: Int) -> Timestamp? {
    read(member, at: row) { reader throws(PackedReader.Failure) in try reader.time() }
  }
}
