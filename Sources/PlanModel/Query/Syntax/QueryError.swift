/// A mistake in a query, with its place.
package struct QueryError: Error, Hashable {
  /// The message in git's style: lowercase, the subject in single quotes, no full stop.
  package let message: String
  /// The range of the wrong word, in characters of the query, for underlining it.
  ///
  /// It is empty at the end of the query if something is missing there.
  package let range: Range<Int>
  /// Ways to correct the mistake, most useful first; each is one line.
  package let hints: [String]
  /// The name that no plan has, if that is the mistake.
  package let unknownPlan: String?

  init(
    _ message: String, at range: Range<Int>, hints: [String?] = [], unknownPlan: String? = nil
  ) {
    (self.message, self.range, self.hints) = (message, range, hints.compactMap(\.self))
    self.unknownPlan = unknownPlan
  }
}

extension String {
  /// The text in single quotes for a message, shortened to 40 characters.
  package var quotedForMessage: String {
    dropFirst(40).isEmpty ? "'\(self)'" : "'\(prefix(39))…'"
  }
}
