import Git

/// Looks at a head that came from elsewhere before anything is done with it.
///
/// libgit2 reads a tree whose entries are named `..` or `a/b`, or stand twice, without complaint.
/// Such a head is refused, with the path; a plan that merely can't be read is not a reason to
/// refuse the board that it is on.
struct HeadCheck {
  private let repository: Repository
  private let head: ObjectID
  /// The entries that may still come.
  private var budget = Repository.largestTree
  /// How many entries there are in and below a folder that was checked without a known one.
  private var sizes: [Folder: Int] = [:]

  /// A folder and how deep it is.
  private struct Folder: Hashable {
    let tree: ObjectID
    let depth: Int
  }

  private init(_ repository: Repository, head: ObjectID) {
    (self.repository, self.head) = (repository, head)
  }

  /// The deepest path that a board may have.
  private static let maximumDepth = 16

  /// Checks the trees of a head that are not in `known` as well.
  ///
  /// - Throws: `StoreError.unsafeHead` with the commit and the path.
  /// - Complexity: One object read for each folder and one look-up for each file that is new,
  ///   however often it is there; a few trees that stand for billions of files are refused at once.
  fileprivate static func check(
    treesOf head: ObjectID, knowing known: ObjectID?, in repository: Repository
  ) throws(StoreError) {
    let trees = try git { () throws(GitError) in
      (
        try repository.commit(head).tree,
        try known.map { id throws(GitError) in try repository.commit(id).tree }
      )
    }
    var check = HeadCheck(repository, head: head)
    _ = try check.check(tree: trees.0, known: trees.1, path: [])
  }

  /// Checks a folder and what is below it, and returns how many entries that is.
  private mutating func check(
    tree: ObjectID, known: ObjectID?, path: [String]
  ) throws(StoreError) -> Int {
    guard tree != known else { return 0 }
    guard path.count < Self.maximumDepth else { throw unsafe(path, "nested too deep") }
    let folder = Folder(tree: tree, depth: path.count)
    if known == nil, let size = sizes[folder] {
      try spend(size, at: path)
      return size
    }
    let entries: [TreeEntry]
    do {
      entries = try repository.treeEntries(tree)
    } catch {
      // Missing, no tree at all, or with bytes that make none.
      if error.code == .notFound { throw try missing(path, "its folder is missing") }
      throw unsafe(path, error.message)
    }
    try spend(entries.count, at: path)
    var size = entries.count
    let knownEntries = try entriesByName(of: known)
    var previous: TreeEntry?
    for entry in entries {
      let name = try checkedName(entry, after: previous, in: path)
      previous = entry
      let inner = path + [name]
      if entry.mode == .tree {
        let old = knownEntries[entry.name].flatMap { $0.mode == .tree ? $0.id : nil }
        size += try check(tree: entry.id, known: old, path: inner)
      } else if knownEntries[entry.name] != entry {
        try checkContent(entry, at: inner)
      }
    }
    // Beside a known folder some entries were not counted: elsewhere they must be.
    if known == nil { sizes[folder] = size }
    return size
  }

  private mutating func spend(_ entries: Int, at path: [String]) throws(StoreError) {
    guard entries <= budget else { throw unsafe(path, "too many entries") }
    budget -= entries
  }

  private func unsafe(_ path: [String], _ reason: String) -> StoreError {
    .unsafeHead(commit: head, path: path.joined(separator: "/"), reason: reason)
  }

