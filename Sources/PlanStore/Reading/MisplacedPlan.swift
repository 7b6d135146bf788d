import Git
package import PlanModel

/// A plan's file that was renamed or copied by hand, so that its path does not match its `id`.
package struct MisplacedPlan: Sendable {
  package let path: String
  package let id: PlanID
  package let document: PlanDocument
}

extension BoardSnapshot {
  /// Returns the plans below `plans/` whose path does not match their id.
  ///
  /// - Complexity: Reads one object for each plan and each folder, so use it only after a failure.
  package func misplacedPlans() throws -> [MisplacedPlan] {
    let leaves = try repository.leaves(of: tree, under: "plans")
    var found: [MisplacedPlan] = []
    for leaf in leaves {
      guard let path = String(validating: leaf.path, as: UTF8.self),
        let plan = try misplacedPlan(leaf.entry, at: path)
      else { continue }
      found.append(plan)
    }
    return found
  }

  /// Returns the plan in the file at a path, if it belongs to another path; else nil.
  package func misplacedPlan(at path: String) throws -> MisplacedPlan? {
    let entry = try repository.treeEntry(at: path, in: tree)
    return if let entry { try misplacedPlan(entry, at: path) } else { nil }
  }

  private func misplacedPlan(_ entry: TreeEntry, at path: String) throws -> MisplacedPlan? {
    guard let document = try document(entry), let id = PlanID(document.id.text), id.path != path
    else { return nil }
    return MisplacedPlan(path: path, id: id, document: document)
  }

  /// Returns the document of an entry, regardless of its name; nil if it can't be read.
  private func document(_ entry: TreeEntry) throws -> PlanDocument? {
    guard entry.mode == .blob || entry.mode == .executable else { return nil }
    let bytes =
      try repository.blobSize(entry.id) <= JSONReader.maximumSize ? repository.blob(entry.id) : []
    do {
      let document = try PlanFile.read(bytes)
      return document.format <= PlanDocument.supportedFormat ? document : nil
    } catch {
      return nil  // An unreadable file has no id.
    }
  }
}
