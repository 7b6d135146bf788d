import Git

/// Checks a fetched head before it is used.
///
/// libgit2 accepts a tree whose entries are named `..` or `a/b` or occur twice. A head with such a
/// tree is refused, with the path. An unreadable plan is not a reason to refuse a board. Neither is
/// an attached file that is too large or misnamed: reading it checks its id and its size.
struct HeadCheck {
  private let repository: Repository
  private let head: ObjectID
  /// The number of entries that the head may still have.
  private var budget = Repository.largestTree
  /// The number of entries in and below each folder that was checked completely, by its depth.
  private var sizes: [Int: [ObjectID: Int]] = [:]

  private init(_ repository: Repository, head: ObjectID) {
    (self.repository, self.head) = (repository, head)
  }

  /// The deepest path that a board may have.
  private static let maximumDepth = 16

  /// Checks the trees of a head, except those that `checked` has at the same path.
  ///
  /// - Throws: `StoreError.unsafeHead` with the commit and the path.
  /// - Complexity: Reads each new folder once and looks up each new file. A few trees that expand
  ///   to billions of files are refused early.
  fileprivate static func check(
    treesOf head: ObjectID, except checked: ObjectID?, in repository: Repository
  ) throws {
    var check = HeadCheck(repository, head: head)
    _ = try check.check(
      tree: repository.commit(head).tree, checked: repository.tree(of: checked), path: [])
  }

  /// Checks a folder and its contents. Returns the number of entries in and below it, without those
  /// of folders that `checked` has too.
  private mutating func check(tree: ObjectID, checked: ObjectID?, path: [String]) throws -> Int {
    guard tree != checked else { return 0 }
    guard path.count < Self.maximumDepth else { throw unsafe(path, "nested too deep") }
    if checked == nil, let size = sizes[path.count]?[tree] {
      try spend(size, at: path)
      return size
    }
    // For the root, plain names are not enough.
    if !path.isEmpty, let size = try checkPlain(tree: tree, checked: checked, path: path) {
      if checked == nil { sizes[path.count, default: [:]][tree] = size }
      return size
    }
    let entries: [TreeEntry]
    do {
      entries = try repository.treeEntries(tree)
    } catch {
      // The object is missing or is not a valid tree.
      if error.code == .notFound { throw try missing(path, "its folder is missing") }
      throw unsafe(path, error.message)
    }
    try spend(entries.count, at: path)
    var size = entries.count
    let checkedEntries = try entriesByName(of: checked)
    var previous: TreeEntry?
    for entry in entries {
      let name = try checkedName(entry, after: previous, in: path)
      previous = entry
      let inner = path + [name]
      if entry.mode == .tree {
        let old = checkedEntries[entry.name].flatMap { $0.mode == .tree ? $0.id : nil }
        size += try check(tree: entry.id, checked: old, path: inner)
      } else if checkedEntries[entry.name] != entry {
        try checkContent(entry, at: inner)
      }
    }
    // Entries of a checked folder were not counted, so the size is complete only without one.
    if checked == nil { sizes[path.count, default: [:]][tree] = size }
    return size
  }

  /// Checks a folder with plain names, except entries that are the same in the checked folder.
  /// Returns the number of entries as `check` does; nil if one of the two folders is not plain.
  private mutating func checkPlain(
    tree: ObjectID, checked: ObjectID?, path: [String]
  ) throws -> Int? {
    guard let plain = repository.plainTree(tree) else { return nil }
    let former = checked.flatMap { repository.plainTree($0) }
    if checked != nil, former == nil { return nil }
    try spend(plain.count, at: path)
    var size = plain.count
    for difference in plain.differences(from: former) {
      let entry = difference.entry
      let inner = path + [String(decoding: entry.name, as: UTF8.self)]
      if entry.mode == .tree {
        let old = difference.former.flatMap { $0.mode == .tree ? $0.id : nil }
        size += try check(tree: entry.id, checked: old, path: inner)
      } else {
        try checkContent(entry, at: inner)
      }
    }
    return size
  }

  private mutating func spend(_ entries: Int, at path: [String]) throws {
    guard entries <= budget else { throw unsafe(path, "too many entries") }
    budget -= entries
  }

  private func unsafe(_ path: [String], _ reason: String) -> StoreError {
    .unsafeHead(commit: head, path: path.joined(separator: "/"), reason: reason)
  }

