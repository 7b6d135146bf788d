import PlanModel
import PlanView

/// What bridges ask and send to GitLab by `glab`.
extension BridgeSource {
  /// The command that lists all issues, one JSON object a line.
  var gitlabListing: BridgeCommand {
    BridgeCommand(
      ["glab", "api", "--paginate", "--output", "ndjson"] + hostOptions
        + ["\(projectPath)/issues?per_page=100&scope=all"])
  }

  /// The path of a project of GitLab in its API.
  var projectPath: String {
    "projects/\(place.name.split(separator: "/").joined(separator: "%2F"))"
  }

  /// Returns the command that sends a change of an issue to GitLab; nil if glab can't send it.
  func glab(
    _ change: TrackerChange, _ number: String, _ marker: String?, _ milestone: (String) -> String
  ) -> BridgeCommand? {
    let repository = ["--repo", repository]
    let edit = ["glab", "issue", "update", number] + repository
    switch change {
    case .title(let title):
      // GitLab also looks for mentions in titles.
      return BridgeCommand(edit + ["--title=\(IssueText.writtenTitle(title))"])
    case .body(let lines):
      return BridgeCommand(edit + ["--description=\(IssueMarker.text(lines, marker: marker))"])
    case .milestone(let id):
      return BridgeCommand(edit + ["--milestone=\(id.map(milestone) ?? "0")"])
    case .labels(let added, let removed):
      return BridgeCommand(
        edit + added.map { "--label=\(Self.listed($0))" }
          + removed.map { "--unlabel=\(Self.listed($0))" })
    case .assignees(let added, let removed):
      return BridgeCommand(
        edit + added.map { "--assignee=+\($0)" } + removed.map { "--assignee=-\($0)" })
    case .close: return BridgeCommand(["glab", "issue", "close", number] + repository)
    case .reason, .due: return nil
    case .reopen: return BridgeCommand(["glab", "issue", "reopen", number] + repository)
    case .comment: return nil
    }
  }

  /// The most bytes of an argument of a program, without the name of the option.
  private static let longestArgument = 131_000

  /// Returns why a change can't be sent, as the end of a sentence about the plan; nil if it can be
  /// sent. glab misunderstands some values, and reports no error.
  static func gitlabRefusal(
    of change: TrackerChange, marker: String?, milestone: (String) -> String
  ) -> String? {
    switch change {
    case .body(let lines):
      let text = IssueMarker.text(lines, marker: marker)
      if text.isEmpty { return "glab can't remove a text" }
      if text == "-" { return "glab can't send the text '-'" }
      return text.utf8.count > longestArgument
        ? "its text is longer than 128 KB, and glab can't send it" : nil
    case .milestone(let id?):
      let title = milestone(id)
      guard title.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return "glab takes its milestone '\(title.excerpt)' for a number"
    default: return nil
    }
  }
}
