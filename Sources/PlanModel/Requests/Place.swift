/// The requested position of plans in a column.
package enum Place: Hashable, Sendable {
  /// Moves plans from other columns to the bottom; plans of the column stay where they are.
  case unspecified
  case top
  case bottom
  /// Before another plan of the column: the beginning of its id, an alias, or words of its title.
  /// `after` names the plan in the same way.
  case before(String)
  case after(String)
}
