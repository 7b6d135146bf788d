import PlanView

/// The hints of an import. Those for a file name options; those for a bridge, which has no file,
/// name its commands. A pull, a push and a sync have the same ones.
package enum ImportHints: Sendable {
  /// - Parameter command: The words of the import after `pmgit`; nil if it can't be typed again.
  case file(command: [String]?)
  /// - Parameter name: The name of the bridge.
  case bridge(String)

  /// The hint to correct wrong lines.
  func correction(of lines: Int) -> Hint {
    switch self {
    case .file:
      lines == 1
        ? "nothing was imported; correct that line and import again"
        : "nothing was imported; correct these lines and import again"
    case .bridge: "nothing was imported; correct the source and pull again"
    }
  }

  var columns: Hint {
    switch self {
    case .file:
      Hint(
        "--add-columns adds the columns that are missing; "
          + "--settings takes those that 'export --settings' has written")
    case .bridge(let name): Self.adding("columns", name)
    }
  }

  var milestones: Hint {
    switch self {
    case .file: "'--add-columns' adds the milestones of the source"
    case .bridge(let name): Self.adding("milestones", name)
    }
  }

  private static func adding(_ what: String, _ name: String) -> Hint {
    "add the \(what) with \(pmgit: "bridge", "pull", name, "--add-columns")"
  }

  /// The hint about an import of more plans than expected.
  ///
  /// - Parameter closing: Whether the import finishes missing plans.
  func surprises(closing: Bool) -> Hint {
    let option = closing ? ["--close-missing"] : []
    switch self {
    case .file:
      let options = (option + ["--dry-run"]).joined(separator: " ")
      return Hint(
        "see them with '\(options)'; if all is right, give a greater number to '--at-most'")
    case .bridge(let name):
      let pull = { (options: [String]) in
        Hint([.command(["pmgit", "bridge", "pull", name] + option + options)])
      }
      return """
        see them with \(pull(["--dry-run"])); \
        if all is right: \(pull(["--at-most", "NUMBER"]))
        """
    }
  }

  var format: Hint {
    let formats = ImportMaterial.formats.joined(separator: ", ")
    return switch self {
    case .file: "'--format FORMAT' names the format: \(formats)"
    case .bridge:
      "remove the bridge, and add it again with '--format' and one of these: \(formats)"
    }
  }

  /// - Parameter form: The placeholder for the source of a format, such as `OWNER/REPO`; nil for
  ///   any format.
  func origin(_ form: String?) -> Hint {
    let option: Hint = "'--from \(form ?? "NAME")' names it"
    return switch self {
    case .file: option
    case .bridge: "remove the bridge, and add it again with " + option
    }
  }

  /// The hint about plans that are deleted here.
  var deleted: Hint {
    let list: Hint = "see them with \(pmgit: "list", "is:deleted")"
    return switch self {
    case .file(let command?):
      list + "; " + Hint([.command(["pmgit"] + command + ["--restore"])]) + " brings them back"
    case .file: list + "; the same import with '--restore' brings them back"
    case .bridge: list + "; \(pmgit: "restore", "ID") brings one back"
    }
  }
}
