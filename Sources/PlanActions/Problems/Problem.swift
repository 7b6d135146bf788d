/// A failure, for people and programs: the failed action, its subject, and the next step.
///
/// In git's style: lowercase, the subject in single quotes, no full stop. Every face shows the
/// same problem in its own way: a terminal as lines, a program as JSON, a page with buttons.
package struct Problem: Error, Equatable {
  /// The code by which programs distinguish problems.
  package var code: Code
  package var message: String
  package var hints: [Hint]
  package var kind: Kind
  /// Lines that show the place, such as a query with carets below its wrong word.
  package var detail: [String]

  package init(
    code: Code, message: String, hints: [Hint] = [], kind: Kind = .failed, detail: [String] = []
  ) {
    (self.code, self.message, self.hints) = (code, message, hints)
    (self.kind, self.detail) = (kind, detail)
  }

  /// Returns the problem of a request that makes no sense as it was made.
  package static func usage(_ message: String, hints: [Hint] = []) -> Problem {
    Problem(code: .usage, message: message, hints: hints, kind: .usage)
  }

  /// The kind of a problem, which decides how a face reacts.
  package enum Kind: Sendable {
    /// The request was understood, and could not be done.
    case failed
    /// The request was not understood, or names a missing thing.
    case usage
    /// Contention or the network: the same request may work later.
    case tryAgain
    /// The person interrupted it.
    case interrupted
    /// An unexplained error: a bug in pmgit.
    case bug
  }
}
