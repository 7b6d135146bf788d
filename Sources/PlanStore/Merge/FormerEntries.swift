import Git

/// The paths of a tree that had another entry in an older commit.
///
/// pmgit never removes a file, and never writes one that it can't read. So a missing or unreadable
/// file hides an edit only if people changed the file by hand, and then an older commit has another
/// entry there. One walk looks for all paths together: nearly always it finds none, and no file is
/// searched for by itself.
struct FormerEntries {
  /// The paths to look for, with the entry that does not count.
  typealias Wanted = [String: TreeMerge.Leaf?]

  /// The number of commits that one walk may visit. It depends on nothing but the history, so all
  /// clones stop at the same commit.
  static let mostCommits = 10_000

  private struct Folder: Hashable {
    let path: ExactPath
    let tree: ObjectID
  }
  /// A path, compared by its bytes.
  private typealias ExactPath = [UInt8]

  /// The wanted names of each folder, those of folders on the way included.
  private var names: [ExactPath: Set<[UInt8]>] = [:]
  /// The entries that do not count.
  private let present: [ExactPath: TreeMerge.Leaf?]
  /// The folders that were looked through.
  private var seen: Set<Folder> = []
  private(set) var found: Set<String> = []

  /// Finds the paths at which one of the visited commits has a file other than the given one.
  ///
  /// - Parameters:
  ///   - wanted: The paths; a path with nil asks for any file.
  ///   - hidden: Commits whose histories are not visited.
  /// - Complexity: For each of the newest 10,000 commits, the folders that differ from those of
  ///   other commits and lead to a wanted path.
  static func find(
    _ wanted: Wanted, from tips: [ObjectID], hiding hidden: [ObjectID], in repository: Repository
  ) throws(GitError) -> Set<String> {
    var left = mostCommits
    return try find(wanted, from: tips, hiding: hidden, visiting: &left, in: repository)
  }

  /// Finds the same in one of several walks.
  ///
  /// - Parameter left: The number of commits that this walk and later ones may visit.
  static func find(
    _ wanted: Wanted, from tips: [ObjectID], hiding hidden: [ObjectID], visiting left: inout Int,
    in repository: Repository
  ) throws(GitError) -> Set<String> {
    if wanted.isEmpty || tips.isEmpty || left <= 0 { return [] }
    var search = FormerEntries(wanted)
    try repository.visitCommits(from: tips, hiding: hidden) { id throws(GitError) in
      try search.look(in: Folder(path: [], tree: repository.commit(id).tree), repository)
      left -= 1
      return left > 0 && search.found.count < wanted.count
    }
    return search.found
  }

  private init(_ wanted: Wanted) {
    present = Dictionary(uniqueKeysWithValues: wanted.map { (Array($0.utf8), $1) })
    for path in present.keys {
      var inner = path
      while !inner.isEmpty {
        let slash = inner.lastIndex(of: UInt8(ascii: "/"))
        let name = Array(inner[(slash.map { $0 + 1 } ?? 0)...])
        inner = Array(inner[..<(slash ?? 0)])
        names[inner, default: []].insert(name)
      }
    }
  }

  private mutating func look(in folder: Folder, _ repository: Repository) throws(GitError) {
    guard let wanted = names[folder.path], seen.insert(folder).inserted else { return }
    for entry in try repository.treeEntries(named: wanted, in: folder.tree) {
      let path = folder.path.isEmpty ? entry.name : folder.path + [UInt8(ascii: "/")] + entry.name
      if entry.mode == .tree {
        try look(in: Folder(path: path, tree: entry.id), repository)
      } else if let leaf = present[path], leaf != TreeMerge.Leaf(entry) {
        found.insert(String(decoding: path, as: UTF8.self))
      }
    }
  }
}
