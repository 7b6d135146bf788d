/// A failure, for people and programs: the failed action, its subject, and the next step.
///
/// The style is git's: lowercase, the subject in single quotes, no full stop. Every user interface
/// shows the same problem in its own form: a terminal as lines, a program as JSON, a page with
/// buttons.
package struct Problem: Error, Equatable {
  /// The code by which programs distinguish problems.
  package var code: Code
  package var message: String
  package var hints: [Hint]
  package var kind: Kind
  /// Lines that show the location, such as a query with carets below the wrong word.
  package var detail: [String]

  package init(
    code: Code, message: String, hints: [Hint] = [], kind: Kind = .failed, detail: [String] = []
  ) {
    (self.code, self.message, self.hints) = (code, message, hints)
    (self.kind, self.detail) = (kind, detail)
  }

  /// Returns the problem of a request that is invalid in itself.
  package static func usage(_ message: String, hints: [Hint] = []) -> Problem {
    Problem(code: .usage, message: message, hints: hints, kind: .usage)
  }

  /// The kind of a problem, which decides how a user interface reacts.
  package enum Kind: Sendable {
    /// The request was understood but could not be carried out.
    case failed
    /// The request was not understood, or it names a missing thing.
    case usage
    /// Contention or the network failed; the same request may succeed later.
    case tryAgain
    /// The user interrupted the request.
    case interrupted
    /// An unexplained error: a bug in pmgit.
    case bug
  }
}
