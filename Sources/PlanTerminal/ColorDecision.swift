/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The decision whether an output is coloured.
package enum ColorDecision {
  /// Decides by the first of these that is set: `--color`, `NO_COLOR`, `TERM=dumb`, git's
  /// configuration, and whether the output is a terminal.
  ///
  /// - Parameters:
  ///   - choice: The value of `--color`; nil and `auto` leave the decision to the others.
  ///   - gitColor: The value of `color.pmgit`, else of `color.ui`, as in git.
  ///
  /// <https://no-color.org> asks that an empty `NO_COLOR` count as absent.
  package static func usesColor(
    choice: ColorChoice?, environment: [String: String], gitColor: String?, isTerminal: Bool
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto, nil: break
    }
    if environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb" { return false }
    switch gitColor?.lowercased() {
    case "always": return true
    // These are git's words for false, including those for booleans.
    case "never", "false", "no", "off", "0": return false
    default: return isTerminal
    }
  }
}
