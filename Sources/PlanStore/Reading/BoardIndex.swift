import Git
import PlanIndex
import PlanModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The index of a board in this clone, `<git dir>/pmgit/index-<board>.db`, as far as it can be
/// used.
///
/// Whatever fails here has been answered by git's objects before there was an index, and is so
/// again: a file that is missing, damaged, of another version or read-only, a full disk, another
/// process that writes. So no error leaves this type; a damaged file is removed, and made anew by
/// the next command.
final class BoardIndex {
  private let folder: String
  private let path: String
  private var opened: PlanIndex?
  /// Whether it could not be opened, and is not tried again.
  private var isUnusable = false

  init(in folder: String, board: BoardName) {
    self.folder = folder
    path = "\(folder)/index-\(board).db"
  }

  /// What the index knows of the board as a whole; nil if it knows nothing.
  var head: IndexHead? {
    use { index throws(DatabaseError) in try index.head() } ?? nil
  }

  /// The plans at the commit of the index; nil if it knows nothing.
  var plans: IndexedPlans? {
    use { index throws(DatabaseError) in try index.plans() } ?? nil
  }

  /// The plans that wait for a decision and the files that can't be read, at the commit of the index; nil
  /// if it knows nothing.
  var attention: IndexedPlans? {
    use { index throws(DatabaseError) in try index.attention() } ?? nil
  }

  /// The plans that have some names as aliases, or links to them, and maybe others; nil if the index can't tell.
  func plans(mentioning names: Set<String>, in tree: ObjectID) -> Set<PlanID>? {
    use { index throws(DatabaseError) in
      try index.plans(mentioning: names, at: tree.hex)
    } ?? nil
  }

  /// Brings the index to a commit, unless another process has moved it or writes just now.
  ///
  /// - Parameter old: The head that the changes start from; nil to make the index anew.
  func write(_ changes: [IndexChange], from old: IndexHead?, to snapshot: BoardSnapshot) {
    _ = use { index throws(DatabaseError) in
      try index.write(
        changes, from: old, to: snapshot.commit.hex, tree: snapshot.tree.hex)
    }
  }

  // MARK: - The past

  /// What the index knows of the past as a whole; nil if it knows nothing.
  var pastHead: PastHead? {
    use { index throws(DatabaseError) in try index.pastHead() } ?? nil
  }

  /// Commits of the past, newest first; nil if the index can't tell.
  func past(
    after end: PastEnd?, of tip: ObjectID, limit: Int, withDetails hasDetails: Bool
  ) -> ([PastCommit], PastEnd)? {
    use { index throws(DatabaseError) in
      try index.past(after: end, of: tip, limit: limit, withDetails: hasDetails)
    } ?? nil
  }

  /// One commit of the past; nil if the index does not have it.
  func commit(at place: PastPlace, withDetails hasDetails: Bool) -> PastCommit? {
    use { index throws(DatabaseError) in
      try index.commit(at: place, withDetails: hasDetails)
    } ?? nil
  }

  /// Keeps what the touches of some commits changed, unless another process writes just now.
  func keepDetails(of commits: [PastCommit]) {
    _ = use { index throws(DatabaseError) in try index.keepDetails(of: commits) }
  }

  /// The commits that touched a plan, or for nil the settings, newest first; nil if the index can't
  /// tell.
  func past(of plan: PlanID?, at tip: ObjectID) -> [PastCommit]? {
    use { index throws(DatabaseError) in try index.past(of: plan, at: tip) } ?? nil
  }

  /// Brings the past to a commit, unless another process has moved it or writes just now.
  ///
  /// - Parameters:
  ///   - old: The head that the change starts from; nil to make the past anew.
  ///   - body: Removes and adds commits; returns false to change nothing.
  func changePast(
    from old: PastHead?, to tip: ObjectID, _ body: (PastWriting) throws(DatabaseError) -> Bool
  ) {
    _ = use { index throws(DatabaseError) in
      guard let writing = try PastWriting(index, from: old), try body(writing) else { return }
      try writing.finish(at: tip)
    }
  }

  /// Removes the index, which the next command makes anew.
  func remove() {
    opened = nil
    PlanIndex.remove(at: path)
  }

  private func use<Result>(_ body: (PlanIndex) throws(DatabaseError) -> Result) -> Result? {
    guard !isUnusable else { return nil }
    do throws(DatabaseError) {
      let index = if let opened { opened } else { try open() }
      return try body(index)
    } catch {
      if error.isDamage {
        remove()
        // What can't be removed, as in another user's folder, is not opened again for each question.
        isUnusable = access(path, F_OK) == 0
      } else if opened == nil {
        isUnusable = true
      }
      return nil
    }
  }

  private func open() throws(DatabaseError) -> PlanIndex {
    // Fails where it is there, which is usual; if it can't be made, the file can't be opened.
    _ = mkdir(folder, 0o777)
    guard isFolder else { throw DatabaseError("the folder is none, or a link to one") }
    let index = try PlanIndex(at: path)
    opened = index
    return index
  }

  /// Whether the folder is one itself: nothing is written through a link out of the git folder.
  private var isFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
