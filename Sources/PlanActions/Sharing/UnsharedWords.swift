import PlanStore
import PlanView

extension Workspace {
  /// Returns a hint that there are unshared changes.
  ///
  /// Returns nil if there are none, if there is no remote, or if the board was never shared.
  package func unsharedWords() throws -> Hint? {
    switch try store.waitingChanges() {
    // A board that was never shared may be meant to stay local.
    case nil, .never, .count(0): nil
    case .count(1): "1 change not shared; share it with \(pmgit: "sync")"
    case .count(let count): "\(count) changes not shared; share them with \(pmgit: "sync")"
    case .some: "there are changes that are not shared; share them with \(pmgit: "sync")"
    }
  }
}
