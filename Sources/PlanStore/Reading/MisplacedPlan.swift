import Git
package import PlanModel

/// A plan's file that stands in another place than its `id` says: somebody renamed it by hand.
package struct MisplacedPlan: Sendable {
  package let path: String
  package let id: PlanID
  package let document: PlanDocument
}

extension BoardSnapshot {
  /// Finds the plans below `plans/` that are not in their own place.
  ///
  /// - Complexity: One object read a plan and a folder: ask only when something is amiss.
  package func misplacedPlans() throws(StoreError) -> [MisplacedPlan] {
    let leaves = try git { () throws(GitError) in try repository.leaves(of: tree, under: "plans") }
    var found: [MisplacedPlan] = []
    for leaf in leaves {
      guard let path = String(validating: leaf.path, as: UTF8.self),
        let plan = try misplacedPlan(leaf.entry, at: path)
      else { continue }
      found.append(plan)
    }
    return found
  }

  /// The plan that stands at a path and belongs elsewhere; nil if none does.
  package func misplacedPlan(at path: String) throws(StoreError) -> MisplacedPlan? {
    let entry = try git { () throws(GitError) in try repository.treeEntry(at: path, in: tree) }
    return if let entry { try misplacedPlan(entry, at: path) } else { nil }
  }

  private func misplacedPlan(
    _ entry: TreeEntry, at path: String
  ) throws(StoreError) -> MisplacedPlan? {
    guard let document = try document(entry), let id = PlanID(document.id.text), id.path != path
    else { return nil }
    return MisplacedPlan(path: path, id: id, document: document)
  }

  /// What an entry holds, whatever its name; nil if it can't be read.
  private func document(_ entry: TreeEntry) throws(StoreError) -> PlanDocument? {
    guard entry.mode == .blob || entry.mode == .executable else { return nil }
    let bytes = try git { () throws(GitError) in
      try repository.blobSize(entry.id) <= JSONReader.maximumSize ? repository.blob(entry.id) : []
    }
    do {
      let document = try PlanFile.read(bytes)
      return document.format <= PlanDocument.supportedFormat ? document : nil
    } catch {
      return nil  // A file that can't be read says no id.
    }
  }
}
