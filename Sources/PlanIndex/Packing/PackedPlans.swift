import PlanModel

/// The packed plans of a block of the index. Each value is unpacked when it is read.
///
/// A block consists of the number of plans, an entry for each plan, and the rows, which
/// `PackedRowWriter` wrote. An entry has the plan's id as a number, and the end of its row.
final class PackedPlans: Sendable {
  /// A row of the block.
  struct Row {
    let id: PlanID
    /// The bits of the values that the row has, by `PackedMember.place`.
    fileprivate let members: UInt64
    /// The offsets in the block of the list of ends and of the first value.
    fileprivate let (ends, start): (Int, Int)
    fileprivate var isWide: Bool { members & PackedRowWriter.isWide != 0 }
  }

  private let bytes: [UInt8]
  let rows: [Row]
  /// The texts of the plans; nil if they were not read.
  private let texts: PackedTexts?

  /// Reads the rows of a block, without unpacking their values.
  ///
  /// - Parameter bytes: A block whose checksum is right.
  /// - Throws: `Failure` if a row or a value is outside the bytes, or if the ids are not in order.
  init(_ bytes: [UInt8]) throws(PackedReader.Failure) {
    (self.bytes, texts) = (bytes, nil)
    guard let rows = bytes.withUnsafeBytes(Self.rows) else { throw PackedReader.Failure() }
    self.rows = rows
  }

  /// Creates the same block with the texts of its plans.
  init(_ plans: PackedPlans, with texts: PackedTexts) {
    (bytes, rows, self.texts) = (plans.bytes, plans.rows, texts)
  }

  /// Returns the index of a plan's row; nil if the block does not have the plan.
  func row(of id: PlanID) -> Int? {
    let row = rows.prefixEnd(while: { $0.id < id })
    return row < rows.count && rows[row].id == id ? row : nil
  }

  /// The bytes of a row.
  func packed(_ row: Int) -> ArraySlice<UInt8> {
    bytes[(rows[row].ends - 8)..<(row + 1 < rows.count ? rows[row + 1].ends - 8 : bytes.count)]
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
  static func length(of rows: [(number: Int64, bytes: ArraySlice<UInt8>)]) -> Int {
    rows.reduce(headLength) { $0 + entryLength + $1.bytes.count }
  }

  /// The lengths in bytes of the two parts at the beginning of a block: the number of plans, and
  /// the entry of one plan.
  private static let (headLength, entryLength) = (4, 12)

  /// Finds the rows and their values; nil if they are outside the bytes or not in order.
  private static func rows(_ block: UnsafeRawBufferPointer) -> [Row]? {
    guard block.count >= headLength else { return nil }
    let count = Int(block.number(at: 0, as: UInt32.self))
    let start = headLength + entryLength * count
    guard block.count >= start else { return nil }
    var (rows, place): ([Row], Int) = ([], start)
    rows.reserveCapacity(count)
    for entry in stride(from: headLength, to: start, by: entryLength) {
      let number = block.number(at: entry, as: Int64.self)
      let end = start + Int(block.number(at: entry + 8, as: UInt32.self))
      guard let id = PlanID(number: number), rows.last.map({ $0.id < id }) ?? true,
        place <= end, end <= block.count, let row = row(id, block, place..<end)
      else { return nil }
      rows.append(row)
      place = end
    }
    return place == block.count ? rows : nil
  }

  private static func row(
    _ id: PlanID, _ block: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Row? {
    guard range.count >= 8 else { return nil }
    let members = block.number(at: range.lowerBound, as: UInt64.self)
    let width = members & PackedRowWriter.isWide != 0 ? 4 : 2
    let count = (members & ~PackedRowWriter.isWide).nonzeroBitCount
    let ends = range.lowerBound + 8
    let start = ends + width * count
    guard start <= range.upperBound else { return nil }
    let row = Row(id: id, members: members, ends: ends, start: start)
    var last = start
    for index in 0..<count {
      let end = Self.end(of: index, row, block)
      guard last <= end else { return nil }
      last = end
    }
    return last == range.upperBound ? row : nil
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
    let row = rows[row]
    let bit: UInt64 = 1 << member.place
    guard row.members & bit != 0 else { return nil }
    return bytes.withUnsafeBytes { block in
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
