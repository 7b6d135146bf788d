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

  /// Writes bytes without their number; the reader must know it.
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
  mutating func write<Value>(
    optional value: Value?, _ body: (inout PackedWriter, Value) -> Void
  ) {
    write(value != nil)
    if let value { body(&self, value) }
  }
}
