import Git
import PlanModel
import PlanStore

/// A message that helps new users, and that a clone does not show each time.
package enum Advice: String, Sendable {
  /// Changes are not shared yet. It is shown once a day.
  case unshared
  /// Automatic syncs fail. It is shown once a day.
  case sync
  /// How a pipe gets what a terminal shows. It is shown once.
  case text

  fileprivate var isDaily: Bool { self != .text }
}

extension Workspace {
  /// Whether a message is to be shown now, which is then noted.
  ///
  /// `pmgit.advice.NAME` in git's configuration shows it always if it is true, and never if it is
  /// false.
  package func isDue(_ advice: Advice) -> Bool {
    // A wrong value must not fail a command that has done its work.
    let wanted = (try? store.repository.configBool("pmgit.advice.\(advice.rawValue)")) ?? nil
    if let wanted { return wanted }
    let file = store.adviceFile(advice.rawValue)
    let today = "\(participant.today)"
    if let last = file.read(), last == today || !advice.isDaily { return false }
    // Where it can't be noted, it is not shown, because each command would show it.
    return file.replace(with: today) == nil
  }

  /// Lets a message be shown again, although it was shown today.
  func forget(_ advice: Advice) { store.adviceFile(advice.rawValue).remove() }
}
