import Git
import PlanIndex
import PlanModel

/// The changes of one file, and which of them to undo or redo.
struct FileHistory {
  /// One step of an undo or a redo. An undo has a step for each commit that changed the file. A
  /// redo has one step, which reverts all requested undos together.
  struct Step {
    let commits: [Commit]
    let direction: UndoChange.Direction
    /// The positions of the edits to undo or redo. It is nil if the commit to undo has no edit of
    /// the file, for example because it left the file unreadable or only restored it.
    let edits: [Int]?
    let undone: Set<Int>

    func change(in history: DocumentWrites) -> UndoChange? {
      edits.map { UndoChange(direction, of: $0, in: history, undone: undone) }
    }
  }

  let file: BoardFile
  let writes: DocumentWrites
  let steps: [Step]
}

/// The histories of the files that the changes to undo or redo touched.
struct FileHistories {
  private let store: BoardStore
  private let changes: UndoHistory
  private let person: Person
  /// The tree of the board's newest commit.
  private let tree: ObjectID
  /// The commits that were undone, and the commits to undo or redo.
  private let involved: Set<ObjectID>
  /// The touched files, those of the newest change first.
  private(set) var files: [BoardFile] = []
  /// The commits that touched each file, newest first.
  private let touches: [BoardFile: [TouchingCommit]]
  /// The ancestry of the commits; nil if no commit touched the files.
  private let graph: HistoryGraph?

  /// A commit and its touch of a file.
  fileprivate struct TouchingCommit {
    let id: ObjectID
    let author: Person
    let touch: Touch
  }

  /// Reads the histories of the files that the changes touched.
  ///
  /// - Complexity: As `past(of:from:)` for the touched plans.
  init(
    of store: BoardStore, for changes: UndoHistory, by person: Person, from tip: ObjectID
  ) throws {
    (self.store, self.changes, self.person) = (store, changes, person)
    tree = try store.repository.commit(tip).tree
    involved = changes.onceUndone.union(changes.wanted.map(\.id))
    var known: Set<BoardFile> = []
    for commit in try changes.wanted + store.commitsIfThere(changes.redoneChanges.sorted()) {
      for change in try store.changedFiles(in: commit) where known.insert(change.file).inserted {
        files.append(change.file)
      }
    }
    var touches: [BoardFile: [TouchingCommit]] = [:]
    let past = try store.past(of: Set(files.map(\.planID)), from: tip)
    for commit in past {
      for touch in commit.touches {
        touches[touch.file, default: []].append(
          TouchingCommit(id: commit.id, author: Person(commit.by), touch: touch))
      }
    }
    self.touches = touches
    graph = past.last.map { HistoryGraph(of: store, from: tip, to: $0.id) }
  }

  /// Returns the changes of a file, back to the oldest one that was undone or is to be undone or
  /// redone.
  ///
  /// - Complexity: Reads two files for each change. If a file was changed in parallel, also reads
  ///   all commits since the oldest change, once for all files.
  func history(of file: BoardFile) throws -> FileHistory {
    let all = touches[file] ?? []
    let isLine = all.reversed().lazy.map(\.touch).isLine(to: try version(of: file))
    // Changes before the oldest involved one do not affect the result, so they are not read.
    let last = all.lastIndex { involved.contains($0.id) }
    let relevant = isLine ? all.prefix((last ?? -1) + 1) : all[...]
    // Two clones may each have created the file.
    let ancestors = isLine ? nil : try graph?.ancestors(among: relevant.map(\.id)) ?? []
    let first = all.lastIndex { $0.touch.new != nil }
    var writes: [DocumentWrites.Write] = []
    var indices: [Int: Int] = [:]
    for (index, commit) in relevant.enumerated() {
      let wasThere =
        ancestors?[index].contains { relevant[$0].touch.new != nil } ?? (index != first)
      guard let write = try write(of: commit, to: file, wasThere: wasThere) else { continue }
      indices[index] = writes.count
      writes.append(write)
    }
    let order: DocumentWrites.Order =
      ancestors.map { ancestors in
        .graph(indices.keys.sorted().map { Set(ancestors[$0].compactMap { indices[$0] }) })
      } ?? .line
    let positions = Dictionary(uniqueKeysWithValues: indices.map { (relevant[$0].id, $1) })
    let undone = Set(changes.undone.compactMap { positions[$0] })
    let steps =
      changes.isRedo
      ? redoSteps(positions, undone: undone)
      : undoSteps(positions, undone: undone, in: Set(all.map(\.id)))
    return FileHistory(file: file, writes: DocumentWrites(writes, order: order), steps: steps)
  }

  private func version(of file: BoardFile) throws -> Touch.Version? {
    try store.repository.treeEntry(at: file.path, in: tree).map(Touch.Version.init(_:))
  }

  /// Returns a commit's change of a file; nil if the file is missing or unreadable afterwards.
  ///
  /// If the file was broken or removed before the commit, the change starts from the last readable
  /// version. Then the result is nil if no version is readable, or if the commit restored that
  /// version unchanged.
  ///
  /// - Parameter wasThere: Whether an older commit has a version of the file.
  private func write(
    of commit: TouchingCommit, to file: BoardFile, wasThere: Bool
  ) throws -> DocumentWrites.Write? {
    let change = commit.touch
    guard let versions = try store.versions(of: change, in: commit.id) else { return nil }
    var before = versions.before
    if before == nil, wasThere || change.old != nil || file == .board {
      before = try store.lastReadable(file, before: commit.id)
      if before == nil || before == versions.after { return nil }
    }
    return DocumentWrites.Write(
      before: before, after: versions.after, isOwn: commit.author.isSame(as: person),
      kind: changes.undoings[commit.id] == nil ? .edit : .undoing)
  }

  /// Returns a step for each commit to undo that touched the file.
  ///
  /// - Parameter touching: All commits that touched the file, even with an unreadable version.
  private func undoSteps(
    _ positions: [ObjectID: Int], undone: Set<Int>, in touching: Set<ObjectID>
  ) -> [FileHistory.Step] {
    var undone = undone
    return changes.wanted.filter { touching.contains($0.id) }.map { commit in
      let position = positions[commit.id]
      let step = FileHistory.Step(
        commits: [commit], direction: .undo, edits: position.map { [$0] }, undone: undone)
      if let position { undone.insert(position) }
      return step
    }
  }

  /// Returns one step for all wanted undos, or none if they did not touch the file. If two clones
  /// undid the same change, it comes back only when both undos are reverted.
  private func redoSteps(_ positions: [ObjectID: Int], undone: Set<Int>) -> [FileHistory.Step] {
    let undos = changes.wanted.filter { undo in
      ([undo.id] + changes.changesRedone(by: undo)).contains { positions[$0] != nil }
    }
    if undos.isEmpty { return [] }
    return [
      FileHistory.Step(
        commits: undos, direction: .redo(undoings: undos.compactMap { positions[$0.id] }),
        edits: changes.redoneChanges.compactMap { positions[$0] }.sorted(), undone: undone)
    ]
  }
}
