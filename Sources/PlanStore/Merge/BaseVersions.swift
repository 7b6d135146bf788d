import Git
import PlanIndex
import PlanModel

/// The entries at some paths in the bases of a merge. The bases are all best common ancestors of
/// the two heads.
///
/// There can be thousands of bases, because any writer may push two merges with the same thousands
/// of parents. So each folder is read once for all bases, and equal versions of a file count as
/// one.
struct BaseVersions {
  /// The different entries of the bases at one path.
  struct Place {
    /// The different entries, folders included.
    fileprivate(set) var leaves: Set<Touch.Version> = []
    /// Whether some base has no entry at the path.
    fileprivate(set) var isMissing = false
    fileprivate let all: [Commit]
    /// Finds the bases that have at least one of the entries.
    fileprivate let find: (Set<Touch.Version>) -> [Commit]

    /// Whether there are bases and all of them have this entry; nil means no entry.
    func allHave(_ leaf: Touch.Version?) -> Bool {
      guard let leaf else { return !all.isEmpty && leaves.isEmpty }
      return !isMissing && leaves == [leaf]
    }

    /// Returns the bases that have one of the entries at the path, in order.
    func bases(with wanted: Set<Touch.Version>) -> [Commit] { wanted.isEmpty ? [] : find(wanted) }

    /// The bases that have no entry at the path, in order.
    var basesWithout: [Commit] {
      let holders = Set(bases(with: leaves).map(\.id))
      return isMissing ? all.filter { !holders.contains($0.id) } : []
    }
  }

  /// The entries at a path, each with the trees of the parent folder that contain it.
  private struct Found {
    var holders: [Touch.Version: [ObjectID]] = [:]
    var isMissing = false
  }
  private let bases: [Commit]
  private var found: [ExactString: Found] = [:]

  /// Reads the versions of files in all bases of a merge.
  ///
  /// - Complexity: Reads each different tree of the folders on the paths once. A tree takes one
  ///   step for each of its entries or for each wanted name, whichever are fewer.
  init(of bases: [Commit], at paths: [String], in repository: Repository) throws {
    self.bases = bases
    if bases.isEmpty { return }
    var roots = Found()
    for base in bases { roots.holders[Touch.Version(mode: .tree, id: base.tree)] = [] }
    found[Self.root] = roots
    let wanted = Self.names(of: paths)
    // This order handles a folder before its contents.
    for (folder, names) in wanted.sorted(by: { $0.key < $1.key }) {
      try look(for: names, in: folder, repository)
    }
  }

  private static let root: ExactString = ""

  /// Returns the names to look up in each folder, including those of folders on the way.
  private static func names(of paths: [String]) -> [ExactString: Set<ExactString>] {
    var names: [ExactString: Set<ExactString>] = [:]
    for path in paths {
      var place: ExactString? = ExactString(path)
      while let inner = place, inner != root {
        let (folder, name) = split(inner)
        // The parents of a folder were already noted with its first name.
        place = names[folder] == nil ? folder : nil
        names[folder, default: []].insert(name)
      }
    }
    return names
  }

  private static func split(_ path: ExactString) -> (folder: ExactString, name: ExactString) {
    guard let slash = path.text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (root, path) }
    let name = path.text[path.text.utf8.index(after: slash)...]
    return (ExactString(String(path.text[..<slash])), ExactString(String(name)))
  }

  private static func join(_ folder: ExactString, _ name: ExactString) -> ExactString {
    folder == root ? name : ExactString("\(folder)/\(name)")
  }

  private mutating func look(
    for names: Set<ExactString>, in folder: ExactString, _ repository: Repository
  ) throws {
    let here = found[folder] ?? Found()
    let trees = here.holders.keys.filter { $0.mode == .tree }.map(\.id)
    var inside: [ExactString: Found] = [:]
    var counts: [ExactString: Int] = [:]
    let wanted = Set(names.map { Array($0.text.utf8) })
    for tree in trees {
      for entry in try repository.treeEntries(named: wanted, in: tree) {
        guard let name = entry.nameString.map({ ExactString($0) }) else { continue }
        inside[name, default: Found()].holders[Touch.Version(entry), default: []].append(tree)
        counts[name, default: 0] += 1
      }
    }
    let isMissing = here.isMissing || trees.count < here.holders.count
    for name in names {
      var place = inside[name] ?? Found()
      place.isMissing = isMissing || counts[name] ?? 0 < trees.count
      found[Self.join(folder, name)] = place
    }
  }

  /// Returns the entries at one of the paths.
  func at(_ path: String) -> Place {
    let path = ExactString(path)
    let place = found[path] ?? Found()
    return Place(leaves: Set(place.holders.keys), isMissing: place.isMissing, all: bases) {
      [self] in holders(of: $0, at: path)
    }
  }

  /// Returns the bases whose trees contain one of the entries, in order.
  private func holders(of leaves: Set<Touch.Version>, at path: ExactString) -> [Commit] {
    var (place, wanted) = (path, leaves)
    while place != Self.root {
      let holders = found[place]?.holders ?? [:]
      let trees = Set(wanted.lazy.flatMap { holders[$0] ?? [] })
      wanted = Set(trees.map { Touch.Version(mode: .tree, id: $0) })
      place = Self.split(place).folder
    }
    return bases.filter { wanted.contains(Touch.Version(mode: .tree, id: $0.tree)) }
  }
}
