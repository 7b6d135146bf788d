import Git
import PlanModel

@testable import PlanStore

/// A simple check of all objects of a history: it reads every folder of every commit and visits
/// every entry.
struct SlowObjectCheck {
  let repository: Repository
  private var whole: Set<ObjectID> = []
  private(set) var commitCount = 0
  private(set) var plans: Set<PlanID> = []

  init(_ repository: Repository) { self.repository = repository }

  mutating func damage(of head: ObjectID) -> DamagedObject? {
    var waiting = [head]
    var passed: [ObjectID] = []
    var seen: Set = [head]
    while let id = waiting.popLast() {
      if whole.contains(id) { continue }
      do {
        let commit = try repository.commit(id)
        if let damage = damage(ofTree: commit.tree, of: id, at: []) { return damage }
        passed.append(id)
        waiting += commit.parents.filter { seen.insert($0).inserted }
      } catch {
        return DamagedObject(object: id, commit: id, path: nil, reason: error.message)
      }
    }
    commitCount += passed.count
    whole.formUnion(passed)
    return nil
  }

  private mutating func damage(
    ofTree tree: ObjectID, of commit: ObjectID, at path: [String]
  ) -> DamagedObject? {
    if whole.contains(tree) { return nil }
    do throws(GitError) {
      for entry in try repository.treeEntries(tree) where entry.mode != .commit {
        let inner = path + [String(decoding: entry.name, as: UTF8.self)]
        let damage =
          entry.mode == .tree
          ? damage(ofTree: entry.id, of: commit, at: inner)
          : damage(ofFile: entry.id, of: commit, at: inner.joined(separator: "/"))
        if let damage { return damage }
      }
    } catch {
      return DamagedObject(
        object: tree, commit: commit, path: path.joined(separator: "/"), reason: error.message)
    }
    whole.insert(tree)
    return nil
  }

  private mutating func damage(
    ofFile file: ObjectID, of commit: ObjectID, at path: String
  ) -> DamagedObject? {
    if case .plan(let id)? = BoardFile(path: path) { plans.insert(id) }
    if whole.contains(file) { return nil }
    do {
      _ = try repository.blobSize(file)
      _ = try repository.blob(file)
    } catch {
      return DamagedObject(object: file, commit: commit, path: path, reason: error.message)
    }
    whole.insert(file)
    return nil
  }
}
