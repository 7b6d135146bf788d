/// What `--color` says.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Whether an output is coloured.
package enum ColorDecision {
  /// Decides by the first that has something to say: `--color`, `NO_COLOR`, `TERM=dumb`, git's
  /// configuration, and whether the output is a terminal.
  ///
  /// - Parameters:
  ///   - choice: `--color`; nil and `auto` leave it to the others.
  ///   - gitColor: The value of `color.pmgit`, else of `color.ui`, as git has it.
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
    // git's words for false, its own boolean ones among them.
    case "never", "false", "no", "off", "0": return false
    default: return isTerminal
    }
  }
}
