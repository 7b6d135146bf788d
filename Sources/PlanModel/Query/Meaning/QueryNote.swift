/// A note about a valid query that may have been meant differently.
package struct QueryNote: Hashable, Sendable {
  /// A sentence in git's style, with the subject in single quotes.
  package let message: String
  /// What to write instead; nil without a suggestion.
  package let hint: String?
}
