import PlanModel

/// A table in the form of RFC 4180, as spreadsheets and trackers write it.
///
/// The separator is detected: a comma, a semicolon or a tab. The bytes may be UTF-8 or UTF-16, with
/// or without a byte order mark. Names of columns may repeat.
struct CSVTable {
  /// The names of the columns, trimmed.
  let header: [String]
  private let bytes: [UInt8]
  /// The fields of all rows after the header, as ranges of `bytes`.
  private var fields: [Range<Int32>] = []
  /// The index in `fields` where each row begins, and as the last element the number of all fields.
  private var starts: [Int32] = [0]
  private var columns: [String: [Int]] = [:]
  /// For each column, the first one with its name.
  private var firsts: [Int] = []

  static let mostColumns = 4096

  /// Parses a text as a table.
  ///
  /// - Returns: nil if the text has no header with at least two columns, or ends within quotes.
  ///   Also nil for more than `mostColumns` fields in a row, or more than
  ///   `TrackerSource.maximumPlans` rows.
  init?(_ source: [UInt8]) {
    let text = Array(TrackerText.decoded(source).utf8)
    guard text.count < Int32.max / 2, let separator = Self.separator(of: text) else { return nil }
    var reader = CSVSplitter(text, separator: separator)
    guard let names = reader.row(), names.count > 1 else { return nil }
    while let row = reader.row() {
      if row.count == 1, row[0].isEmpty { continue }
      fields += row
      starts.append(Int32(fields.count))
      guard starts.count <= TrackerSource.maximumPlans + 1 else { return nil }
    }
    guard reader.isValid else { return nil }
    bytes = reader.bytes
    header = names.map { [bytes] range in
      String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
        .trimmingSpaces
    }
    for (index, name) in header.enumerated() {
      columns[Self.key(name), default: []].append(index)
      firsts.append(columns[Self.key(name)]?.first ?? index)
    }
  }

  var count: Int { starts.count - 1 }

  /// Whether the table has all of some columns, ignoring case.
  func has(_ names: String...) -> Bool { names.allSatisfy { columns[Self.key($0)] != nil } }

  /// The names of all columns, each once, in order.
  var names: [String] { header.indices.filter { firsts[$0] == $0 }.map { header[$0] } }

  /// Returns the first column with a name; nil if there is none.
  func index(of name: String) -> Int? { columns[Self.key(name)]?.first }

  /// Whether a row has a cell for each column. Programs write them all, so one that has fewer was
  /// cut, and says nothing about the columns that it lacks.
  func isWhole(_ row: Int) -> Bool { Int(starts[row + 1] - starts[row]) >= header.count }

  /// Returns the indices of the columns that have a value in a row, in order. Columns with the same
  /// name are returned once, as the first of them.
  func filledColumns(_ row: Int) -> [Int] {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    var (filled, seen): ([Int], Set<Int>) = ([], [])
    for column in 0..<min(end - start, header.count) where !fields[start + column].isEmpty {
      if seen.insert(firsts[column]).inserted { filled.append(firsts[column]) }
    }
    return filled
  }

  /// Returns the first non-empty value in a row, among all columns with a name; nil if there is
  /// none.
  func value(_ name: String, _ row: Int) -> String? {
    columns[Self.key(name)].flatMap { columns in values(in: columns, row).first { _ in true } }
  }

  /// Returns the non-empty values in a row of all columns with a name.
  func values(_ name: String, _ row: Int) -> [String] {
    columns[Self.key(name)].map { Array(values(in: $0, row)) } ?? []
  }

  /// Returns the values in some columns of a row that are not empty.
  ///
  /// - Parameter columns: Indices in ascending order. A row may have fewer fields.
  private func values(
    in columns: [Int], _ row: Int
  ) -> some Sequence<String> & LazySequenceProtocol {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    return columns.lazy.prefix { start + $0 < end }.compactMap { column in
      let range = fields[start + column]
      if range.isEmpty { return nil }
      return String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
  }

  private static func key(_ name: String) -> String { name.lowercased() }

  /// Returns the separator that occurs most often in the first line, outside quotes.
  private static func separator(of text: [UInt8]) -> UInt8? {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in text.prefix(1 << 20) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09 {
        counts[byte, default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

/// Splits a text in the form of RFC 4180 into rows.
private struct CSVSplitter {
  private let text: [UInt8]
  private let separator: UInt8
  private var place = 0
  /// The fields without quotes.
  private(set) var bytes: [UInt8] = []
  /// Whether all rows so far were valid.
  private(set) var isValid = true

  init(_ text: [UInt8], separator: UInt8) {
    (self.text, self.separator) = (text, separator)
    bytes.reserveCapacity(text.count)
  }

  /// Reads the next row; nil at the end of the text, and after an invalid row.
  mutating func row() -> [Range<Int32>]? {
    guard isValid, place < text.count else { return nil }
    var fields: [Range<Int32>] = []
    while true {
      fields.append(field())
      guard isValid, fields.count <= CSVTable.mostColumns else {
        isValid = false
        return nil
      }
      guard place < text.count else { return fields }
      let byte = text[place]
      place += 1
      if byte == separator { continue }
      // A carriage return ends a row alone or before a line feed.
      if byte == 0x0D, place < text.count, text[place] == 0x0A { place += 1 }
      return fields
    }
  }

  /// Reads a field up to the separator or the end of the line.
  private mutating func field() -> Range<Int32> {
    let start = Int32(bytes.count)
    if place < text.count, text[place] == UInt8(ascii: "\"") { quoted() }
    // Text after the closing quote belongs to the field, as spreadsheets read it.
    while place < text.count {
      let byte = text[place]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      bytes.append(byte)
      place += 1
    }
    return start..<Int32(bytes.count)
  }

  private mutating func quoted() {
    place += 1
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte != UInt8(ascii: "\"") {
        bytes.append(byte)
      } else if place < text.count, text[place] == UInt8(ascii: "\"") {
        bytes.append(byte)
        place += 1
      } else {
        return
      }
    }
    isValid = false
  }
}
