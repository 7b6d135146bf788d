import PlanModel
import PlanView

/// What bridges ask and send to GitHub by `gh`. They use `gh api` where gh has no command of its
/// own, or where its command depends on gh's version.
extension BridgeSource {
  /// The options of gh and glab for the host.
  var hostOptions: [String] {
    place.host.isEmpty ? [] : ["--hostname", String(place.host)]
  }

  /// Returns the command that lists all issues, one JSON object a line, with the first 100 comments
  /// of each.
  ///
  /// `gh issue list` lacks duplicates and, before gh 2.50, the reasons why issues are closed. It
  /// also has other names for deleted accounts and bots.
  ///
  /// - Parameter reason: The field of the reason; empty for a server without it.
  func githubListing(reason: String) -> BridgeCommand {
    let parts = place.name.split(separator: "/", maxSplits: 1)
    let query = """
      query IssueList($owner: String!, $name: String!, $endCursor: String) { \
      repository(owner: $owner, name: $name) { issues(first: 100, after: $endCursor, \
      states: [OPEN, CLOSED], orderBy: {field: CREATED_AT, direction: DESC}) { \
      nodes { number title body url state \(reason) createdAt updatedAt closedAt \
      author { login } milestone { title dueOn state } labels(first: 100) { nodes { name } } \
      assignees(first: 100) { nodes { login } } comments(first: 100) { totalCount \
      nodes { id url body createdAt author { login } } } } \
      pageInfo { hasNextPage endCursor } } } }
      """
    let shape = """
      .data.repository.issues.nodes[] | .labels |= (.nodes // []) | .assignees |= .nodes \
      | .commentCount = .comments.totalCount | .comments |= .nodes
      """
    return BridgeCommand(
      ["gh", "api", "graphql", "--paginate"] + hostOptions + [
        "-f", "query=\(query)", "-f", "owner=\(parts[0])", "-f", "name=\(parts.last ?? "")",
        "--jq", shape,
      ])
  }

  /// Returns the command that lists all comments of an issue, one JSON object a line.
  func githubComments(of number: String) -> BridgeCommand {
    let shape = """
      .[] | {id: .node_id, url: .html_url, body, createdAt: .created_at, \
      author: {login: (.user.login // "" | sub("\\\\[bot\\\\]$"; ""))}}
      """
    return BridgeCommand(
      ["gh", "api", "--paginate"] + hostOptions + [
        "repos/\(place.name)/issues/\(number)/comments?per_page=100", "--jq", shape,
      ])
  }

  /// Returns the command that sends a change of an issue to GitHub; nil if it has no such value.
  func gh(
    _ change: TrackerChange, _ number: String, _ marker: String?, _ milestone: (String) -> String
  ) -> BridgeCommand? {
    let repository = ["--repo", repository]
    let edit = ["gh", "issue", "edit", number] + repository
    switch change {
    case .title(let title): return BridgeCommand(edit + ["--title=\(title)"])
    case .body(let lines):
      return BridgeCommand(
        edit + ["--body-file", "-"], input: IssueMarker.text(lines, marker: marker))
    case .milestone(let id?): return BridgeCommand(edit + ["--milestone=\(milestone(id))"])
    // gh has '--remove-milestone' only since 2.54.
    case .milestone(nil): return githubPatch(number, ["-F", "milestone=null"])
    case .due: return nil
    case .labels(let added, let removed):
      return BridgeCommand(
        edit + added.map { "--add-label=\(Self.listed($0))" }
          + removed.map { "--remove-label=\(Self.listed($0))" })
    case .assignees(let added, let removed):
      var command = BridgeCommand(
        edit + added.map { "--add-assignee=\($0)" } + removed.map { "--remove-assignee=\($0)" })
      // GitHub drops people who can't be assigned, and newer versions of gh don't look for them.
      command.check = ["gh", "api"] + hostOptions + ["repos/\(place.name)/issues/\(number)"]
      return command
    // Without a reason, an issue is completed, also on servers that know none.
    case .close(.completed): return BridgeCommand(["gh", "issue", "close", number] + repository)
    case .close(.notPlanned):
      return BridgeCommand(
        ["gh", "issue", "close", number] + repository + ["--reason", "not planned"])
    // 'gh issue close' ignores an issue that is closed, and older versions know no duplicates.
    case .close(let reason), .reason(let reason):
      return githubPatch(
        number, ["-f", "state=closed", "-f", "state_reason=\(reason.rawValue)"])
    case .reopen: return BridgeCommand(["gh", "issue", "reopen", number] + repository)
    case .comment(_, let text):
      return BridgeCommand(
        ["gh", "issue", "comment", number] + repository + ["--body-file", "-"],
        input: IssueText.written(text.joined(separator: "\n")))
    }
  }

  /// Returns the command that changes members of an issue.
  func githubPatch(_ number: String, _ members: [String]) -> BridgeCommand {
    BridgeCommand(
      ["gh", "api", "--method", "PATCH", "--silent"] + hostOptions
        + ["repos/\(place.name)/issues/\(number)"] + members)
  }

  /// Returns the numbers of the issues in a list that have more comments than the list.
  static func githubIssuesWithMoreComments(in list: [UInt8]) -> [String] {
    lines(of: list).filter(hasMoreComments).compactMap { line in
      (try? JSONReader.value(in: Array(line)))?.object?["number"]?.numberText
    }
  }

  /// Returns a list of issues with all of their comments. An issue stays as it is if an answer has
  /// fewer comments than the list, or can't be read.
  static func githubList(_ list: [UInt8], withComments comments: [String: [UInt8]]) -> [UInt8] {
    if comments.isEmpty { return list }
    var result: [UInt8] = []
    for line in lines(of: list) {
      if hasMoreComments(line), var issue = (try? JSONReader.value(in: Array(line)))?.object,
        let output = issue["number"]?.numberText.flatMap({ comments[$0] }),
        let values = try? lines(of: output).map({ try JSONReader.value(in: Array($0)) }),
        values.count > mostComments
      {
        issue["comments"] = .array(values)
        issue["commentCount"] = .number(values.count)
        result += CanonicalJSON.line(of: .object(issue)).utf8
      } else {
        result += line
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  /// The most comments of an issue that a list has.
  private static let mostComments = 100

  /// Whether the count of comments in a line is greater than what a list has. The key can't be in a
  /// text, where its quotes would be escaped.
  private static func hasMoreComments(_ line: ArraySlice<UInt8>) -> Bool {
    guard let key = line.firstRange(of: Array(#""commentCount":"#.utf8)) else { return false }
    let digits = line[key.upperBound...].prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 > mostComments } ?? false
  }

  private static func lines(of output: [UInt8]) -> [ArraySlice<UInt8>] {
    output.split(separator: UInt8(ascii: "\n"))
  }
}
