package import Git

/// A line at the end of a commit's message that programs read, `Undoes: 3f2a…`.
package struct CommitTrailer: Hashable, Sendable {
  package enum Key: String, Sendable {
    /// A plan that the commit changes, by its id.
    case plan = "Plan"
    /// A commit that this one takes back.
    case undoes = "Undoes"
    /// A commit that took something back, and that this one takes back in its turn.
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

  /// The commits that trailers of one key name; what is no id of a commit is none.
  func commits(named key: CommitTrailer.Key) -> [ObjectID] {
    let lead = "\(key.rawValue): "
    // Trailers are the last paragraph, and never the subject.
    let paragraphs = message.split(separator: "\n\n")
    guard paragraphs.count > 1, let last = paragraphs.last else { return [] }
    return last.split(separator: "\n").filter { $0.hasPrefix(lead) }
      .compactMap { ObjectID(hex: String($0.dropFirst(lead.count))) }
  }
}
