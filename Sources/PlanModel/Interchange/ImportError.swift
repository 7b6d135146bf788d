/// The error that rejects a whole import; it lists all problems.
package struct ImportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// The line number, from 1.
    package let line: Int
    package let reason: String
    /// Whether the reason is a column that the board does not have.
    package internal(set) var isUnknownColumn = false

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// The problems in line order; at least one.
  package let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package init(line: Int, reason: String) { problems = [Problem(line: line, reason: reason)] }
}
