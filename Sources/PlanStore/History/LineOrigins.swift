package import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Finds the commits that wrote the lines of a plan's description.
  ///
  /// - Returns: One origin for each line; nil for a line that was written into a merge by hand, and where the
  ///   history was cut off.
  /// - Complexity: Two files read for each commit that changed the description.
  package func lineOrigins(
    of plan: PlanID, from tip: ObjectID
  ) throws(StoreError) -> [ValueOrigin?] {
    let tree = try git { () throws(GitError) in try repository.commit(tip) }.tree
    let entry = try git { () throws(GitError) in try repository.treeEntry(at: plan.path, in: tree) }
    guard let document = try document(.plan(plan), entry) else { return [] }
    let lines = document.body ?? []
    if lines.isEmpty { return [] }
    var steps: [TextPast.Step] = []
    var commits: [ValueOrigin] = []
    do {
      for commit in try past(of: [plan], from: tip).reversed() {
        for touch in commit.touches where touch.fields.contains(PlanField.body.rawValue) {
          guard let versions = try versions(of: FileChange(touch), in: commit.id) else { continue }
          let (old, new) = (versions.before?.body, versions.after.body ?? [])
          if old == new { continue }
          steps.append(TextPast.Step(from: old, to: new))
          commits.append(ValueOrigin(commit: commit.id, at: commit.at, by: commit.by))
        }
      }
    } catch {
      guard case .shallow = error else { throw error }
    }
    return TextPast(steps).writers(of: lines).map { step in step.map { commits[$0] } }
  }
}

extension PlanDocument {
  /// The lines of the description; nil if there is none.
  fileprivate var body: [ExactString]? {
    value(at: PlanField.body.path)?.lines?.map { ExactString($0) }
  }
}
