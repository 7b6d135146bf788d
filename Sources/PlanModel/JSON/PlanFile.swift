/// Reads the file of a plan or a board.
///
/// The sections `fields`, `sets` and `items` define how their members merge. So members that this
/// version does not know merge correctly too. Any other top-level member merges as one value.
package enum PlanFile {
  /// The sections that contain paths, by their names in the file, in `stamps` and in `conflicts`.
  enum Section: String, CaseIterable {
    case fields, sets, items, other
  }

  /// The deepest nesting of one value.
  ///
  /// A merge may move a value to `conflicts`, at most seven levels down, and the resulting file
  /// must be readable.
  package static let maximumValueDepth = JSONReader.maximumDepth - 7

  /// The top-level members that don't merge as one value.
  static let reservedMembers: Set<ExactString> = [
    "format", "id", "fields", "sets", "items", "stamps", "conflicts",
  ]

  /// Reads a file.
  ///
  /// A stamp without a value is dropped, because the value was removed by hand. The format version
  /// is not checked here: see `PlanDocument.supportedFormat`.
  ///
  /// - Throws: `JSONError` with the line and column of the error.
  package static func contents(of bytes: [UInt8]) throws(JSONError) -> PlanContents {
    try PlanFileReader(JSONText(bytes)).contents()
  }

  /// Reads a file as a document for merges.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> PlanDocument {
    PlanDocument(try contents(of: bytes))
  }
}
