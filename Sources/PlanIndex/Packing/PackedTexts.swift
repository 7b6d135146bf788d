import PlanModel

/// The packed texts of the plans of a block. They are unpacked when they are read. A search works
/// on the packed texts.
struct PackedTexts: Sendable {
  /// The texts of all plans, one after another.
  private(set) var bytes: [UInt8] = []
  /// The end of the texts of each plan.
  private var ends: [Int] = []

  init(rows: Int) { ends.reserveCapacity(rows) }

  /// Creates the texts of a single plan.
  init(of texts: [UInt8]) { (bytes, ends) = (texts, [texts.count]) }

  /// Adds the texts of the next plan, which `PlanTexts.pack(into:)` wrote; empty if it has none.
  mutating func append(_ texts: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: texts)
    ends.append(bytes.count)
  }

  func texts(at row: Int) -> PlanTexts {
    read(row) { reader throws(PackedReader.Failure) in try PlanTexts(packed: &reader) }
      ?? PlanTexts()
  }

  /// Whether a text occurs in a line of the description, the checklist or a comment.
  func texts(at row: Int, contain text: SearchText) -> Bool {
    read(row) { reader throws(PackedReader.Failure) in try reader.texts(contain: text) } ?? false
  }

  /// Reads the texts of a plan; nil if it has none.
  private func read<Value>(
    _ row: Int, _ body: (inout PackedReader) throws(PackedReader.Failure) -> Value
  ) -> Value? {
    let range = (row == 0 ? 0 : ends[row - 1])..<ends[row]
    guard !range.isEmpty else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = PackedReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
      do throws(PackedReader.Failure) {
        return try body(&reader)
      } catch {
        // The checksum was right, so the bytes are those that this version of pmgit wrote.
        preconditionFailure("packed texts that pmgit did not write")
      }
    }
  }
}

extension PackedReader {
  /// Whether a text occurs in packed texts.
  fileprivate mutating func texts(contain text: SearchText) throws(Failure) -> Bool {
    let isPlain = try flag()
    // The description.
    if try lines(contain: text, isPlain) { return true }
    // The checklist.
    for _ in 0..<(try count()) {
      _ = try utf8()
      if try line(contains: text, isPlain) { return true }
      _ = try flag()
      _ = try utf8()
      _ = try flag()
    }
    // The comments.
    for _ in 0..<(try count()) {
      _ = try utf8()
      _ = try optional { reader throws(Failure) in try reader.time() }
      _ = try utf8()
      if try lines(contain: text, isPlain) { return true }
    }
    return false
  }

  /// Whether a text occurs in a list of lines. If it does, the reader can't read what follows the
  /// list.
  private mutating func lines(contain text: SearchText, _ isPlain: Bool) throws(Failure) -> Bool {
    for _ in 0..<(try count()) where try line(contains: text, isPlain) { return true }
    return false
  }

  private mutating func line(contains text: SearchText, _ isPlain: Bool) throws(Failure) -> Bool {
    let line = try utf8()
    return text.occurs(inUTF8: line.bindMemory(to: UInt8.self).span, isPlain: isPlain)
      ?? text.occurs(in: String(decoding: line, as: UTF8.self))
  }
}
