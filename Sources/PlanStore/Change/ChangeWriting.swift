import Git
import PlanModel

/// Writes the objects of a change.
extension BoardStore {
  /// Writes a commit; if `isSigned`, git signs it with the user's key.
  func write(_ draft: CommitDraft, isSigned: Bool) async throws(StoreError) -> ObjectID {
    guard isSigned else {
      return try repository.writeCommit(draft)
    }
    do {
      return try await repository.program(environment: environment).signedCommit(draft)
    } catch {
      throw .program(error)
    }
  }

  /// Writes the board's tree after a change; the tree of `before` if no file is altered.
  func writeTree(
    _ files: [Transaction.ChangedFile], _ others: [String: Transaction.OtherFile],
    on before: BoardSnapshot
  ) throws(StoreError) -> ObjectID {
    if files.isEmpty, others.isEmpty { return before.tree }
    return try packing(files: files.count) { () throws(StoreError) in
      var edits: [(path: String, edit: TreeEdit)] = []
      for (path, file) in others { edits.append((path: path, edit: try write(file))) }
      for changed in files {
        let bytes = PlanFile.bytes(of: changed.document)
        guard bytes.count <= JSONReader.maximumSize else {
          throw before.tooLarge(changed.file, bytes: bytes.count)
        }
        edits.append((path: changed.file.path, edit: try write(.put(bytes))))
      }
      return try repository.writeTree(from: before.tree, edits: edits)
    }
  }

  private func write(_ file: Transaction.OtherFile) throws(StoreError) -> TreeEdit {
    switch file {
    case .put(let bytes):
      .put(try repository.writeBlob(bytes), .blob)
    case .remove: .remove
    }
  }
}

extension BoardSnapshot {
  /// Returns the error for a file that would be too long to be read back.
  fileprivate func tooLarge(_ file: BoardFile, bytes: Int) -> StoreError {
    switch file {
    case .plan(let id): .planTooLarge(id, bytes: bytes)
    case .board:
      .unreadableBoard(
        name,
        reason:
          "they would be \(bytes) bytes, and at most \(JSONReader.maximumSize) can be read back")
    }
  }
}
