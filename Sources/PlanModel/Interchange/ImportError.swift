/// The refusal of a whole import, with all problems in it.
package struct ImportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    package let reason: String
    /// Whether the line names a column that the board lacks.
    package internal(set) var isUnknownColumn = false

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// The problems in the order of their lines, at least one.
  package let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package init(line: Int, reason: String) { problems = [Problem(line: line, reason: reason)] }
}
