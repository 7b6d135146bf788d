import PlanModel

/// All commits that a search over histories has found, each once.
///
/// A commit is identified by its content and its parents. So it is found only once, even if its
/// ancestors were made in another order. Parents have smaller numbers than their children.
struct MergeGraph {
  /// The kind of the path that the search uses.
  enum Subject {
    case register, setMember

    var path: ElementPath {
      switch self {
      case .register: .field("title")
      case .setMember: .setMember(set: "labels", member: "bug")
      }
    }
  }

  enum Content: Hashable {
    case root
    case write(by: Int)
    case remove(by: Int)
    case merge
  }

  private struct Key: Hashable {
    let content: Content
    let parents: [Int]
  }

  private struct Commit {
    let key: Key
    /// The commit and its ancestors, ascending.
    let history: [Int]
    let document: PlanDocument
    /// The same commit with renamed replicas, by the number of the renaming. Computed when needed.
    var renamed: [Int: Int] = [:]
  }

  let subject: Subject
  let bases: MergeReplicas.Bases
  private var commits: [Commit] = []
  private var numbers: [Key: Int] = [:]
  private(set) var merges = 0
  private(set) var crissCrosses = 0
  /// The first failure; nil without failures.
  private(set) var failure: String?

  init(_ subject: Subject, bases: MergeReplicas.Bases = .all) {
    (self.subject, self.bases) = (subject, bases)
    _ = commit(.root, on: [])
  }

  var count: Int { commits.count }

  func elements(of commit: Int) -> [StampedValue] { commits[commit].document[subject.path] }

  func isAncestor(_ one: Int, of other: Int) -> Bool { commits[other].history.contains(one) }

  /// Whether every commit in the history of `one` but not of `other` is a merge.
  func hasOnlyMerges(_ one: Int, without other: Int) -> Bool {
    Set(commits[one].history).subtracting(commits[other].history)
      .allSatisfy { commits[$0].key.content == .merge }
  }

  // MARK: - Making commits

  /// Returns the number of the commit with this content and these parents. A new commit is added
  /// and checked.
  mutating func commit(_ content: Content, on parents: [Int]) -> Int {
    let key = Key(content: content, parents: parents.sorted())
    if let number = numbers[key] { return number }
    let number = commits.count
    var history: Set<Int> = [number]
    for parent in parents { history.formUnion(commits[parent].history) }
    let commit = Commit(
      key: key, history: history.sorted(), document: document(of: key, number: number))
    commits.append(commit)
    numbers[key] = number
    check(number)
    return number
  }

  private mutating func document(of key: Key, number: Int) -> PlanDocument {
    switch key.content {
    case .root: return PlanDocument(id: "p")
    case .write:
      var document = commits[key.parents[0]].document
      let value = subject == .register ? JSONValue.number(number) : .bool(true)
      document.apply([.write(subject.path, value)], stamp: stamp(of: number))
      return document
    case .remove:
      var document = commits[key.parents[0]].document
      document.apply([.clear(subject.path)], stamp: stamp(of: number))
      return document
    case .merge:
      merges += 1
      let best = bestCommonAncestors(key.parents[0], key.parents[1])
      if best.count > 1 { crissCrosses += 1 }
      return PlanMerge.merge(
        commits[key.parents[0]].document, commits[key.parents[1]].document,
        bases: (bases == .all ? best : [best[0]]).map { commits[$0].document })
    }
  }

  private func stamp(of number: Int) -> Stamp { Stamp(ExactString("\(number)")) }

  /// Returns the common ancestors of two commits that are not ancestors of other common ancestors,
  /// oldest first.
  private func bestCommonAncestors(_ one: Int, _ other: Int) -> [Int] {
    var common = Set(commits[one].history).intersection(commits[other].history)
    var best: [Int] = []
    while let newest = common.max() {
      best.append(newest)
      common.subtract(commits[newest].history)
    }
    return best.reversed()
  }

  // MARK: - The specification

  /// Checks that a commit has exactly the elements that its history wrote and did not replace.
  private mutating func check(_ number: Int) {
    var live: Set<Int> = []
    let edits = commits[number].history.filter { commits[$0].key.content != .merge }
    for edit in edits {
      if case .write = commits[edit].key.content,
        !edits.contains(where: { $0 != edit && commits[$0].history.contains(edit) })
      {
        live.insert(edit)
      }
    }
    let stamps = Set(elements(of: number).map(\.stamp))
    guard stamps != Set(live.map(stamp(of:))), failure == nil else { return }
    failure = """
      commit \(number) has \(stamps.map(\.text.text).sorted()), not \(live.sorted()):
      \(commits[number].history.map { "\($0): \(commits[$0].key)" }.joined(separator: "\n"))
      """
  }

  // MARK: - Renaming replicas

  /// Returns the commit with renamed replicas.
  ///
  /// - Parameter names: The new number of each replica.
  mutating func rename(_ commit: Int, _ names: [Int], renaming: Int) -> Int {
    if let known = commits[commit].renamed[renaming] { return known }
    let key = commits[commit].key
    let parents = key.parents.map { rename($0, names, renaming: renaming) }
    let content: Content =
      switch key.content {
      case .write(let replica): .write(by: names[replica])
      case .remove(let replica): .remove(by: names[replica])
      case .root, .merge: key.content
      }
    let renamed = self.commit(content, on: parents)
    commits[commit].renamed[renaming] = renamed
    return renamed
  }
}
