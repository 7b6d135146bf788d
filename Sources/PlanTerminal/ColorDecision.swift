/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Decides whether an output is coloured.
package enum ColorDecision {
  /// Checks these in order, and uses the first that is set: `--color`, `NO_COLOR`, `TERM=dumb`,
  /// git's configuration, and whether the output is a terminal.
  ///
  /// - Parameters:
  ///   - choice: The value of `--color`; nil and `auto` mean that the other settings decide.
  ///   - gitColor: The value of `color.pmgit`, or of `color.ui` if that is not set, as in git.
  ///
  /// <https://no-color.org> requires an empty `NO_COLOR` to be ignored.
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
    // These are git's spellings of false, including those of Booleans.
    case "never", "false", "no", "off", "0": return false
    default: return isTerminal
    }
  }
}
