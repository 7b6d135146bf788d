/// Text from a board as one word of a shell's command, in hints that people copy.
enum ShellWord {
  /// Quotes a text, unless it is of characters alone that no shell gives a meaning to.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-.:/#@+".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty, !text.hasPrefix("#") { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
