/// The id of a commit, as every face shows it and links to it.
///
/// The layers below the faces use git's object id, of which this is the text.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  /// 40 hexadecimal digits, in lower case.
  package let hex: String

  /// - Parameter hex: The digits; nothing is checked.
  package init(trusting hex: String) { self.hex = hex }

  /// The first seven digits, for people to read; other commits may begin with the same digits.
  package var abbreviated: String { String(hex.prefix(7)) }

  package var description: String { hex }
}
