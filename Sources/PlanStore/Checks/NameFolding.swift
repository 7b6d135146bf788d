/// Folds names that are the same on file systems that ignore case.
enum NameFolding {
  /// Returns a name as the least discerning file system has it: without case, and without the
  /// characters that HFS+ ignores.
  ///
  /// It converts to upper case first, which makes an 's' of the long one and separate letters of a
  /// ligature; lower case then makes a 'k' of the Kelvin sign. It makes more names equal than any
  /// single file system does.
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
