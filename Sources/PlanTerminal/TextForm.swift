package import PlanView

/// A result in two forms: for people, and for programs that read a pipe.
package protocol TextForm: Sendable {
  /// Returns the lines for a terminal. None is wider than `width` or has spaces at its end.
  ///
  /// - Parameter width: The width in cells, at least `Terminal.leastWidthInCells`.
  func lines(widthInCells width: Int) -> [StyledText]

  /// The records for programs. Each type documents its columns. New columns are added at the end.
  var records: [PlainRecord] { get }
}

/// One line for programs: fields separated by tabs, for `cut -f` and `awk -F'\t'`.
///
/// Fields are escaped: a backslash as `\\`, a tab as `\t`, a line feed as `\n`, and other unsafe
/// characters as `\x1b` or `\u202e`. So a line is always one record and can be decoded.
package struct PlainRecord: Hashable, Sendable {
  /// The values before escaping. A missing value is an empty field.
  package let fields: [String]

  package init(_ fields: [String?]) { self.fields = fields.map { $0 ?? "" } }

  package var line: String {
    fields.map { SafeText(reversibly: $0).string }.joined(separator: "\t")
  }
}
