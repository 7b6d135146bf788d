import Git
package import PlanModel

/// Writes the history of a part of a board into another repository, with nothing of the rest.
///
/// Each commit is written again with the files of the excerpt alone, and left out if it changed
/// none of them. Files that can't be read are left out, as are all that are not pmgit's. So nothing
/// that reads the other repository can disclose more.
package struct ExcerptWriter {
  private let source: BoardRepository
  private let target: BoardRepository
  private let excerpt: BoardPart
  private let board: BoardName
  /// The commits, trees and blobs that were written, by those that they were made from. A tree or a
  /// blob is nil if nothing of it is in the excerpt.
  private var commits: [ObjectID: ObjectID] = [:]
  private var trees: [ObjectID: ObjectID] = [:]
  private var folders: [ObjectID: ObjectID?] = [:]
  private var files: [ObjectID: ObjectID?] = [:]

  private init(_ excerpt: BoardPart, from source: BoardStore, to target: BoardStore) {
    (self.excerpt, board) = (excerpt, source.name)
    (self.source, self.target) = (source.repository, target.repository)
  }

  /// Writes the history of a commit as the board of a repository that has no such board.
  ///
  /// - Returns: The time of the newest commit that was written.
  package static func write(
    _ excerpt: BoardPart, of tip: ObjectID, from source: BoardStore, to target: BoardStore
  ) throws -> Timestamp {
    var writer = ExcerptWriter(excerpt, from: source, to: target)
    let newest = try target.repository.withObjectBatch { try writer.write(upTo: tip) }
    let time = try target.repository.commit(newest).committer.seconds
    let update = try target.repository.updateReference(
      target.branch, to: newest, expecting: nil, reflog: "publish",
      who: NewBoard.machine(seconds: time))
    guard update == .moved else { throw StoreError.noBoard(target.name, remote: nil, others: []) }
    return Timestamp(seconds: time)
  }

  private mutating func write(upTo tip: ObjectID) throws -> ObjectID {
    let cut = try source.shallowCommits
    for id in try source.commits(from: [tip], order: .topological).reversed() {
      let commit = try source.commit(id)
      commits[id] =
        NewBoard.isBeginning(id)
        ? try copyBeginning(of: commit) : try copy(commit, isRoot: cut.contains(id))
    }
    guard let newest = commits[tip] else { throw StoreError.notInHistory(board, tip) }
    return newest
  }

  // MARK: - Commits

  /// Writes the two commits with which every board begins, and returns one of them.
  private mutating func copyBeginning(of commit: Commit) throws -> ObjectID {
    let second = try NewBoard.write(in: target)
    trees[second] = try target.commit(second).tree
    trees[commit.id] = commit.tree
    return commit.parents.isEmpty ? commit.id : second
  }

  private mutating func copy(_ commit: Commit, isRoot: Bool) throws -> ObjectID {
    let tree = try copyRoot(commit.tree)
    var parents: [ObjectID] = []
    for parent in isRoot ? [] : commit.parents.compactMap({ commits[$0] })
    where !parents.contains(parent) {
      parents.append(parent)
    }
    if parents.count == 1, trees[parents[0]] == tree { return parents[0] }
    let written = try target.writeCommit(
      CommitDraft(
        tree: tree, parents: parents, author: Self.plain(commit.author),
        committer: Self.plain(commit.committer), message: message(of: commit)))
    trees[written] = tree
    return written
  }

  /// Returns the message of a copy. That of the commit may name anything, so it is only copied with
  /// the whole board.
  private func message(of commit: Commit) -> String {
    if excerpt.isWhole, !commit.message.utf8.contains(0) { return commit.message }
    let trailers = commit.agent.map { [CommitTrailer(.agent, $0.name)] } ?? []
    return CommitMessage(subject: "change the board", plans: [], trailers: trailers).text
  }

  /// Returns a signature that can be written; another one than that of the commit if this was
  /// written by a program that git would refuse.
  private static func plain(_ signature: Signature) -> Signature {
    let machine = NewBoard.machine(seconds: max(0, signature.seconds))
    let isPlain = Signature.isPlain(signature.name) && signature.seconds >= 0
    guard isPlain, abs(signature.offsetMinutes) < 1440 else { return machine }
    return signature.email.isEmpty || Signature.isPlain(signature.email) ? signature : machine
  }

  // MARK: - Folders

  private mutating func copyRoot(_ tree: ObjectID) throws -> ObjectID {
    var edits: [(path: String, edit: TreeEdit)] = []
    for entry in try source.treeEntries(tree) {
      let name = entry.nameString
      switch (name, entry.mode) {
      case (".gitattributes", .blob) where try isUsual(entry.id, NewBoard.attributes),
        ("README.md", .blob) where try isUsual(entry.id, NewBoard.readme):
        edits.append((name ?? "", .put(try target.writeBlob(try source.blob(entry.id)))))
      case ("board.json", .blob):
        guard let copy = try copyFile(entry.id, as: .board) else { continue }
        edits.append(("board.json", .put(copy)))
      case ("plans", .tree), (FileContent.folder, .tree):
        edits += try copyFolders(of: entry.id, in: name ?? "")
      default: break
      }
    }
    return try target.writeTree(from: nil, edits: edits)
  }

  private func isUsual(_ id: ObjectID, _ text: String) throws -> Bool {
    try target.blobID(of: Array(text.utf8)) == id
  }

  private mutating func copyFolders(
    of tree: ObjectID, in parent: String
  ) throws -> [(path: String, edit: TreeEdit)] {
    var edits: [(path: String, edit: TreeEdit)] = []
    for entry in try source.treeEntries(tree) where entry.mode == .tree {
      guard let name = entry.nameString, name.utf8.count == 2 else { continue }
      let path = "\(parent)/\(name)"
      guard let copy = try copyFolder(entry.id, at: path) else { continue }
      edits.append((path, .put(copy, .tree)))
    }
    return edits
  }

  private mutating func copyFolder(_ tree: ObjectID, at path: String) throws -> ObjectID? {
    if let known = folders[tree] { return known }
    var edits: [(path: String, edit: TreeEdit)] = []
    for entry in try source.treeEntries(tree) where entry.mode == .blob {
      guard let name = entry.nameString,
        let copy = try copy(entry.id, at: "\(path)/\(name)")
      else { continue }
      edits.append((name, .put(copy)))
    }
    let copy = edits.isEmpty ? nil : try target.writeTree(from: nil, edits: edits)
    folders[tree] = copy
    return copy
  }

  // MARK: - Files

  private mutating func copy(_ blob: ObjectID, at path: String) throws -> ObjectID? {
    if let content = FileContent.id(at: path) {
      guard content == blob, excerpt.contents.contains(blob.hex) else { return nil }
      return try target.writeBlob(try source.blob(blob))
    }
    guard let file = BoardFile(path: path), let plan = file.planID, excerpt.plans.contains(plan)
    else { return nil }
    return try copyFile(blob, as: file)
  }

  private mutating func copyFile(_ blob: ObjectID, as file: BoardFile) throws -> ObjectID? {
    if let known = files[blob] { return known }
    var copy: ObjectID?
    let size = try source.blobSize(blob)
    if size <= JSONReader.maximumSize, let read = try? PlanFile.read(try source.blob(blob)),
      read.id == file.id, read.format <= PlanDocument.supportedFormat
    {
      let kept = file == .board ? excerpt.settings(read) : excerpt.plan(read)
      copy = try target.writeBlob(PlanFile.bytes(of: kept))
    }
    files[blob] = copy
    return copy
  }
}
