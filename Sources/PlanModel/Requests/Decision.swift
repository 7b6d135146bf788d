/// The value that a person chose for a conflict.
package enum Decision: Hashable, Sendable {
  /// The value with this number.
  case take(Int)
  /// Another value, as it was typed.
  case value(String)
  /// The edited lines of a line-by-line merge.
  case lines([String])
}
