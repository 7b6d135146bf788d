import Git
package import PlanModel

/// The places of attached files in a board's tree: `files/8b/8b13…`, named after the content.
///
/// A content is added and never changed or removed, so merges only unite the folders of both sides.
enum FileContent {
  static let folder = "files"

  static func path(of id: ObjectID) -> String { "\(folder)/\(id.hex.prefix(2))/\(id.hex)" }

  /// Returns the content that a path is for; nil if the path is not one of a content.
  static func id(at path: String) -> ObjectID? {
    guard path.utf8.count == folder.utf8.count + 44,
      let id = ObjectID(hex: String(path.suffix(40))), Self.path(of: id) == path
    else { return nil }
    return id
  }

  /// Whether a difference between two trees is a content that was added at its right path.
  static func isAdded(by difference: TreeDifference) -> Bool {
    guard difference.old == nil, let new = difference.new, new.mode == .blob else { return false }
    return difference.pathString.flatMap { id(at: $0) } == new.id
  }
}

extension BoardSnapshot {
  /// Whether the board has no folder of contents yet, so that no file was ever attached.
  package var isWithoutFiles: Bool {
    get throws(StoreError) { try repository.treeEntry(at: FileContent.folder, in: tree) == nil }
  }

  /// Whether a file is in the place of the folder of contents.
  var lacksPlaceForContents: Bool {
    get throws(StoreError) {
      let entry = try repository.treeEntry(at: FileContent.folder, in: tree)
      return entry.map { $0.mode != .tree } ?? false
    }
  }

  /// Returns the blob with the content of an attached file; nil if the board lacks it, or has
  /// another content in its place.
  func blob(of file: Attachment) throws(StoreError) -> ObjectID? {
    guard let id = ObjectID(hex: file.blob),
      let entry = try repository.treeEntry(at: FileContent.path(of: id), in: tree),
      entry.id == id, entry.mode == .blob
    else { return nil }
    return id
  }

  /// Whether the board has the content of an attached file.
  ///
  /// - Complexity: Reads three folders, and nothing of the content.
  package func hasContent(of file: Attachment) throws(StoreError) -> Bool {
    try blob(of: file) != nil
  }

  /// Reads the content of an attached file; nil if the board lacks it, or if it is longer than any
  /// board's limit.
  package func content(of file: Attachment) throws(StoreError) -> [UInt8]? {
    guard let id = try blob(of: file),
      try repository.blobSize(id) <= Board.greatestFileLimit
    else { return nil }
    return try repository.blob(id)
  }
}
