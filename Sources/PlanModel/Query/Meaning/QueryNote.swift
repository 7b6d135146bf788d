/// A remark about a query that was answered, and may not mean what it says.
package struct QueryNote: Hashable, Sendable {
  /// A sentence in git's style, the subject in single quotes.
  package let message: String
  /// What may have been meant.
  package let hint: String?
}
