/// Which names are one on file systems that ignore case.
enum NameFolding {
  /// A name as the least discerning of file systems has it: without case, and without the characters
  /// that HFS+ passes over.
  ///
  /// By way of capitals, which makes an 's' of the long one and of a ligature the letters that it
  /// joins; small letters then make a 'k' of the sign for Kelvin. It makes one name of more than any
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
