import PlanModel
import PlanView

/// What bridges ask and send to GitLab by `glab api`, which asks once. `glab issue` sends a request
/// six times if the server is busy, and may make six issues.
extension BridgeSource {
  /// The command that lists all issues, an array of them for each page. The oldest come first, so
  /// that an issue which is made meanwhile moves no other to the next page.
  var gitlabListing: BridgeCommand {
    BridgeCommand(
      gitlab(
        ["--paginate"],
        "\(projectPath)/issues?per_page=100&scope=all&order_by=created_at&sort=asc"))
  }

  /// The path of a project of GitLab in its API.
  var projectPath: String {
    "projects/\(place.name.split(separator: "/").joined(separator: "%2F"))"
  }

  private func gitlab(_ options: [String], _ path: String) -> [String] {
    ["glab", "api"] + options + hostOptions + [path]
  }

  /// Returns a command that sends a JSON object.
  private func gitlab(_ method: String, _ path: String, _ object: JSONObject) -> BridgeCommand {
    BridgeCommand(
      gitlab(["--method", method, "-H", "Content-Type: application/json", "--input", "-"], path),
      input: CanonicalJSON.line(of: .object(object)))
  }

  /// Returns the command that makes an issue in GitLab.
  func gitlabCreation(title: String, text: String) -> BridgeCommand {
    gitlab(
      "POST", "\(projectPath)/issues",
      ["title": .string(IssueText.writtenTitle(title)), "description": .string(text)])
  }

  /// Returns the command that sends a change of an issue to GitLab; nil if GitLab has no such
  /// value.
  func glab(
    _ change: TrackerChange, _ number: String, _ marker: String?, _ milestone: (String) -> String
  ) -> BridgeCommand? {
    let path = "\(projectPath)/issues/\(number)"
    let put = { (members: JSONObject) in gitlab("PUT", path, members) }
    let send = { (event: String) in
      BridgeCommand(gitlab(["--method", "PUT", "-f", "state_event=\(event)"], path))
    }
    switch change {
    // GitLab also looks for mentions in titles.
    case .title(let title): return put(["title": .string(IssueText.writtenTitle(title))])
    case .body(let lines):
      return put(["description": .string(IssueMarker.text(lines, marker: marker))])
    case .milestone(let id?):
      let title = milestone(id)
      var command = put([Self.milestoneID: .string(title)])
      command.lookup = gitlab(
        [],
        "\(projectPath)/milestones?include_ancestors=true&per_page=100&title=\(Self.escaped(title))"
      )
      return command
    case .milestone(nil): return put([Self.milestoneID: .number(0)])
    case .labels(let added, let removed):
      var names: JSONObject = [:]
      if !added.isEmpty { names["add_labels"] = .string(added.joined(separator: ",")) }
      if !removed.isEmpty { names["remove_labels"] = .string(removed.joined(separator: ",")) }
      return put(names)
    case .assignees(let added, let removed): return gitlabAssignees(added, removed, of: number)
    case .close: return send("close")
    case .reopen: return send("reopen")
    case .comment(_, let text):
      return gitlab(
        "POST", "\(projectPath)/issues/\(number)/notes",
        ["body": .string(IssueText.written(text.joined(separator: "\n")))])
    case .reason, .due: return nil
    }
  }

  /// Returns the command that changes the assignees of an issue. GraphQL takes their logins, and
  /// REST only numbers. As GitLab may allow a single assignee, some are removed first.
  private func gitlabAssignees(
    _ added: [String], _ removed: [String], of number: String
  ) -> BridgeCommand {
    let parts = [("removed", "REMOVE", removed), ("added", "APPEND", added)]
      .filter { !$0.2.isEmpty }
    let mutations = parts.map { name, mode, _ in
      """
      \(name): issueSetAssignees(input: {projectPath: $path, iid: $iid, \
      assigneeUsernames: $\(name), operationMode: \(mode)}) \
      { issue { assignees(first: 100) { nodes { username } } } errors }
      """
    }
    let types = parts.map { ", $\($0.0): [String!]!" }.joined()
    var variables: JSONObject = ["path": .string(String(place.name)), "iid": .string(number)]
    for (name, _, logins) in parts { variables[ExactString(name)] = .strings(logins) }
    let query =
      "mutation($path: ID!, $iid: String!\(types)) { \(mutations.joined(separator: " ")) }"
    return gitlab("POST", "graphql", ["query": .string(query), "variables": .object(variables)])
  }

