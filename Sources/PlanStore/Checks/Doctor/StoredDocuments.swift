import Git
import PlanModel

/// The files of a board as they are stored.
struct StoredDocuments {
  let documents: [PlanID: PlanDocument]
  let unreadable: [UnreadablePlan]
  /// The files whose bytes are not the ones that pmgit would write.
  let notCanonical: [BoardFile]
}

extension BoardSnapshot {
  /// Reads every plan with its bytes.
  ///
  /// - Complexity: Two objects read for each plan, one for each folder.
  func storedDocuments() throws(StoreError) -> StoredDocuments {
    var documents: [PlanID: PlanDocument] = [:]
    var notCanonical: [BoardFile] = []
    let settings = try git { () throws(GitError) in
      try repository.treeEntry(at: BoardFile.board.path, in: tree)
    }
    if brokenSettings == nil, let settings, try !isCanonical(settings, boardDocument) {
      notCanonical.append(.board)
    }
    let unreadable = try visitPlans { id, contents, file throws(StoreError) in
      let document = PlanDocument(contents)
      documents[id] = document
      if try !isCanonical(file, document) { notCanonical.append(.plan(id)) }
    }
    return StoredDocuments(
      documents: documents, unreadable: unreadable, notCanonical: notCanonical)
  }

  /// Whether a file has the bytes that pmgit would write for its content, and is not executable.
  private func isCanonical(
    _ file: TreeEntry, _ document: PlanDocument
  ) throws(StoreError) -> Bool {
    guard file.mode == .blob else { return false }
    return try git { () throws(GitError) in try repository.blob(file.id) }
      == PlanFile.bytes(of: document)
  }

  static let attributesPath = ".gitattributes"

  /// The branch's own attributes, which give plans to pmgit's merge driver; empty if there are none.
  private func attributes() throws(StoreError) -> String {
    try git { () throws(GitError) in
      guard let entry = try repository.treeEntry(at: Self.attributesPath, in: tree),
        entry.mode == .blob, try repository.blobSize(entry.id) <= JSONReader.maximumSize
      else { return "" }
      return String(decoding: try repository.blob(entry.id), as: UTF8.self)
    }
  }

  /// The lines of a new board's attributes that this board's attributes lack.
  private func missingAttributes() throws(StoreError) -> [Substring] {
    let lines = try attributes().split(separator: "\n").map { $0.split(separator: " ") }
    return NewBoard.attributes.split(separator: "\n").filter { wanted in
      let path = wanted.split(separator: " ").first
      return !lines.contains { $0.first == path && $0.contains("merge=pmgit") }
    }
  }

  func hasMergeAttributes() throws(StoreError) -> Bool { try missingAttributes().isEmpty }

  /// The attributes with the missing lines at their end, where they win over other lines.
  func completeAttributes() throws(StoreError) -> [UInt8] {
    var text = try attributes()
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += try missingAttributes().map { $0 + "\n" }.joined()
    return Array(text.utf8)
  }
}
