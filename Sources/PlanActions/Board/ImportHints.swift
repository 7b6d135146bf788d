import PlanView

/// Hints that name options of an import. A bridge has no file, so it gets hints with other
/// commands.
enum ImportHints {
  static let line: Hint = "nothing was imported; correct that line and import again"
  static let lines: Hint = "nothing was imported; correct these lines and import again"
  static let columns: Hint = Hint(
    "--add-columns adds the columns that are missing; "
      + "--settings takes those that 'export --settings' has written")
  static let milestones: Hint = "'--add-columns' adds the milestones of the source"
  static let surprises: Hint =
    "see them with '--dry-run'; if all is right, give a greater number to '--at-most'"
  static let endings: Hint =
    "see them with '--close-missing --dry-run'; if all is right, give a greater number to '--at-most'"
  static let format = Hint(
    "'--format FORMAT' names the format: \(ImportFormats.ids.joined(separator: ", "))")

  /// - Parameter form: The placeholder for the source of a format, such as `OWNER/REPO`; nil for
  ///   any format.
  static func origin(_ form: String?) -> Hint { Hint("'--from \(form ?? "NAME")' names it") }

  private static let originStart = "'--from "

  /// Returns the hint that applies to a bridge. It is the same for a pull, a push and a sync.
  static func hint(_ hint: Hint, of bridge: Bridge) -> Hint {
    let name = bridge.name
    switch hint {
    case line, lines: return "nothing was imported; correct the source and pull again"
    case columns:
      return "add the columns with \(pmgit: "bridge", "pull", name, "--add-columns")"
    case milestones:
      return "add the milestones with \(pmgit: "bridge", "pull", name, "--add-columns")"
    case surprises:
      return """
        see them with \(pmgit: "bridge", "pull", name, "--dry-run"); \
        if all is right: \(pmgit: "bridge", "pull", name, "--at-most", "NUMBER")
        """
    case endings:
      return """
        see them with \(pmgit: "bridge", "pull", name, "--close-missing", "--dry-run"); \
        if all is right: \(pmgit: "bridge", "pull", name, "--close-missing", "--at-most", "NUMBER")
        """
    case format:
      let formats = ImportFormats.ids.joined(separator: ", ")
      return Hint(
        "remove the bridge, and add it again with '--format' and one of these: \(formats)")
    case _ where hint.text().hasPrefix(originStart):
      return "remove the bridge, and add it again with " + hint
    default: return hint
    }
  }

  static func notice(_ notice: Notice, of bridge: Bridge) -> Notice {
    Notice(notice.message, hints: notice.hints.map { hint($0, of: bridge) }, kind: notice.kind)
  }
}
