/// Writes values one after another, in the order in which `PackedReader` reads them.
///
/// Names and types are not written, so only the same version of pmgit can read the result.
struct PackedWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a number in groups of seven bits, the lowest first. Small numbers take few bytes.
  mutating func write(_ number: Int) {
    // The sign goes to the lowest bit, so that small negative numbers are short too.
    var rest = UInt64(bitPattern: Int64((number << 1) ^ (number >> 63)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  /// Writes bytes without their count, which the reader must know.
  mutating func write(raw more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func write(_ texts: [String]) { write(list: texts) { $0.write($1) } }

  /// Writes the number of elements, then each element.
  mutating func write<Element>(
    list: some Collection<Element>, _ each: (inout PackedWriter, Element) -> Void
  ) {
    write(list.count)
    for element in list { each(&self, element) }
  }

  /// Writes whether there is a value, then the value.
  mutating func write<Value>(optional value: Value?, _ body: (inout PackedWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }
}

/// Reads values written by `PackedWriter`.
///
/// If other code wrote the bytes, reading throws or returns wrong values, but never reads outside
/// the bytes. The index compares checksums before it uses a value.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// Begins to read packed values.
  ///
  /// - Parameter bytes: The packed values, which must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The error for bytes that end too early or are invalid.
  struct Failure: Error {}

  var isAtEnd: Bool { place == bytes.count }

  mutating func integer() throws(Failure) -> Int {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      guard place < bytes.count, shift < 64 else { throw Failure() }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func flag() throws(Failure) -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else { throw Failure() }
    defer { place += 1 }
    return bytes[place] == 1
  }

  /// Reads the number of elements or bytes that follow. Each takes at least one byte.
  mutating func count() throws(Failure) -> Int {
    let count = try integer()
    guard count >= 0, count <= bytes.count - place else { throw Failure() }
    return count
  }

  /// Reads a text without copying it.
  mutating func utf8() throws(Failure) -> UnsafeRawBufferPointer {
    let count = try count()
    return try raw(count)
  }

  mutating func text() throws(Failure) -> String {
    String(decoding: try utf8(), as: UTF8.self)
  }

  /// Reads `count` bytes.
  mutating func raw(_ count: Int) throws(Failure) -> UnsafeRawBufferPointer {
    guard count <= bytes.count - place else { throw Failure() }
    defer { place += count }
    return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
  }

  mutating func texts() throws(Failure) -> [String] {
    try list { reader throws(Failure) in try reader.text() }
  }

  mutating func list<Element>(
    _ each: (inout PackedReader) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    try list(upTo: .max, each).elements
  }

  /// Reads the first elements of a list, and the number of the others. If there are others, the
  /// reader can't read what follows the list.
  mutating func list<Element>(
    upTo most: Int, _ each: (inout PackedReader) throws(Failure) -> Element
  ) throws(Failure) -> (elements: [Element], others: Int) {
    let count = try count()
    if count == 0 { return ([], 0) }
    let read = min(count, most)
    var list: [Element] = []
    list.reserveCapacity(read)
    for _ in 0..<read { list.append(try each(&self)) }
    return (list, count - read)
  }

  mutating func optional<Value>(
    _ body: (inout PackedReader) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    try flag() ? try body(&self) : nil
  }
}
