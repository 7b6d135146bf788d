package import PlanModel
import PlanView

/// What bridges ask and send to Gitea and Forgejo by `curl`.
extension BridgeSource {
  /// The address of the REST interface; nil for a tracker with a program of its own.
  package var interface: String? {
    guard case .gitea = self else { return nil }
    return "\(server)/api/v1/"
  }

  /// The address of the server: `https://codeberg.org`.
  package var server: String { "\(scheme)://\(place.host)" }

  /// The address of the pages of the repository.
  private var page: String { "\(server)/\(place.name)" }

  private var scheme: String {
    if case .gitea(let name) = self, name.hasPrefix(Self.plain) { "http" } else { "https" }
  }

  /// What begins the name of a server without encryption.
  static let plain = "http://"

  /// The question for git's login: the server, and the path of the repository.
  package var loginQuestion: String {
    let host = place.host.split(separator: "/", maxSplits: 1)
    let folder = host.count > 1 ? "\(host[1])/" : ""
    return loginLines.joined(separator: "\n") + "\npath=\(folder)\(place.name).git\n"
  }

  /// The lines by which git's login is kept for the whole server.
  package var loginLines: [String] {
    ["protocol=\(scheme)", "host=\(place.host.prefix { $0 != "/" })"]
  }

  /// Returns the beginning of the list of all issues.
  package var list: GiteaList? {
    guard case .gitea = self else { return nil }
    return GiteaList(repository: String(place.name), page: page)
  }

  /// The first request of a pull, for people.
  var giteaListing: BridgeCommand {
    let first = GiteaRequest.page(1, of: "repos/\(place.name)/issues?state=all&type=issues")
    return BridgeCommand(first.words(to: interface ?? ""))
  }

  /// The request for the version of the server.
  package static let versionRequest = GiteaRequest(.get, "version")

  /// Returns why a list could not be read, given the server's version.
  package func refusal(of list: String, version answer: GiteaAnswer) -> String {
    let host = place.host
    guard answer.isSuccess, let version = answer.document?.object?["version"]?.string else {
      return "'\(host)' is no Gitea or Forgejo, or does not let programs read it: \(list)"
    }
    let numbers = version.split(whereSeparator: { $0 == "." || $0 == "+" || $0 == "-" })
      .prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] == 1, numbers[1] < Self.oldestGitea else { return list }
    return "'\(host)' has Gitea \(version.excerpt); 1.\(Self.oldestGitea) or later is needed"
  }

  /// The oldest minor version of Gitea 1. All versions of Forgejo are newer.
  private static let oldestGitea = 17

  func giteaCommand(_ act: GiteaAction.Act, _ number: String = "") -> BridgeCommand {
    let action = GiteaAction(
      act: act, number: number, repository: String(place.name), page: page)
    let request = action.shown
    return BridgeCommand(
      request.words(to: interface ?? "", hidesDocument: action.hasText), action: action)
  }

  /// Returns the command that sends a change of an issue to Gitea; nil if it has no such value.
  func gitea(
    _ change: TrackerChange, _ number: String, _ marker: String?, _ milestone: (String) -> String
  ) -> BridgeCommand? {
    let act: GiteaAction.Act
    switch change {
    case .title(let title): act = .edit(["title": .string(title)])
    case .body(let lines):
      act = .edit(["body": .string(IssueMarker.text(lines, marker: marker))])
    case .close: act = .edit(["state": .string("closed")])
    case .reason: return nil
    case .reopen: act = .edit(["state": .string("open")])
    case .milestone(let id?): act = .milestone(milestone(id))
    case .milestone(nil): act = .edit(["milestone": .number(0)])
    case .due(let day?): act = .due(day)
    case .due(nil): act = .edit(["unset_due_date": .bool(true)])
    case .labels(let added, let removed):
      act = added.isEmpty ? .unlabel(removed.first ?? "") : .label(added)
    case .assignees(let added, let removed): act = .assign(added: added, removed: removed)
    case .comment(_, let text): act = .comment(IssueText.written(text.joined(separator: "\n")))
    }
    return giteaCommand(act, number)
  }

  /// Returns the changes for which a source has a command each.
  package func separated(_ change: TrackerChange) -> [TrackerChange] {
    guard case .gitea = self, case .labels(let added, let removed) = change else {
      return [change]
    }
    return (added.isEmpty ? [] : [.labels(added: added, removed: [])])
      + removed.map { .labels(added: [], removed: [$0]) }
  }
}
