/// What went wrong, as a person and a program meet it: what failed, on what, and what to do next.
///
/// In git's words: lowercase, the subject in single quotes, no full stop. Every face shows the same
/// problem in its own way: a terminal as lines, a program as JSON, a page with buttons.
package struct Problem: Error, Equatable {
  /// What programs tell problems apart by.
  package var code: Code
  package var message: String
  package var hints: [Hint]
  package var kind: Kind
  /// Lines that show where, such as a query with carets below its wrong word.
  package var detail: [String]

  package init(
    code: Code, message: String, hints: [Hint] = [], kind: Kind = .failed, detail: [String] = []
  ) {
    (self.code, self.message, self.hints) = (code, message, hints)
    (self.kind, self.detail) = (kind, detail)
  }

  /// What somebody asked for that makes no sense as it was asked.
  package static func usage(_ message: String, hints: [Hint] = []) -> Problem {
    Problem(code: .usage, message: message, hints: hints, kind: .usage)
  }

  /// What a face does about a problem.
  package enum Kind: Sendable {
    /// It was understood, and could not be done.
    case failed
    /// It was not understood, or names what is not there.
    case usage
    /// Contention or the network: the same request may work later.
    case tryAgain
    /// The person ended it.
    case interrupted
    /// Nothing explains it: pmgit is wrong.
    case bug
  }
}
