/// The importance of a plan.
package enum Priority: String, CaseIterable, Comparable, Sendable {
  case low, medium, high, urgent

  /// Compares importance; low is the least.
  package static func < (left: Priority, right: Priority) -> Bool {
    left.order < right.order
  }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