  /// Returns the command that lists all comments of an issue, an array of them for each page.
  func gitlabComments(of number: String) -> BridgeCommand {
    BridgeCommand(
      gitlab(
        ["--paginate"],
        "\(projectPath)/issues/\(number)/notes?per_page=100&sort=asc&activity_filter=only_comments")
    )
  }

  /// Returns the numbers of the issues in a list that have more or fewer comments than are known.
  /// GitLab lists only how many there are.
  ///
  /// - Parameter known: Returns how many comments of an issue are known; nil if they have to be
  ///   read in any case.
  static func gitlabIssuesWithOtherComments(
    in list: [UInt8], than known: (String) throws -> Int?
  ) rethrows -> [String] {
    try (TrackerJSON(list).records ?? []).compactMap { issue in
      guard let number = issue["iid"]?.numberText,
        let count = issue["user_notes_count"]?.numberText.flatMap({ Int($0) })
      else { return nil }
      return try known(number) == count ? nil : number
    }
  }

  /// Returns a list of issues, one a line, with the comments that were read. The others stay as
  /// they are known.
  static func gitlabList(_ list: [UInt8], withComments comments: [String: [UInt8]]) -> [UInt8] {
    guard let issues = TrackerJSON(list).records else { return list }
    var result: [UInt8] = []
    for var issue in issues {
      issue["user_notes_count"] = nil
      if let output = issue["iid"]?.numberText.flatMap({ comments[$0] }),
        let notes = TrackerJSON(output).records
      {
        issue["notes"] = .objects(notes) { $0 }
      }
      result += CanonicalJSON.line(of: .object(issue)).utf8
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  private static let milestoneID: ExactString = "milestone_id"

  /// Returns a command with the number of the milestone that it names by its title; nil if the
  /// output of its lookup has no such milestone.
  package func command(_ command: BridgeCommand, lookingUpIn output: [UInt8]) -> BridgeCommand? {
    guard let input = command.input,
      var object = (try? JSONReader.value(in: Array(input.utf8)))?.object,
      let title = object[Self.milestoneID]?.string,
      let found = TrackerAnswer.value(in: output)?.array?.compactMap(\.object)
        .first(where: { $0["title"]?.string == title }),
      let id = found["id"], id.numberText != nil
    else { return nil }
    object[Self.milestoneID] = id
    return BridgeCommand(command.words, input: CanonicalJSON.line(of: .object(object)))
  }

  /// Returns a text for the query of an address. glab takes `:id` and other words after a colon for
  /// placeholders.
  private static func escaped(_ text: String) -> String {
    PercentText.component(text, keeping: "-_.")
  }

  /// The longest title of an issue of GitLab, in characters.
  private static let longestTitle = 255
  /// The longest text of an issue of GitLab, in bytes.
  private static let longestText = 1 << 20

  /// Returns why a change can't be sent, as the end of a sentence about the plan; nil if it can be
  /// sent. glab 1.53 does not print why GitLab refuses such values.
  static func gitlabRefusal(of change: TrackerChange, marker: String?) -> String? {
    switch change {
    case .title(let title) where IssueText.writtenTitle(title).unicodeScalars.count > longestTitle:
      "its title is longer than \(longestTitle) characters, and GitLab can't take it"
    case .body(let lines)
    where IssueMarker.text(lines, marker: marker).utf8.count > longestText:
      "its text is longer than 1 MiB, and GitLab can't take it"
    default: nil
    }
  }
}
