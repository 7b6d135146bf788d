/// What the lines of an export say besides the values of plans.
enum ExportedPlan {
  /// The name of the value that has the commit of the exported board. An import takes the plans at
  /// that commit for the state that the file was made from.
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
