package import PlanView

/// A result in its two forms: for people, and for programs behind a pipe.
package protocol TextForm: Sendable {
  /// The lines for a terminal, none wider than `width`, without spaces at their ends.
  ///
  /// - Parameter width: At least `Terminal.leastWidthInCells`.
  func lines(widthInCells width: Int) -> [StyledText]

  /// The records for programs; each type documents its columns. New columns come last.
  var records: [PlainRecord] { get }
}

/// One line for programs: fields separated by tabs, as `cut -f` and `awk -F'\t'` read them.
///
/// In a field, a backslash is written `\\`, a tab `\t`, a line feed `\n` and other unsafe
/// characters `\x1b` or `\u202e`, so that a line is always one record and can be decoded.
package struct PlainRecord: Hashable, Sendable {
  /// The values before escaping; a missing value is an empty field.
  package let fields: [String]

  package init(_ fields: [String?]) { self.fields = fields.map { $0 ?? "" } }

  package var line: String {
    fields.map { SafeText(reversibly: $0).string }.joined(separator: "\t")
  }
}
