import Git
import Parallel
import PlanModel

/// An object of a board's history that is missing, or whose bytes do not match its id.
package struct DamagedObject: Sendable {
  package let object: ObjectID
  /// The commit in which the damage was found.
  package let commit: ObjectID
  /// The path of the file or folder; nil for a commit.
  package let path: String?
  package let reason: String
}

/// Checks every object in the history of commits. Each object is checked only once.
///
/// Reading an object checks its bytes against its id. For a file that is too long for pmgit, only
/// the header is checked. In a tree, only the entries that are new or changed since the previously
/// checked tree at the same path are checked. Files are read at the end; a large number of files is
/// read in pack order.
struct ObjectCheck {
  private let repository: Repository
  /// The commits at which a shallow clone's history is cut off. Their parents don't count as
  /// missing.
  private let cut: Set<ObjectID>
  /// The commits whose whole history is readable, and the trees and files that are readable.
  private var whole: Set<ObjectID> = []
  /// The trees that were checked last, by path.
  private var folders = LastFolders()
  /// For each blob of a `.gitattributes` file, whether it is so short that git accepts it with any
  /// content.
  private var hasPlainAttributes: [ObjectID: Bool] = [:]
  private(set) var commitCount = 0
  /// The plans that have a file in any commit.
  private(set) var plans: Set<PlanID> = []
  /// The commits and trees in an unusual format, which a check by git may refuse.
  private(set) var unusual: [ObjectID] = []
  /// Whether files are collected first and read at the end.
  private var isPostponing = true
  private var postponed: [ObjectID] = []
  /// Receives the number of checked commits, every `stride` commits.
  private let onProgress: (Int) -> Void

  init(_ repository: Repository, onProgress: @escaping (Int) -> Void = { _ in }) throws {
    (self.repository, self.onProgress) = (repository, onProgress)
    repository.forgetObjects()
    cut = try repository.shallowCommits
  }

  /// Returns the first damaged object in a commit's history; nil if all objects are readable.
  ///
  /// - Complexity: Reads each object that was not checked before; twice if there is damage.
  mutating func damage(of head: ObjectID) -> DamagedObject? {
    guard isPostponing else { return firstDamage(of: head) }
    let before = self
    let isReadable = firstDamage(of: head) == nil
    // These are not needed any more, and the next search starts without them.
    folders = LastFolders()
    let isWhole = isReadable && areWhole(postponed)
    postponed = []
    if isWhole { return nil }
    // Reading again in the order of the history finds the first damaged object.
    self = before
    isPostponing = false
    return firstDamage(of: head)
  }

  private mutating func firstDamage(of head: ObjectID) -> DamagedObject? {
    var waiting = [head]
    var passed: [ObjectID] = []
    var seen: Set = [head]
    while let id = waiting.popLast() {
      if whole.contains(id) { continue }
      do throws(GitError) {
        let (tree, parents) = try read(id)
        if let damage = damage(ofTree: tree, of: id, at: []) { return damage }
        passed.append(id)
        if passed.count % Self.stride == 0 { onProgress(passed.count) }
        guard !cut.contains(id) else { continue }
        waiting += parents.filter { seen.insert($0).inserted }
      } catch {
        return DamagedObject(object: id, commit: id, path: nil, reason: error.message)
      }
    }
    commitCount += passed.count
    whole.formUnion(passed)
    return nil
  }

  /// The number of commits after which progress is reported.
  private static let stride = 500

  private mutating func read(
    _ id: ObjectID
  ) throws(GitError) -> (tree: ObjectID, parents: [ObjectID]) {
    if let commit = repository.plainCommit(id) { return (commit.tree, commit.parents) }
    let commit = try repository.commit(id)
    unusual.append(id)
    return (commit.tree, commit.parents)
  }

