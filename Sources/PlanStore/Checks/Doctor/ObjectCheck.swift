import Git
import PlanModel

/// An object of a board's history that is missing, or whose bytes do not match its id.
package struct DamagedObject: Sendable {
  package let object: ObjectID
  /// The newest commit in whose history it was found.
  package let commit: ObjectID
  /// The path of the file or folder; nil for a commit.
  package let path: String?
  package let reason: String
}

/// Checks every object that commits need, each once, however many commits are asked about.
///
/// Reading an object checks its bytes against its id. A file that is too long for pmgit to read is
/// only checked by its header. Of a folder only those entries are followed that the last one at its path
/// did not have, and files are read last, very many of them in the order of the packs.
struct ObjectCheck {
  private let repository: Repository
  /// The commits at which a shallow clone's history was cut off: their parents are not missing.
  private let cut: Set<ObjectID>
  /// Commits that are whole with all of their history, and trees and files that are whole.
  private var whole: Set<ObjectID> = []
  /// The folders that were checked last, by their paths.
  private var folders = LastFolders()
  /// Whether a file of attributes is one that git accepts whatever it says.
  private var hasPlainAttributes: [ObjectID: Bool] = [:]
  private(set) var commitCount = 0
  /// Every plan that has a file in some commit.
  private(set) var plans: Set<PlanID> = []
  /// The commits and folders that are not of the form that any check of git accepts.
  private(set) var unusual: [ObjectID] = []
  /// Whether files are not read when they are found, but afterwards.
  private var isPostponing = true
  private var postponed: [ObjectID] = []
  /// Receives the number of commits that were looked at, now and then.
  private let onProgress: (Int) -> Void

  init(
    _ repository: BoardRepository, onProgress: @escaping (Int) -> Void = { _ in }
  ) throws(StoreError) {
    (self.repository, self.onProgress) = (repository.git, onProgress)
    cut = try repository.shallowCommits
  }

  /// Finds the damage of a commit or its history; nil if all objects are there.
  ///
  /// - Complexity: One object read for each that was not seen before; as many again if there is
  ///   damage.
  mutating func damage(of head: ObjectID) -> DamagedObject? {
    guard isPostponing else { return firstDamage(of: head) }
    let before = self
    let isWhole = firstDamage(of: head) == nil && areWhole(postponed)
    postponed = []
    if isWhole { return nil }
    // Which object is the first to be damaged is found by reading them in the order of the history.
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

  /// Returns the commits that are whole with all of their history.
  ///
  /// Parents come before children, so that each commit is judged once: otherwise every commit above
  /// a damaged one would be followed down to it.
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
          judged[id] = false  // What can't be read is not whole.
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

  /// - Parameter path: The folders that lead to the tree; a path deeper than any board's is damage
  ///   too.
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

  /// Whether any check of git accepts a plain folder whose files are whole.
  private mutating func isAccepted(_ folder: PlainTree) throws(GitError) -> Bool {
    guard let attributes = folder.attributes else { return true }
    if let known = hasPlainAttributes[attributes] { return known }
    // git limits the length of a line, and of the file.
    // A missing file is damage, which is found when the files are read.
    guard try repository.isBlob(attributes) == true else { return false }
    let isPlain = try repository.blobSize(attributes) <= Self.plainAttributes
    hasPlainAttributes[attributes] = isPlain
    return isPlain
  }

  /// The most bytes of a file of attributes that needs no check: half of the longest line.
  private static let plainAttributes = 1024

  private static let deepest = 64

  private mutating func damage(
    ofFile file: ObjectID, of commit: ObjectID, at path: [String]
  ) -> DamagedObject? {
    // The same file may stand at the paths of several plans; all but one of these are misnamed.
    if case .plan(let id)? = BoardFile(path: path.joined(separator: "/")) { plans.insert(id) }
    guard whole.insert(file).inserted else { return nil }
    if isPostponing {
      postponed.append(file)
      return nil
    }
    do throws(GitError) {
      try check(file)
      return nil
    } catch {
      whole.remove(file)
      return DamagedObject(
        object: file, commit: commit, path: path.joined(separator: "/"), reason: error.message)
    }
  }

  private func check(_ file: ObjectID) throws(GitError) {
    guard try repository.blobSize(file) <= JSONReader.maximumSize else { return }
    try repository.requireBlob(file)
  }

  /// So many files that finding their order costs less than reading them in any order: the repository may
  /// have far more objects of others.
  private static let many = 20_000

  private func areWhole(_ files: [ObjectID]) -> Bool {
    do throws(GitError) {
      let ordered = files.count < Self.many ? files : try repository.inStoredOrder(files)
      for file in ordered { try check(file) }
      return true
    } catch {
      return false  // They are read again, for the one that is reported.
    }
  }
}

/// The folders that were checked last, by their paths; of very many or large ones only some.
private struct LastFolders {
  private var folders: [String: PlainTree] = [:]
  private var size = 0

  /// The most bytes that are held.
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
