/// The id of a commit, for output and links.
///
/// Layers that read objects use git's binary object id; this is its text.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  /// 40 hexadecimal digits, in lower case.
  package let hex: String

  /// - Parameter hex: 40 hexadecimal digits; they are not checked.
  package init(trusting hex: String) { self.hex = hex }

  /// The first seven digits, for people to read; not necessarily unique.
  package var abbreviated: String { String(hex.prefix(7)) }

  package var description: String { hex }
}