  private func entriesByName(of tree: ObjectID?) throws -> [[UInt8]: TreeEntry] {
    guard let tree else { return [:] }
    let entries = try repository.treeEntries(tree)
    return Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the name of an entry. Fails unless git would write that name, at that position in the
  /// folder.
  private func checkedName(
    _ entry: TreeEntry, after previous: TreeEntry?, in path: [String]
  ) throws -> String {
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

  /// Whether git accepts a name of a tree's entry on every file system.
  ///
  /// Variants of `.git` on NTFS and HFS+ are always refused, regardless of `core.protectNTFS` and
  /// `core.protectHFS`. libgit2 obeys these settings when it writes the folder, and an accepted
  /// name must never fail then.
  static func isAllowed(_ name: String) -> Bool {
    if name.isEmpty || name == "." || name == ".." { return false }
    if name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) { return false }
    let seen = name.unicodeScalars.filter { !$0.isIgnoredByHFS }
      .map { $0.isASCII ? $0.properties.lowercaseMapping : String($0) }.joined().utf8
    for reserved in [".git", "git~1"] where seen.starts(with: reserved.utf8) {
      let rest = seen.dropFirst(reserved.utf8.count)
      // On NTFS, a backslash begins a path inside `.git`, and a colon the name of a stream.
      if let next = rest.first, next == UInt8(ascii: "\\") || next == UInt8(ascii: ":") {
        return false
      }
      // NTFS removes spaces and full stops at the end.
      if rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }) { return false }
    }
    return true
  }

  /// Whether git sorts `left` before `right`. git sorts by name, with a slash after folders' names.
  private static func isBefore(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    guard left.name != right.name else { return false }
    let slash: (TreeEntry) -> [UInt8] = { $0.name + ($0.mode == .tree ? [UInt8(ascii: "/")] : []) }
    return slash(left).lexicographicallyPrecedes(slash(right))
  }

  private func checkContent(_ entry: TreeEntry, at path: [String]) throws {
    if entry.mode == .commit { return }
    switch try repository.isBlob(entry.id) {
    case true?: break
    case false?: throw unsafe(path, "it is listed as a \(entry.mode.noun), but is not one")
    case nil: throw try missing(path, "its content is missing")
    }
  }

  /// Returns the error for an object that the clone's filter or the remote left out.
  private func missing(_ path: [String], _ reason: String) throws -> StoreError {
    let isPartial = try repository.isPartialClone
    return isPartial ? .partialClone(path: path.joined(separator: "/")) : unsafe(path, reason)
  }
}

extension BoardStore {
  /// Checks a head before it is merged: its settings, and the commits and trees that are not in
  /// `checked`.
  ///
  /// - Parameter checked: A head that was checked before. Equal folders are not read again.
  /// - Throws: `StoreError.unsafeHead` with the commit and the path, `.formatTooNew`.
  /// - Complexity: Reads each new commit, besides the cost of `checkTrees`.
  func check(_ head: ObjectID, except checked: ObjectID?) throws {
    try repository.checkHistory(of: head, except: checked)
    try checkTrees(of: head, except: checked)
  }

  /// Checks a head that is only read and not merged, such as that of a fresh clone. Its history is
  /// not checked.
  ///
  /// A head with broken settings is accepted, because their last readable version is used. A head
  /// without any readable version of the settings is refused.
  func checkTrees(of head: ObjectID, except checked: ObjectID?) throws {
    try HeadCheck.check(treesOf: head, except: checked, in: repository)
    do {
      // Reading the settings checks them.
      _ = try snapshot(at: head)
    } catch let error as StoreError where error.isAboutSettings {
      // Broken settings in the history of a checked head have been repaired since.
      if let checked, try isAncestor(head, of: checked) { return }
      guard case .unreadableBoard(_, let reason) = error else { throw error }
      throw StoreError.unsafeHead(commit: head, path: BoardFile.board.path, reason: reason)
    }
  }
}

extension Repository {
  /// Checks the commits of a fetched head that are not in the history of `checked`.
  ///
  /// git accepts a commit whose author has no time, but libgit2 does not. With such a commit in a
  /// board's history, merges and histories would fail.
  ///
  /// Missing commits are ignored; the commands that need them report them.
  ///
  /// - Throws: `StoreError.unsafeHead` with an object that is unreadable or not a commit.
  /// - Complexity: Reads each new commit.
  fileprivate func checkHistory(of head: ObjectID, except checked: ObjectID?) throws {
    do {
      // The walk would accept a tag instead of a commit.
      _ = try commit(head)
      try visitCommits(from: [head], hiding: checked.map { [$0] } ?? []) { _ in true }
    } catch {
      // The walk's error does not name the commit.
      try findUnreadable(from: head)
    }
  }

  private func findUnreadable(from head: ObjectID) throws {
    var waiting = [head]
    var seen: Set = [head]
    while let id = waiting.popLast() {
      do {
        for parent in try commit(id).parents where seen.insert(parent).inserted {
          waiting.append(parent)
        }
      } catch {
        // An object of another type throws the same error as a missing one.
        let isThere = try isBlob(id) != nil
        if isThere { throw StoreError.unsafeHead(commit: id, path: "", reason: error.message) }
      }
    }
  }
}

extension String {
  /// The name as file systems that ignore case see it: without case differences and without the
  /// characters that HFS+ ignores.
  ///
  /// Upper case turns the long s into 'S' and splits ligatures; lower case then turns the Kelvin
  /// sign into 'k'. So this makes more names equal than any single file system does.
  var foldedFileName: String {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: unicodeScalars.filter { !$0.isIgnoredByHFS })
    return String(seen).uppercased().lowercased()
  }
}

extension Unicode.Scalar {
  fileprivate var isIgnoredByHFS: Bool {
    switch value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
