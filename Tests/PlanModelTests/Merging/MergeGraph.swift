import PlanModel

/// All commits that a search over histories has met, each of them once.
///
/// A commit is told by what it is and what it stands on, so equal histories are equal numbers, in
/// whatever order their commits were made, and deterministic merges come of themselves. Commits are
/// numbered so that parents come before children.
struct MergeGraph {
  /// What is at the one path that the search looks at.
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
    /// The commit and all before it, ascending.
    let history: [Int]
    let document: PlanDocument
    /// The same commit with the replicas renamed, by renaming; filled as they are asked for.
    var renamed: [Int: Int] = [:]
  }

  let subject: Subject
  let bases: MergeReplicas.Bases
  private var commits: [Commit] = []
  private var numbers: [Key: Int] = [:]
  private(set) var merges = 0
  private(set) var crissCrosses = 0
  /// What was wrong first; nil while all is well.
  private(set) var failure: String?

  init(_ subject: Subject, bases: MergeReplicas.Bases = .all) {
    (self.subject, self.bases) = (subject, bases)
    _ = commit(.root, on: [])
  }

  var count: Int { commits.count }

  func elements(of commit: Int) -> [StampedValue] { commits[commit].document[subject.path] }

  func isAncestor(_ one: Int, of other: Int) -> Bool { commits[other].history.contains(one) }

  /// Whether every commit that `one` has and `other` has not is a merge.
  func hasOnlyMerges(_ one: Int, without other: Int) -> Bool {
    Set(commits[one].history).subtracting(commits[other].history)
      .allSatisfy { commits[$0].key.content == .merge }
  }

  // MARK: - Making commits

  /// Returns the commit of this content on these parents; it is made, and checked, if it is new.
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

  /// The common ancestors of both that are before no other common ancestor, oldest first.
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

  /// Checks that a commit has the elements that were written before it and not replaced.
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

  /// The commit as it were if the replicas had other names.
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
