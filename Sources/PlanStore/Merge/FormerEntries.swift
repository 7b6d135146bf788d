import Git
import PlanIndex

/// Finds the paths that had another entry in an older commit.
///
/// pmgit never removes a file and never writes one that it can't read. So a missing or unreadable
/// file hides an edit only if people changed the file by hand. Then an older commit has another
/// entry at the path. One walk of the history searches for all paths together. Nearly always it
/// finds nothing, and no file needs a search of its own.
struct FormerEntries {
  /// The paths to look for, each with the entry to ignore.
  typealias Wanted = [String: Touch.Version?]

  /// The most commits that one walk visits. As the limit depends only on the history, all clones
  /// stop at the same commit.
  static let mostCommits = 10_000

  /// A path, compared by its bytes.
  private typealias ExactPath = [UInt8]

  /// The names to look up in each folder, including those of folders on the way.
  private var names: [ExactPath: Set<[UInt8]>] = [:]
  /// The entries to ignore, by path.
  private let present: [ExactPath: Touch.Version?]
  /// The trees that were searched, by path.
  private var seen: [ExactPath: Set<ObjectID>] = [:]
  /// The tree of the commit that was visited last.
  private var last: ObjectID?
  private(set) var found: Set<String> = []

  /// Returns the paths at which a visited commit has a file other than the given one.
  ///
  /// - Parameters:
  ///   - wanted: The paths; for a path with nil, any file counts.
  ///   - hidden: The commits whose histories are not visited.
  /// - Complexity: For each of the newest 10,000 commits, reads the new folders on the way to a
  ///   path.
  static func find(
    _ wanted: Wanted, from tips: [ObjectID], hiding hidden: [ObjectID], in repository: Repository
  ) throws(GitError) -> Set<String> {
    var left = mostCommits
    return try find(wanted, from: tips, hiding: hidden, visiting: &left, in: repository)
  }

  /// Finds entries with a limit that several walks share.
  ///
  /// - Parameter left: The number of commits that may still be visited. Each visited commit reduces
  ///   it by one.
  static func find(
    _ wanted: Wanted, from tips: [ObjectID], hiding hidden: [ObjectID], visiting left: inout Int,
    in repository: Repository
  ) throws(GitError) -> Set<String> {
    if wanted.isEmpty || tips.isEmpty || left <= 0 { return [] }
    var search = FormerEntries(wanted)
    try repository.visitCommits(from: tips, hiding: hidden) { id throws(GitError) in
      let tree = try repository.commit(id).tree
      try search.look(in: tree, at: [], besides: search.last, repository)
      search.last = tree
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

  /// Looks for other files in a folder of a commit.
  ///
  /// - Parameter former: The same folder in the commit searched before; nil if it is missing there.
  ///   Entries that both folders share are skipped. As most commits change one file, these are
  ///   nearly all entries.
  private mutating func look(
    in tree: ObjectID, at folder: ExactPath, besides former: ObjectID?, _ repository: Repository
  ) throws(GitError) {
    guard let wanted = names[folder], seen[folder, default: []].insert(tree).inserted else {
      return
    }
    for (entry, old) in try Self.entries(wanted, in: tree, besides: former, repository) {
      let path = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
      if entry.mode == .tree {
        let inner = old.flatMap { $0.mode == .tree ? $0.id : nil }
        try look(in: entry.id, at: path, besides: inner, repository)
      } else if let leaf = present[path], leaf != Touch.Version(entry) {
        found.insert(String(decoding: path, as: UTF8.self))
      }
    }
  }

  /// Returns the entries with the given names in a folder, each with the entry of the same name in
  /// `former`. Entries that `former` has too are left out.
  private static func entries(
    _ names: Set<[UInt8]>, in tree: ObjectID, besides former: ObjectID?, _ repository: Repository
  ) throws(GitError) -> [(TreeEntry, TreeEntry?)] {
    if let former {
      do {
        return try repository.changedEntries(of: tree, since: former)
          .filter { names.contains($0.entry.name) }
      } catch {
        // Only heads are validated, so the entries of an older tree may be out of order.
        guard error.code == .invalid else { throw error }
      }
    }
    return try repository.treeEntries(named: names, in: tree).map { ($0, nil) }
  }
}
