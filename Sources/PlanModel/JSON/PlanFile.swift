/// Reads the file of a plan or a board.
///
/// The sections `fields`, `sets` and `items` define how their members merge, so a member that this
/// version does not know still merges correctly; any other top-level member is a register of its
/// own.
package enum PlanFile {
  /// The sections that hold paths, as they are named in the file, in `stamps` and in `conflicts`.
  enum Section: String, CaseIterable {
    case fields, sets, items, other
  }

  /// The deepest nesting of one value.
  ///
  /// A merge may move a value to `conflicts`, at most seven levels down, and the file that it
  /// writes must be readable.
  package static let maximumValueDepth = JSONReader.maximumDepth - 7

  /// The top-level members that are not registers of their own.
  static let reservedMembers: Set<ExactString> = [
    "format", "id", "fields", "sets", "items", "stamps", "conflicts",
  ]

  /// Reads a file.
  ///
  /// A stamp without a value is dropped: the value was removed by hand. The format is read but not
  /// checked: see `PlanDocument.supportedFormat`.
  ///
  /// - Throws: `JSONError` with the line and column of the fault.
  package static func contents(of bytes: [UInt8]) throws(JSONError) -> PlanContents {
    try PlanFileReader(JSONText(bytes)).contents()
  }

  /// Reads a file into the form for merging.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> PlanDocument {
    PlanDocument(try contents(of: bytes))
  }
}
