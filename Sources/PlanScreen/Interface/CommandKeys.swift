import PlanView

/// The keys that a screen shows instead of the commands in hints.
extension Shortcut {
  /// The keys that do the same as a command without a plan.
  private static let actsOfCommands: [[String]: Act] = [
    ["undo"]: .undo, ["redo"]: .redo, ["sync"]: .sync, ["resolve"]: .conflicts,
    ["resolve", "--list"]: .conflicts, ["list"]: .list, ["board"]: .board,
    ["stats", "chart", "roadmap"]: .roadmap, ["stats", "chart"]: .flow,
  ]

  /// Returns the key that does the same as a command, such as `3`, or what to type instead, such as
  /// `/ is:blocked`. Returns nil if the screen has no equivalent.
  package static func keys(for command: [String]) -> String? {
    guard command.first == "pmgit" else { return nil }
    let rest = Array(command.dropFirst())
    if let act = actsOfCommands[rest] { return of(act)?.keyName }
    guard rest.first == "list", let query = of(.query)?.keyName else { return nil }
    let words = rest.dropFirst().map { $0 == "--all" ? "is:any" : $0 }
    guard words.allSatisfy({ $0.first != "-" }) else { return nil }
    return ([query] + words).joined(separator: " ")
  }
}