  private func entriesByName(of tree: ObjectID?) throws(StoreError) -> [[UInt8]: TreeEntry] {
    guard let tree else { return [:] }
    let entries = try git { () throws(GitError) in try repository.treeEntries(tree) }
    return Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of an entry, if it is one that git itself would write, in its place.
  private func checkedName(
    _ entry: TreeEntry, after previous: TreeEntry?, in path: [String]
  ) throws(StoreError) -> String {
    let place = path + [String(decoding: entry.name, as: UTF8.self)]
    guard let name = entry.nameString else { throw unsafe(place, "its name is not UTF-8") }
    guard Self.isAllowed(name) else { throw unsafe(place, "a name that git forbids") }
    if let previous, !Self.isBefore(previous, entry) {
      throw unsafe(place, "it is there twice, or out of order")
    }
    if path.isEmpty, name == "plans", entry.mode != .tree {
      throw unsafe(place, "'plans' is a \(entry.mode.noun), not a folder")
    }
    return name
  }

  /// Whether git lets an entry have this name, on every file system.
  ///
  /// What `.git` is called on NTFS and HFS+ is refused whatever `core.protectNTFS` and
  /// `core.protectHFS` say: libgit2 goes by them when it writes the folder again, and a name that
  /// is let in here must never fail there.
  static func isAllowed(_ name: String) -> Bool {
    if name.isEmpty || name == "." || name == ".." { return false }
    if name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) { return false }
    let seen = name.unicodeScalars.filter { !NameFolding.isIgnoredByHFS($0) }
      .map { $0.isASCII ? $0.properties.lowercaseMapping : String($0) }.joined().utf8
    for reserved in [".git", "git~1"] where seen.starts(with: reserved.utf8) {
      let rest = seen.dropFirst(reserved.utf8.count)
      // A folder below it, or a stream of it.
      if let next = rest.first, next == UInt8(ascii: "\\") || next == UInt8(ascii: ":") {
        return false
      }
      // NTFS drops spaces and full stops at the end.
      if rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }) { return false }
    }
    return true
  }

  /// Whether git sorts `left` before `right`: by name, as if folders ended in a slash.
  private static func isBefore(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    guard left.name != right.name else { return false }
    let slash: (TreeEntry) -> [UInt8] = { $0.name + ($0.mode == .tree ? [UInt8(ascii: "/")] : []) }
    return slash(left).lexicographicallyPrecedes(slash(right))
  }

  private func checkContent(_ entry: TreeEntry, at path: [String]) throws(StoreError) {
    if entry.mode == .commit { return }
    switch try git({ () throws(GitError) in try repository.isBlob(entry.id) }) {
    case true?: break
    case false?: throw unsafe(path, "it is called a \(entry.mode.noun) and is none")
    case nil: throw try missing(path, "its content is missing")
    }
  }

  /// What is missing was left out by the person who cloned, or by the one who pushed.
  private func missing(_ path: [String], _ reason: String) throws(StoreError) -> StoreError {
    let isPartial = try git { () throws(GitError) in try repository.isPartialClone }
    return isPartial ? .partialClone(path: path.joined(separator: "/")) : unsafe(path, reason)
  }
}

extension BoardStore {
  /// Checks a head before it becomes part of the board here: its commits and its trees that are not
  /// in `known` as well, and its settings.
  ///
  /// - Parameter known: A head that was checked before; equal folders are not read again.
  /// - Throws: `StoreError.unsafeHead` with the commit and the path, `.formatTooNew`.
  /// - Complexity: One object read for each commit that is new, beside that of `checkTrees`.
  func check(_ head: ObjectID, knowing known: ObjectID?) throws(StoreError) {
    try HistoryCheck.check(head, knowing: known, in: repository)
    try checkTrees(of: head, knowing: known)
  }

  /// Checks a head before it is read, as the one that a fresh clone has fetched; its history does no
  /// harm to that.
  ///
  /// Settings that somebody broke are no reason to refuse a head: what they were before stands for
  /// them, as for a plan. A head that never had any is no board.
  func checkTrees(of head: ObjectID, knowing known: ObjectID?) throws(StoreError) {
    try HeadCheck.check(treesOf: head, knowing: known, in: repository)
    do {
      // Reading the settings is the check of them.
      _ = try snapshot(at: head)
    } catch {
      // Settings that a known head has in its history were mended since.
      if error.isAboutSettings, let known, try isAncestor(head, of: known) { return }
      guard case .unreadableBoard(_, let reason) = error else { throw error }
      throw .unsafeHead(commit: head, path: BoardFile.board.path, reason: reason)
    }
  }
}
