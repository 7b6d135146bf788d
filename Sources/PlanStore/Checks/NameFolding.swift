/// Folds names as file systems that ignore case do.
enum NameFolding {
  /// Returns a name without case differences and without the characters that HFS+ ignores.
  ///
  /// Upper case turns the long s into 's' and splits ligatures; lower case then turns the Kelvin
  /// sign into 'k'. So it makes more names equal than any single file system does.
  static func folded(_ name: String) -> String {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: name.unicodeScalars.filter { !isIgnoredByHFS($0) })
    return String(seen).uppercased().lowercased()
  }

  static func isIgnoredByHFS(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
