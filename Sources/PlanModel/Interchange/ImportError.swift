/// Why an import was refused as a whole: everything that is wrong in it.
package struct ImportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// At least one, in the order of their lines.
  package let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package init(line: Int, reason: String) { problems = [Problem(line: line, reason: reason)] }
}