  /// Returns the commits whose whole history is readable, among the heads and their ancestors.
  ///
  /// Parents are checked before children, so each commit is checked once. Otherwise the search from
  /// each descendant of a damaged commit would go down to the damage again.
  mutating func wholeCommits(among heads: [ObjectID]) -> Set<ObjectID> {
    isPostponing = false
    var judged: [ObjectID: Bool] = [:]
    for head in heads {
      var waiting = [head]
      while let id = waiting.last {
        if whole.contains(id) { judged[id] = true }
        if judged[id] != nil {
          waiting.removeLast()
          continue
        }
        guard let commit = try? repository.commit(id) else {
          judged[id] = false  // An unreadable commit is not whole.
          continue
        }
        let parents = cut.contains(id) ? [] : commit.parents
        let unjudged = parents.filter { judged[$0] == nil }
        guard unjudged.isEmpty else {
          waiting += unjudged
          continue
        }
        judged[id] =
          parents.allSatisfy { judged[$0] == true }
          && damage(ofTree: commit.tree, of: id, at: []) == nil
      }
    }
    return Set(judged.filter(\.value).keys)
  }

  /// Returns the first damaged object in a tree; nil if there is none.
  ///
  /// - Parameter path: The folders that lead to the tree. A path that is deeper than in any board
  ///   counts as damage.
  private mutating func damage(
    ofTree tree: ObjectID, of commit: ObjectID, at path: [String]
  ) -> DamagedObject? {
    if whole.contains(tree) { return nil }
    let place = path.joined(separator: "/")
    do throws(GitError) {
      guard path.count <= Self.deepest else {
        throw GitError(.invalid, "nested too deep", operation: "check a tree")
      }
      let plain = repository.plainTree(tree)
      let entries =
        if let plain { plain.differences(from: folders[place]).map(\.entry) } else {
          try repository.treeEntries(tree)
        }
      for entry in entries where entry.mode != .commit {
        let inner = path + [String(decoding: entry.name, as: UTF8.self)]
        let damage =
          entry.mode == .tree
          ? damage(ofTree: entry.id, of: commit, at: inner)
          : damage(ofFile: entry.id, of: commit, at: inner)
        if let damage { return damage }
      }
      if let plain, try isAccepted(plain) {
        folders[place] = plain
      } else {
        unusual.append(tree)
      }
    } catch {
      return DamagedObject(object: tree, commit: commit, path: place, reason: error.message)
    }
    whole.insert(tree)
    return nil
  }

  /// Whether git's checks certainly accept a plain tree, if its files are readable.
  private mutating func isAccepted(_ folder: PlainTree) throws(GitError) -> Bool {
    guard let attributes = folder.attributes else { return true }
    if let known = hasPlainAttributes[attributes] { return known }
    // git limits the length of a line and of the file. A missing file is reported later, when the
    // files are read.
    guard try repository.isBlob(attributes) == true else { return false }
    let isPlain = try repository.blobSize(attributes) <= Self.plainAttributes
    hasPlainAttributes[attributes] = isPlain
    return isPlain
  }

  /// The most bytes of a `.gitattributes` file that needs no check: such a file can't exceed git's
  /// line limit.
  private static let plainAttributes = 1024

  private static let deepest = 64

  private mutating func damage(
    ofFile file: ObjectID, of commit: ObjectID, at path: [String]
  ) -> DamagedObject? {
    // A file may be at the paths of several plans; all but one of these are misnamed.
    if case .plan(let id)? = BoardFile(path: path.joined(separator: "/")) { plans.insert(id) }
    guard whole.insert(file).inserted else { return nil }
    if isPostponing {
      postponed.append(file)
      return nil
    }
    do throws(GitError) {
      try Self.check(file, in: repository)
      return nil
    } catch {
      whole.remove(file)
      return DamagedObject(
        object: file, commit: commit, path: path.joined(separator: "/"), reason: error.message)
    }
  }

  private static func check(_ file: ObjectID, in repository: Repository) throws(GitError) {
    guard try repository.blobSize(file) <= JSONReader.maximumSize else { return }
    try repository.requireBlob(file)
  }

