/// The values in exported lines that are not values of plans.
enum ExportedPlan {
  /// The name of the value with the exported commit. An import compares the file with the plans at
  /// that commit, to find what was changed in the file.
  static let commit = "pmgit-at"

  /// Whether a text is the id of a commit, or the beginning of one.
  static func isCommit(_ text: String) -> Bool {
    let isDigit = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return (7...64).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
  }
}
