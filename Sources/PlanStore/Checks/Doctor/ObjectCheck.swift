package import Git
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
/// only checked by its header.
struct ObjectCheck {
  private let repository: Repository
  /// The commits at which a shallow clone's history was cut off: their parents are not missing.
  private let cut: Set<ObjectID>
  /// Commits that are whole with all of their history, and trees and files that are whole.
  private var whole: Set<ObjectID> = []
  private(set) var commitCount = 0
  /// Every plan that has a file in some commit.
  private(set) var plans: Set<PlanID> = []

  init(_ repository: Repository) throws(StoreError) {
    self.repository = repository
    cut = try git { () throws(GitError) in try repository.shallowCommits }
  }

  /// Finds the damage of a commit or its history; nil if all objects are there.
  ///
  /// - Complexity: One object read for each that was not seen before.
  mutating func damage(of head: ObjectID) -> DamagedObject? {
    var waiting = [head]
    var passed: [ObjectID] = []
    var seen: Set = [head]
    while let id = waiting.popLast() {
      if whole.contains(id) { continue }
      do throws(GitError) {
        let commit = try repository.commit(id)
        if let damage = damage(ofTree: commit.tree, of: id, at: []) { return damage }
        passed.append(id)
        guard !cut.contains(id) else { continue }
        waiting += commit.parents.filter { seen.insert($0).inserted }
      } catch {
        return DamagedObject(object: id, commit: id, path: nil, reason: error.message)
      }
    }
    commitCount += passed.count
    whole.formUnion(passed)
    return nil
  }

  /// Returns the commits that are whole with all of their history.
  ///
  /// Parents come before children, so that each commit is judged once: otherwise every commit above
  /// a damaged one would be followed down to it.
  mutating func wholeCommits(among heads: [ObjectID]) -> Set<ObjectID> {
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
      for entry in try repository.treeEntries(tree) where entry.mode != .commit {
        let inner = path + [String(decoding: entry.name, as: UTF8.self)]
        let damage =
          entry.mode == .tree
          ? damage(ofTree: entry.id, of: commit, at: inner)
          : damage(ofFile: entry.id, of: commit, at: inner)
        if let damage { return damage }
      }
    } catch {
      return DamagedObject(object: tree, commit: commit, path: place, reason: error.message)
    }
    whole.insert(tree)
    return nil
  }

  private static let deepest = 64

  private mutating func damage(
    ofFile file: ObjectID, of commit: ObjectID, at path: [String]
  ) -> DamagedObject? {
    // The same file may stand at the paths of several plans; all but one of these are misnamed.
    if case .plan(let id)? = BoardFile(path: path.joined(separator: "/")) { plans.insert(id) }
    if whole.contains(file) { return nil }
    do throws(GitError) {
      if try repository.blobSize(file) <= JSONReader.maximumSize { _ = try repository.blob(file) }
    } catch {
      return DamagedObject(
        object: file, commit: commit, path: path.joined(separator: "/"), reason: error.message)
    }
    whole.insert(file)
    return nil
  }
}
