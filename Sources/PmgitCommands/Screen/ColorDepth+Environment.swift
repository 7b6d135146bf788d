import PlanScreen

extension ColorDepth {
  /// Returns how many colours a terminal has, according to environment variables.
  ///
  /// - Parameter usesColor: Whether colour is enabled at all.
  static func of(_ environment: [String: String], usesColor: Bool) -> ColorDepth {
    guard usesColor else { return .none }
    let name = environment["TERM"] ?? ""
    let known = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "contour"]
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
      || name.hasSuffix("-direct") || known.contains(where: name.contains)
    {
      return .direct
    }
    return name.contains("256color") ? .indexed : .sixteen
  }
}

extension Theme {
  /// Whether `COLORFGBG`, such as `0;15`, indicates a light background; nil if it is not set. Its
  /// last number is the background among the sixteen colours.
  static func isLight(_ environment: [String: String]) -> Bool? {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let number = Int(last)
    else { return nil }
    return number == 7 || (9...15).contains(number)
  }
}