  /// The smallest number of files that are sorted by pack order and read on all processors. For
  /// fewer files, sorting costs more than it saves, because the repository may have many other
  /// objects.
  private static let many = 20_000

  private func areWhole(_ files: [ObjectID]) -> Bool {
    do throws(GitError) {
      guard files.count >= Self.many, let source = repository.source else {
        for file in files { try Self.check(file, in: repository) }
        return true
      }
      let ordered = try repository.inStoredOrder(files)
      _ = try Processors.map(ordered.count, fewest: Self.many) { range throws(GitError) in
        let repository = try source.open()
        for file in ordered[range] { try Self.check(file, in: repository) }
      }
      return true
    } catch {
      return false  // All are read again to find the damaged one.
    }
  }
}

/// The trees that were checked last, by path. The cache is emptied when it gets too large.
private struct LastFolders {
  private var folders: [String: PlainTree] = [:]
  private var size = 0

  /// The most bytes that are kept.
  private static let largest = 16 << 20

  subscript(path: String) -> PlainTree? {
    get { folders[path] }
    set {
      size += (newValue?.size ?? 0) - (folders[path]?.size ?? 0)
      folders[path] = newValue
      guard size > Self.largest else { return }
      folders = [:]
      size = 0
    }
  }
}

/// A commit of the board whose whole history is readable.
package struct WholeCommit: Sendable {
  package enum Source: Sendable {
    /// The reflog of the board's branch names it.
    case reflog
    /// The remote-tracking branch or its reflog names it.
    case remote
    /// The commit is an ancestor of the board's commit, and only other ancestors are damaged.
    case history
  }

  package let commit: Commit
  package let source: Source
}

extension BoardStore {
  /// Finds the newest commit whose whole history is readable. Searches the branch's reflog, the
  /// fetched commits, and the history of `damaged`.
  ///
  /// - Returns: nil if no such commit was found.
  /// - Complexity: Checks each candidate, but reads shared objects once.
  func lastWholeCommit(
    before damaged: ObjectID, _ check: inout ObjectCheck
  ) throws -> WholeCommit? {
    var candidates: [(id: ObjectID, source: WholeCommit.Source)] = []
    let past = try repository.reflog(of: branch).map(\.target)
    candidates += past.map { ($0, .reflog) }
    if let tracking = trackingBranch {
      let known =
        try [repository.reference(tracking)].compactMap(\.self)
        + repository.reflog(of: tracking).map(\.target)
      candidates += known.map { ($0, .remote) }
    }
    candidates += readableHistory(of: damaged).map { ($0, .history) }

    let whole = check.wholeCommits(among: candidates.map(\.id))
    // An ancestor of another whole commit is not the newest. The times of commits can't decide
    // that, as clocks may be wrong.
    let held = ancestors(of: whole)
    var newest: WholeCommit?
    for (id, source) in candidates where whole.contains(id) && !held.contains(id) {
      let commit = try repository.commit(id)
      if newest.map({ $0.commit.committer.seconds < commit.committer.seconds }) ?? true {
        newest = WholeCommit(commit: commit, source: source)
      }
    }
    return newest
  }

  /// Returns the proper ancestors of some commits. They include one of the commits only if it is an
  /// ancestor of another.
  private func ancestors(of commits: Set<ObjectID>) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = Array(commits)
    while let id = waiting.popLast() {
      let parents = (try? repository.commit(id))?.parents ?? []  // All of them are readable.
      waiting += parents.filter { found.insert($0).inserted }
    }
    return found
  }

  /// Returns `head` and the ancestors that can be reached from it through readable commits, nearest
  /// first.
  private func readableHistory(of head: ObjectID) -> [ObjectID] {
    var found = [head]
    var seen: Set = [head]
    var next = 0
    while next < found.count {
      // The parents of an unreadable commit are unknown, so the search ends there.
      let parents = (try? repository.commit(found[next]))?.parents ?? []
      found += parents.filter { seen.insert($0).inserted }
      next += 1
    }
    return found
  }
}
