import Git
import PlanModel

/// The first part of a commit's row: its data without the changed files, and a link to the next
/// older commit.
struct PastRow: Equatable {
  let place: PastPlace
  /// The next older commit; nil for the oldest. Readers follow this link, so they detect missing
  /// rows.
  var before: ObjectID?
  let at: Timestamp
  let by: String
  let isMerge: Bool

  init(_ commit: PastCommit, before: ObjectID?) {
    (place, self.before) = (commit.place, before)
    (at, by, isMerge) = (commit.at, commit.by, commit.isMerge)
  }

  func pack() -> [UInt8] {
    var writer = PackedWriter()
    writer.write(place)
    writer.write(optional: before) { $0.write($1) }
    writer.write(Int(at.milliseconds))
    writer.write(by)
    writer.write(isMerge)
    return writer.bytes
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    place = try reader.pastPlace()
    before = try reader.optional { reader throws(PackedReader.Failure) in try reader.objectID() }
    at = Timestamp(milliseconds: Int64(try reader.integer()))
    by = try reader.text()
    isMerge = try reader.flag()
  }
}

extension PackedWriter {
  mutating func write(_ id: ObjectID) { write(raw: id.bytes) }

  mutating func write(_ place: PastPlace) {
    write(place.date)
    write(place.commit)
  }

  mutating func write(_ touch: Touch) {
    write(optional: touch.plan) { $0.write(Int($1.number)) }
    for version in [touch.old, touch.new] {
      write(optional: version) { writer, version in
        writer.write(Int(version.mode.rawValue))
        writer.write(version.id)
      }
    }
  }

  mutating func write(_ detail: TouchDetail) {
    write(detail.fields)
    write(optional: detail.standing) { writer, standing in
      writer.write(standing.column)
      writer.write(standing.isDeleted)
    }
  }
}

extension PackedReader {
  mutating func objectID() throws(Failure) -> ObjectID {
    guard let id = ObjectID(bytes: try raw(ObjectID.byteCount)) else { throw Failure() }
    return id
  }

  mutating func pastPlace() throws(Failure) -> PastPlace {
    PastPlace(date: try integer(), commit: try objectID())
  }

  mutating func touch() throws(Failure) -> Touch {
    Touch(
      plan: try optional { reader throws(Failure) in try reader.planID() },
      old: try optional { reader throws(Failure) in try reader.version() },
      new: try optional { reader throws(Failure) in try reader.version() })
  }

  mutating func touchDetail() throws(Failure) -> TouchDetail {
    TouchDetail(
      fields: try texts(),
      standing: try optional { reader throws(Failure) in
        TouchDetail.Standing(column: try reader.text(), isDeleted: try reader.flag())
      })
  }

  mutating func planID() throws(Failure) -> PlanID {
    guard let id = PlanID(number: Int64(try integer())) else { throw Failure() }
    return id
  }

  private mutating func version() throws(Failure) -> Touch.Version {
    guard let mode = UInt32(exactly: try integer()) else { throw Failure() }
    return Touch.Version(mode: FileMode(rawValue: mode), id: try objectID())
  }
}
