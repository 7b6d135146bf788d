/// A mistake in a query, with the word that has it.
package struct QueryError: Error, Hashable {
  /// The message in git's style: lowercase, the subject in single quotes, no full stop.
  package let message: String
  /// The bad word's range, counted in characters of the query, for a line of carets below it.
  ///
  /// At the end of the query it is empty if something is missing there.
  package let range: Range<Int>
  /// The ways to correct it, most useful first; each is a line of its own.
  package let hints: [String]
  /// The name of a plan that is the mistake: no plan has it.
  package let unknownPlan: String?

  init(
    _ message: String, at range: Range<Int>, hints: [String?] = [], unknownPlan: String? = nil
  ) {
    (self.message, self.range, self.hints) = (message, range, hints.compactMap(\.self))
    self.unknownPlan = unknownPlan
  }
}

extension String {
  /// The text in single quotes for a message, cut if it is too long to be read.
  package var quotedForMessage: String {
    dropFirst(40).isEmpty ? "'\(self)'" : "'\(prefix(39))…'"
  }
}
