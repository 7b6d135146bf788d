import Git
package import PlanModel

/// The places of attached files in a board's tree: `files/8b/8b13…`, named after the content.
///
/// Contents are added, but never changed or removed. So a merge only unites the folders of both
/// sides.
enum FileContent {
  static let folder = "files"

  static func path(of id: ObjectID) -> String { "\(folder)/\(id.hex.prefix(2))/\(id.hex)" }

  /// Returns the id of the content that belongs at a path; nil if no content belongs there.
  static func id(at path: String) -> ObjectID? {
    guard path.utf8.count == folder.utf8.count + 44,
      let id = ObjectID(hex: String(path.suffix(40))), Self.path(of: id) == path
    else { return nil }
    return id
  }

  /// Whether a difference between two trees adds a content at its right path.
  static func isAdded(by difference: TreeDifference) -> Bool {
    guard difference.old == nil, let new = difference.new, new.mode == .blob else { return false }
    return difference.pathString.flatMap { id(at: $0) } == new.id
  }
}

extension BoardSnapshot {
  /// Whether the board has no folder of contents yet, so that no file was ever attached.
  package var isWithoutFiles: Bool {
    get throws { try repository.treeEntry(at: FileContent.folder, in: tree) == nil }
  }

  /// Whether the folder of contents can't be created, because a file, link or submodule has its
  /// path.
  var lacksPlaceForContents: Bool {
    get throws {
      let entry = try repository.treeEntry(at: FileContent.folder, in: tree)
      return entry.map { $0.mode != .tree } ?? false
    }
  }

  /// Returns the blob with the content of an attached file; nil if the board has no content, or a
  /// wrong one, at its path.
  func blob(of file: Attachment) throws -> ObjectID? {
    guard let id = ObjectID(hex: file.blob),
      let entry = try repository.treeEntry(at: FileContent.path(of: id), in: tree),
      entry.id == id, entry.mode == .blob
    else { return nil }
    return id
  }

  /// Whether the board has the content of an attached file.
  ///
  /// - Complexity: Reads three folders, but not the content.
  package func hasContent(of file: Attachment) throws -> Bool {
    try blob(of: file) != nil
  }

  /// Reads the content of an attached file; nil if the board lacks it, or if it is longer than the
  /// greatest limit that a board can set.
  package func content(of file: Attachment) throws -> [UInt8]? {
    guard let id = try blob(of: file),
      try repository.blobSize(id) <= Board.greatestFileLimit
    else { return nil }
    return try repository.blob(id)
  }
}
