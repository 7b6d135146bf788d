package import Git

/// A file that a stranger may put on a board's branch, with any bytes and any mode.
package struct HostileFile: Sendable {
  let path: String
  let content: Content

  enum Content {
    case bytes([UInt8], FileMode)
    case object(ObjectID, FileMode)
    case none
  }

  package init(_ path: String, _ bytes: [UInt8], mode: FileMode = .blob) {
    (self.path, content) = (path, .bytes(bytes, mode))
  }

  package init(_ path: String, _ text: String, mode: FileMode = .blob) {
    self.init(path, Array(text.utf8), mode: mode)
  }

  /// Creates an entry with the id of an object. For a submodule, the object need not exist.
  package init(_ path: String, object: ObjectID, mode: FileMode) {
    (self.path, content) = (path, .object(object, mode))
  }

  /// Returns the removal of a file.
  package static func removed(_ path: String) -> HostileFile {
    HostileFile(path: path, content: .none)
  }

  /// Stores the bytes of this file, if any, and returns the edit that adds it to a tree or removes
  /// it.
  package func edit(in repository: Repository) throws -> (path: String, edit: TreeEdit) {
    switch content {
    case .bytes(let bytes, let mode): (path, .put(try repository.writeBlob(bytes), mode))
    case .object(let id, let mode): (path, .put(id, mode))
    case .none: (path, .remove)
    }
  }

  private init(path: String, content: Content) { (self.path, self.content) = (path, content) }
}

extension Signature {
  /// A person who may push to the remote and has bad intentions.
  package static let eve = Signature(
    name: "Eve", email: "eve@example.org", seconds: 1_795_165_300, offsetMinutes: 0)
}

extension ScratchRepository {
  /// Commits files to a board's branch without pmgit and without a work tree. The repository may be
  /// bare.
  ///
  /// - Returns: The commit, which is the new tip of the branch.
  @discardableResult
  package func commitHostile(
    _ files: [HostileFile], message: String = "by hand", by author: Signature = .eve
  ) throws -> ObjectID {
    let repository = try open()
    let branch = "refs/heads/pmgit/main"
    let tip = try repository.reference(branch)
    let edits = try files.map { try $0.edit(in: repository) }
    let tree = try repository.writeTree(
      from: try tip.map { try repository.commit($0).tree }, edits: edits)
    let commit = try repository.writeCommit(
      CommitDraft(
        tree: tree, parents: tip.map { [$0] } ?? [], author: author, committer: author,
        message: message + "\n"))
    let update = try repository.updateReference(
      branch, to: commit, expecting: tip, reflog: "by hand", who: author)
    guard update == .moved else { throw Moved() }
    return commit
  }
}

/// The error that the branch was moved by another process. No test with one person causes it.
private struct Moved: Error {}
