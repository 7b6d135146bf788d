import PlanStore
import PlanView

extension Workspace {
  /// Says that changes wait to be shared; nil where none do, without a remote, and for a board that was never shared.
  package func unsharedWords() throws -> Hint? {
    switch try store.waitingChanges() {
    // A board that was never shared may be meant to stay here.
    case nil, .never, .count(0): nil
    case .count(1): "1 change not shared; share it with \(pmgit: "sync")"
    case .count(let count): "\(count) changes not shared; share them with \(pmgit: "sync")"
    case .some: "there are changes that are not shared; share them with \(pmgit: "sync")"
    }
  }
}
