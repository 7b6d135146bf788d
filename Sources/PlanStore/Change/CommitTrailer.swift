package import Git
import PlanModel

/// A line at the end of a commit's message that programs read, `Undoes: 3f2a…`.
package struct CommitTrailer: Hashable, Sendable {
  package enum Key: String, Sendable {
    /// A plan that the commit changes, by its id.
    case plan = "Plan"
    /// A commit that this one takes back.
    case undoes = "Undoes"
    /// A plan that was there before, and whose file the commit puts back.
    case restores = "Restores"
    /// A commit of the code that the change records.
    case commit = "Commit"
    /// The hook that made the change, by git's name for it.
    case hook = "Hook"
    /// A commit that took another one back, and that this one takes back in turn.
    case redoes = "Redoes"
  }

  package let key: Key
  package let value: String

  package init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }

  var line: String { "\(key.rawValue): \(value)" }
}

extension Commit {
  /// The first line of the message.
  package var subject: String { String(message.prefix { !$0.isNewline }) }

  /// The commits that the trailers of one key name; a value that is not a commit's id is skipped.
  func commits(named key: CommitTrailer.Key) -> [ObjectID] {
    trailers(key).compactMap { ObjectID(hex: $0) }
  }

  /// Whether a hook made the change, and not a command that somebody typed.
  var isByHook: Bool { !trailers(.hook).isEmpty }

  /// The plans whose files the commit has put back.
  var restoredPlans: Set<PlanID> { Set(trailers(.restores).compactMap { PlanID($0) }) }

  private func trailers(_ key: CommitTrailer.Key) -> [String] {
    let lead = "\(key.rawValue): "
    // Trailers are in the last paragraph, and never in the subject.
    let paragraphs = message.split(separator: "\n\n")
    guard paragraphs.count > 1, let last = paragraphs.last else { return [] }
    return last.split(separator: "\n").filter { $0.hasPrefix(lead) }
      .map { String($0.dropFirst(lead.count)) }
  }
}
