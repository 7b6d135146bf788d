/// What is wrong with a query, and with which word of it.
package struct QueryError: Error, Hashable {
  /// In git's words: lowercase, the subject in single quotes, no full stop.
  package let message: String
  /// The bad word, counted in characters of the query, for a line of carets below it.
  ///
  /// Empty at the end of the query where something is missing there.
  package let range: Range<Int>
  /// What to do about it, most useful first; each is a line of its own.
  package let hints: [String]

  init(_ message: String, at range: Range<Int>, hints: [String?] = []) {
    (self.message, self.range, self.hints) = (message, range, hints.compactMap(\.self))
  }
}

extension String {
  /// What somebody typed, in single quotes for a message, cut where it is too long to be read.
  package var quotedForMessage: String {
    dropFirst(40).isEmpty ? "'\(self)'" : "'\(prefix(39))…'"
  }
}
