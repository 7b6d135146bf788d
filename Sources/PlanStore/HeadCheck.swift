import Git
import PlanModel

/// Looks at a head that came from elsewhere before anything is done with it.
///
/// libgit2 reads a tree whose entries are named `..` or `a/b`, or stand twice, without complaint.
/// Such a head is refused, with the path; a plan that merely can't be read is not a reason to refuse
/// the board that it is on.
struct HeadCheck {
  private let repository: Repository
  private let board: BoardName

  init(_ repository: Repository, board: BoardName) {
    (self.repository, self.board) = (repository, board)
  }

  /// The deepest path that a board may have.
  private static let maximumDepth = 16
  /// The most entries that one folder may have.
  private static let maximumEntries = 1_000_000

  /// Checks the trees of `head` that are not in `known` as well.
  ///
  /// - Parameter known: A head that was checked before; equal folders are not read again.
  /// - Throws: `StoreError.unsafeHead` with the commit and the path.
  func check(_ head: ObjectID, knowing known: ObjectID?) throws(StoreError) {
    let commit = try git { () throws(GitError) in try repository.commit(head) }
    let knownTree: ObjectID? =
      if let known {
        try git { () throws(GitError) in try repository.commit(known) }.tree
      } else { nil }
    try check(tree: commit.tree, known: knownTree, path: [], head: head)
    // Reading the settings is the check of them.
    _ = try BoardSnapshot(repository: repository, board: board, commit: head)
  }

  private func check(
    tree: ObjectID, known: ObjectID?, path: [String], head: ObjectID
  ) throws(StoreError) {
    guard tree != known else { return }
    let place = path.joined(separator: "/")
    guard path.count < Self.maximumDepth else {
      throw .unsafeHead(commit: head, path: place, reason: "nested too deep")
    }
    let entries: [TreeEntry]
    do {
      entries = try repository.treeEntries(tree)
    } catch {
      // Missing, no tree at all, or with bytes that make none.
      let reason = error.code == .notFound ? "its folder is missing" : error.message
      throw .unsafeHead(commit: head, path: place, reason: reason)
    }
    guard entries.count <= Self.maximumEntries else {
      throw .unsafeHead(commit: head, path: place, reason: "too many entries")
    }
    let knownEntries = try entriesByName(of: known)
    var previous: TreeEntry?
    for entry in entries {
      let name = try checkedName(entry, after: previous, in: path, head: head)
      previous = entry
      let inner = path + [name]
      if entry.mode == .tree {
        let old = knownEntries[entry.name].flatMap { $0.mode == .tree ? $0.id : nil }
        try check(tree: entry.id, known: old, path: inner, head: head)
      } else if knownEntries[entry.name]?.id != entry.id {
        try checkPresence(entry, at: inner, head: head)
      }
    }
  }

  private func entriesByName(of tree: ObjectID?) throws(StoreError) -> [[UInt8]: TreeEntry] {
    guard let tree else { return [:] }
    let entries = try git { () throws(GitError) in try repository.treeEntries(tree) }
    return Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of an entry, if it is one that git itself would write, in its place.
  private func checkedName(
    _ entry: TreeEntry, after previous: TreeEntry?, in path: [String], head: ObjectID
  ) throws(StoreError) -> String {
    let shown = String(decoding: entry.name, as: UTF8.self)
    let place = (path + [shown]).joined(separator: "/")
    let fail = { (reason: String) in
      StoreError.unsafeHead(commit: head, path: place, reason: reason)
    }
    guard let name = entry.nameString else { throw fail("its name is not UTF-8") }
    guard !name.isEmpty, name != ".", name != "..", name.lowercased() != ".git",
      !entry.name.contains(UInt8(ascii: "/")), !entry.name.contains(0)
    else { throw fail("a name that git forbids") }
    if let previous, !Self.isBefore(previous, entry) {
      throw fail("it is there twice, or out of order")
    }
    if path.isEmpty, name == "plans", entry.mode != .tree {
      throw fail("'plans' is a \(entry.mode.noun), not a folder")
    }
    return name
  }

  /// Whether git sorts `left` before `right`: by name, as if folders ended in a slash.
  private static func isBefore(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    guard left.name != right.name else { return false }
    let slash: (TreeEntry) -> [UInt8] = { $0.name + ($0.mode == .tree ? [UInt8(ascii: "/")] : []) }
    return slash(left).lexicographicallyPrecedes(slash(right))
  }

  private func checkPresence(
    _ entry: TreeEntry, at path: [String], head: ObjectID
  ) throws(StoreError) {
    guard entry.mode != .commit, !repository.objectExists(entry.id) else { return }
    throw .unsafeHead(
      commit: head, path: path.joined(separator: "/"), reason: "its content is missing")
  }
}
