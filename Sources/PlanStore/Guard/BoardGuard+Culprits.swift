import Git
import PlanModel

/// Which commit of a push is to blame.
extension BoardGuard {
  /// Finds the newest commit that did what is wrong with each file.
  mutating func nameCulprits(_ pushed: PushedCommits) throws(StoreError) {
    var open: [String: [Int]] = [:]
    for index in violations.indices.prefix(Self.mostExplained) {
      guard let path = violations[index].path else { continue }
      violations[index].commit = pushed[path].first?.commit
      if case .writtenOnce = violations[index].kind { open[path, default: []].append(index) }
    }
    for (path, indices) in open { try nameAuthors(ofFields: indices, pushed[path]) }
  }

  /// Finds the newest commit that changed each of some fields of a plan, in one walk.
  private mutating func nameAuthors(
    ofFields indices: [Int], _ changes: [PushedCommits.Change]
  ) throws(StoreError) {
    var open = indices
    guard let id = indices.first.flatMap({ violations[$0].plan }) else { return }
    for change in changes.prefix(Self.mostChanges) where !open.isEmpty {
      let after = try documents.document(.plan(id), change.after, store)
      for (parent, entry) in zip(change.commit.parents, change.before) {
        let before = try version(of: id, entry, at: parent)
        open.removeAll { index in
          guard case .writtenOnce(let field) = violations[index].kind,
            before?.value(at: field) != after?.value(at: field)
          else { return false }
          violations[index].commit = change.commit
          return true
        }
      }
    }
  }

  /// How far back the one who changed a field is looked for; to name another one does no harm.
  private static let mostChanges = 1000
}
