package import PlanView

/// The values of the option `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether an output is coloured.
  ///
  /// Checks these in order, and uses the first that is set: `--color`, `NO_COLOR`, `TERM=dumb`,
  /// git's configuration, and whether the output is a terminal.
  ///
  /// - Parameters:
  ///   - choice: The value of `--color`; nil and `auto` mean that the other settings decide.
  ///   - gitColor: The value of `color.pmgit`, or of `color.ui` if that is not set, as in git.
  ///
  /// <https://no-color.org> requires an empty `NO_COLOR` to be ignored.
  package static func usesColor(
    _ choice: ColorChoice?, environment: [String: String], gitColor: String?, isTerminal: Bool
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto, nil: break
    }
    if environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb" { return false }
    switch gitColor?.lowercased() {
    case "always": return true
    // These are git's spellings of false, including those of Booleans.
    case "never", "false", "no", "off", "0": return false
    default: return isTerminal
    }
  }
}

/// Colours and weights of roles on a terminal.
///
/// Only the sixteen colours of the terminal's theme are used. Opposites are cyan and yellow, which
/// colour-blind people can distinguish, never red and green. Every warning also has a mark in the
/// text, so nothing is lost without colour.
package enum ANSI {
  /// Returns the text for a terminal. With colour it contains SGR sequences (ECMA-48, 8.3.117).
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
    // Blue is hard to read on black, and bright colours on white; magenta is readable on both.
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
