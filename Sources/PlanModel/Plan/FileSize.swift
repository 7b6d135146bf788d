/// Sizes of files in words: `5 MB`, `1.2 kB`. A kilobyte has 1000 bytes.
package enum FileSize {
  /// The units, the greatest first.
  private static let units: [(name: String, bytes: Int)] = [
    ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
  ]

  /// Returns a size with at most one decimal, which is cut off: `12 bytes`, `1.9 kB`, `5 MB`.
  package static func words(_ bytes: Int) -> String {
    guard let unit = units.first(where: { bytes >= $0.bytes }) else {
      return bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
    let whole = bytes / unit.bytes
    let tenth = bytes % unit.bytes / (unit.bytes / 10)
    return tenth == 0 || whole >= 100 ? "\(whole) \(unit.name)" : "\(whole).\(tenth) \(unit.name)"
  }

  /// Parses a size: a number with at most three decimals, and a unit in upper or lower case, such
  /// as `kB`, `MB` or `GB`, or the unit's first letter. Without a unit, the number is in bytes.
  /// Returns nil for any other text, and if the size is too large for `Int`.
  package static func parse(_ text: String) -> Int? {
    let compact = text.lowercased().filter { $0 != " " }
    let digits = compact.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = compact.dropFirst(digits.count)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = Int(first) else { return nil }
    if ["", "b", "byte", "bytes"].contains(unit) { return parts.count == 1 ? whole : nil }
    let isNamed = { (name: String) in unit == name || unit == name.prefix(1) }
    guard let known = units.first(where: { isNamed($0.name.lowercased()) }), parts.count <= 2 else {
      return nil
    }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...3).contains(decimals.count), let part = Int(decimals) else { return nil }
    let (bytes, isTooLarge) = whole.multipliedReportingOverflow(by: known.bytes)
    let (sum, isTooMuch) = bytes.addingReportingOverflow(
      part * (known.bytes / [10, 100, 1000][decimals.count - 1]))
    return isTooLarge || isTooMuch ? nil : sum
  }
}
