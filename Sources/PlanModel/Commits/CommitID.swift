/// The name of a commit, as every face shows it and links to it.
///
/// Below the faces a commit is named by the object id of git, of which this is the text.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  /// 40 hexadecimal digits, in lower case.
  package let hex: String

  /// - Parameter hex: The digits; nothing is checked.
  package init(trusting hex: String) { self.hex = hex }

  /// The first seven digits, for people to read; others may begin with the same.
  package var abbreviated: String { String(hex.prefix(7)) }

  package var description: String { hex }
}
