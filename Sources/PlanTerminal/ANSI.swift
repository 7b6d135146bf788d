package import PlanView

/// Roles as colours and weights of a terminal.
///
/// Only the sixteen colours of the terminal's theme are used. Opposites are cyan and yellow, which
/// colour-blind people can tell apart, never red and green; and every role that warns has a mark in
/// the text, so nothing is lost without colour.
package enum ANSI {
  /// Returns the text for a terminal, with SGR sequences (ECMA-48, 8.3.117) if colour is used.
  package static func text(_ styled: StyledText, usesColor: Bool) -> String {
    guard usesColor else { return styled.string }
    return styled.spans.map { span in
      guard let codes = codes(for: span.role) else { return span.text.string }
      return "\u{1B}[\(codes)m\(span.text.string)\u{1B}[m"
    }.joined()
  }

  private static func codes(for role: Role) -> String? {
    switch role {
    case .plain, .title, .waiting: nil
    case .heading: "1"
    case .muted: "2"
    case .id: "33"
    case .found: "4"
    case .label, .added, .finished: "36"
    // Blue can hardly be read on black, and bright colours hardly on white; magenta can on both.
    case .person: "35"
    case .removed, .active: "33"
    case .priorityHigh: "1"
    case .priorityUrgent: "1;4"
    case .overdue: "1;31"
    case .blocked: "31"
    case .limitExceeded: "1;33"
    case .conflict: "1;35"
    }
  }
}
