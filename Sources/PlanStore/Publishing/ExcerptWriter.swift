import Git
package import PlanModel

/// Writes an excerpt of a board's history into another repository, without the rest of the board.
///
/// Each commit is copied with only the files of the excerpt. A commit that changed none of these
/// files is left out, unless it merges several copied commits. Unreadable files and files that
/// pmgit did not write are left out too. So the other repository contains nothing but the excerpt,
/// whichever program reads it.
package struct ExcerptWriter {
  private let source: Repository
  private let target: Repository
  private let excerpt: BoardPart
  private let board: BoardName
  /// The copies of commits with their trees, by the original commit.
  private var commits: [ObjectID: (id: ObjectID, tree: ObjectID)] = [:]
  /// The ids of the written copies of blobs; nil for a file that is not in the excerpt.
  ///
  /// The key includes the file, because a blob can be a valid plan in one file and unreadable in
  /// another: a plan's file must have the plan's id.
  private var copies: [Original: ObjectID?] = [:]

  private struct Original: Hashable {
    let blob: ObjectID
    let file: BoardFile
  }

  private init(_ excerpt: BoardPart, from source: BoardStore, to target: BoardStore) {
    (self.excerpt, board) = (excerpt, source.name)
    (self.source, self.target) = (source.repository, target.repository)
  }

  /// Writes the excerpt of a commit's history as a new board of the other repository. The board
  /// must not exist there.
  ///
  /// - Returns: The committer's time of the newest commit that was written.
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
    return newest.id
  }

  // MARK: - Commits

  /// Writes the two commits that every board begins with. Returns the one that equals `commit`.
  private func copyBeginning(of commit: Commit) throws -> (id: ObjectID, tree: ObjectID) {
    let second = try NewBoard.write(in: target)
    return commit.parents.isEmpty
      ? (commit.id, commit.tree) : (second, try target.commit(second).tree)
  }

  private mutating func copy(
    _ commit: Commit, isRoot: Bool
  ) throws -> (id: ObjectID, tree: ObjectID) {
    let before = isRoot ? nil : commit.parents.first { commits[$0] != nil }
    let tree = try copyTree(of: commit, after: before)
    var parents: [ObjectID] = []
    for parent in isRoot ? [] : commit.parents.compactMap({ commits[$0]?.id })
    where !parents.contains(parent) {
      parents.append(parent)
    }
    if parents.count == 1, let before, let copy = commits[before], copy.tree == tree { return copy }
    let written = try target.writeCommit(
      CommitDraft(
        tree: tree, parents: parents, author: Self.plain(commit.author),
        committer: Self.plain(commit.committer), message: message(of: commit)))
    return (written, tree)
  }

  /// Returns the message of a copy. The original message may name plans outside the excerpt, so it
  /// is copied only if the excerpt is the whole board.
  private func message(of commit: Commit) -> String {
    if excerpt.isWhole, !commit.message.utf8.contains(0) { return commit.message }
    let trailers = commit.agent.map { [CommitTrailer(.agent, $0.name)] } ?? []
    return CommitMessage(subject: "change the board", plans: [], trailers: trailers).text
  }

  /// Returns the signature unchanged if git would accept it, else pmgit's own with the same time.
  /// Other programs can write signatures that git refuses.
  private static func plain(_ signature: Signature) -> Signature {
    let machine = NewBoard.machine(seconds: max(0, signature.seconds))
    let isPlain = Signature.isPlain(signature.name) && signature.seconds >= 0
    guard isPlain, abs(signature.offsetMinutes) < 1440 else { return machine }
    return signature.email.isEmpty || Signature.isPlain(signature.email) ? signature : machine
  }

  // MARK: - Files

  /// Writes the copy of a commit's tree and returns its id. Starts from the copy of the first
  /// copied parent's tree, so that the cost depends only on the commit's change.
  private mutating func copyTree(of commit: Commit, after parent: ObjectID?) throws -> ObjectID {
    let differences = try source.treeDifferences(
      from: parent.map { try source.commit($0).tree }, to: commit.tree, checksDigests: false)
    let edits: [(path: String, edit: TreeEdit)] = try differences.compactMap { difference in
      guard let path = String(validating: difference.path, as: UTF8.self) else { return nil }
      if let copy = try copy(difference.new, at: path) { return (path, .put(copy)) }
      return try copy(difference.old, at: path) == nil ? nil : (path, .remove)
    }
    return try target.writeTree(from: parent.flatMap { commits[$0]?.tree }, edits: edits)
  }

  /// Writes a file's copy and returns its blob; nil if the file is not in the excerpt.
  private mutating func copy(_ entry: TreeEntry?, at path: String) throws -> ObjectID? {
    guard let entry, entry.mode == .blob else { return nil }
    let blob = entry.id
    switch path {
    case ".gitattributes": return try copy(blob, ifItSays: NewBoard.attributes)
    case "README.md": return try copy(blob, ifItSays: NewBoard.readme)
    default: break
    }
    if let content = FileContent.id(at: path) {
      guard content == blob, excerpt.contents.contains(blob.hex) else { return nil }
      return try target.writeBlob(try source.blob(blob))
    }
    guard let file = BoardFile(path: path), file.planID.map(excerpt.plans.contains) ?? true else {
      return nil
    }
    return try copyFile(blob, as: file)
  }

  private func copy(_ blob: ObjectID, ifItSays text: String) throws -> ObjectID? {
    let bytes = Array(text.utf8)
    return try target.blobID(of: bytes) == blob ? try target.writeBlob(bytes) : nil
  }

  private mutating func copyFile(_ blob: ObjectID, as file: BoardFile) throws -> ObjectID? {
    let original = Original(blob: blob, file: file)
    if let known = copies[original] { return known }
    var copy: ObjectID?
    let size = try source.blobSize(blob)
    if size <= JSONReader.maximumSize, let read = try? PlanFile.read(try source.blob(blob)),
      read.id == file.id, read.format <= PlanDocument.supportedFormat
    {
      let kept = file == .board ? excerpt.settings(read) : excerpt.plan(read)
      copy = try target.writeBlob(PlanFile.bytes(of: kept))
    }
    copies[original] = copy
    return copy
  }
}
