import Git
import Libc
import PlanIndex
import PlanModel

/// The index of a board in this clone, `<git dir>/pmgit/index-<board>.db`.
///
/// The index is optional, because git's objects have the same data. So this type throws no errors,
/// not even for a damaged file, a full disk, or another writer. A damaged file is removed, and the
/// next command builds it again.
final class BoardIndex {
  private let folder: String
  private let path: String
  private var opened: PlanIndex?
  /// Whether the index can't be opened, or is damaged and can't be removed. It is not opened again.
  private var isUnusable = false

  init(in folder: String, board: BoardName) {
    self.folder = folder
    path = "\(folder)/index-\(board).db"
  }

  /// The commit that the index describes, and the first and last rank of each column. It is nil if
  /// the index is empty or can't be used.
  var head: IndexHead? {
    read { index throws(DatabaseError) in try index.head() }
  }

  /// Updates the index to a commit. Does nothing if another process changed the index or is
  /// writing.
  ///
  /// - Parameter old: The head that the changes start from; nil to build a new index.
  func write(_ changes: [IndexChange], from old: IndexHead?, to snapshot: BoardSnapshot) {
    use { index throws(DatabaseError) in
      try index.write(changes, from: old, to: snapshot.commit.hex, tree: snapshot.tree.hex)
    }
  }

  /// Builds the index of a commit from plans that are read in parts.
  ///
  /// - Parameter next: Returns the next part of all files of the commit; nil at the end. If it
  ///   throws, the index stays as it was.
  /// - Returns: Whether the index was built; false if another process is writing, or if the index
  ///   can't be used.
  func rebuild(at snapshot: BoardSnapshot, _ next: () throws -> [IndexChange]?) -> Bool {
    use { index throws(DatabaseError) in
      try index.rebuild(at: snapshot.commit.hex, tree: snapshot.tree.hex) {
        () throws(DatabaseError) in
        do {
          return try next()
        } catch {
          throw DatabaseError("the board can't be read")
        }
      }
    } != nil
  }

  /// Updates the index to a commit with changes that are read in parts. Does nothing if there is no
  /// index yet.
  ///
  /// - Parameter parts: Gets the present head, and returns a function that returns the next part of
  ///   the changes since then; nil to change nothing. If one of them throws, the index stays as it
  ///   was.
  func update(
    to snapshot: BoardSnapshot, _ parts: (IndexHead) -> (() throws -> [IndexChange]?)?
  ) {
    use { index throws(DatabaseError) in
      try index.update(
        to: snapshot.commit.hex, tree: snapshot.tree.hex
      ) { head throws(DatabaseError) -> PlanIndex.PartReading? in
        guard let next = parts(head) else { return nil }
        return { () throws(DatabaseError) in
          do {
            return try next()
          } catch {
            throw DatabaseError("the board can't be read")
          }
        }
      }
    }
  }

  // MARK: - The past

  /// The commit up to which the index has the history; nil if the index has no history or can't be
  /// used.
  var pastHead: PastHead? {
    read { index throws(DatabaseError) in try index.pastHead() }
  }

  /// Updates the history to a commit. Does nothing if another process changed it or is writing.
  ///
  /// - Parameters:
  ///   - old: The head that the change starts from; nil to build a new history.
  ///   - body: Removes and adds commits; returns false to change nothing.
  func changePast(
    from old: PastHead?, to tip: ObjectID, _ body: (PastWriting) throws(DatabaseError) -> Bool
  ) {
    use { index throws(DatabaseError) in
      guard let writing = try PastWriting(index, from: old), try body(writing) else { return }
      try writing.finish(at: tip)
    }
  }

  /// Removes the index. The next command builds it again.
  func remove() {
    opened = nil
    PlanIndex.remove(at: path)
  }

  /// Reads from the index; nil if the index does not have the result or can't be used.
  func read<Result>(_ body: (PlanIndex) throws(DatabaseError) -> Result?) -> Result? {
    use(body) ?? nil
  }

  /// Reads or changes the index; nil if it can't be used or another process is writing.
  @discardableResult
  func use<Result>(_ body: (PlanIndex) throws(DatabaseError) -> Result) -> Result? {
    guard !isUnusable else { return nil }
    do throws(DatabaseError) {
      let index = if let opened { opened } else { try open() }
      return try body(index)
    } catch {
      if error.isDamage {
        remove()
        // If the file can't be removed, as in another user's folder, it is not opened again.
        isUnusable = access(path, F_OK) == 0
      } else if opened == nil {
        isUnusable = true
      }
      return nil
    }
  }

  private func open() throws(DatabaseError) -> PlanIndex {
    if !isFolder, mkdir(folder, 0o777) != 0, !isFolder {
      throw DatabaseError("the path is not a folder, or is a link to one")
    }
    let index = try PlanIndex(at: path)
    opened = index
    return index
  }

  /// Whether the path is a real folder. A symbolic link could lead out of the git directory.
  private var isFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension BoardStore {
  /// The libraries that the store uses, with their versions: `libgit2 1.5.1`.
  package static var libraries: [String] {
    ["libgit2 \(GitLibrary.version)", "SQLite \(PlanIndex.libraryVersion)"]
  }
}
