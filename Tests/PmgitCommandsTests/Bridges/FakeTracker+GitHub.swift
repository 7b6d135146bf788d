import PlanModel
import PlanTerminal

/// The commands of gh.
extension FakeTracker {
  func gh(_ words: [String], _ input: String) throws -> String {
    if words.first == "api" { return try api(words.dropFirst()) }
    guard words.first == "issue", words.count > 2 else { throw Refused() }
    switch words[1] {
    case "create":
      let options = try options(words[2...], ["--repo", "--title", "--body-file"])
      guard names.contains(options["--repo"]), options["--body-file"] == ["-"],
        let title = options["--title"]?.first, !title.isEmpty
      else { throw Refused() }
      act(on: input)
      return url(make(title, body: input)) + "\n"
    case "edit": return try edit(words, input)
    case "close":
      let options = try options(words[3...], ["--repo", "--reason"])
      let number = try number(words[2])
      issues[number]?.isOpen = false
      issues[number]?.reason =
        options["--reason"]?.first == "not planned" ? "NOT_PLANNED" : "COMPLETED"
      return ""
    case "reopen":
      _ = try options(words[3...], ["--repo"])
      issues[try number(words[2])]?.isOpen = true
      return ""
    case "comment":
      let options = try options(words[3...], ["--repo", "--body-file"])
      guard options["--body-file"] == ["-"], !input.isEmpty else { throw Refused() }
      let number = try number(words[2])
      act(on: input)
      comment(input, on: number)
      return url(number) + "#issuecomment-\(lastNote)\n"
    default: throw Refused()
    }
  }

  private func edit(_ words: [String], _ input: String) throws -> String {
    let options = try options(
      words[3...],
      [
        "--repo", "--title", "--body-file", "--milestone", "--add-label", "--remove-label",
        "--add-assignee", "--remove-assignee",
      ])
    let number = try number(words[2])
    guard var issue = issues[number] else { throw Refused() }
    if let title = options["--title"]?.first { issue.title = title }
    if options["--body-file"] == ["-"] {
      act(on: input)
      issue.body = input
    }
    if let milestone = options["--milestone"]?.first {
      if let milestones, !milestones.contains(milestone) { throw Refused() }
      issue.milestone = milestone
    }
    if let accounts, !accounts.isSuperset(of: options["--add-assignee"] ?? []) { throw Refused() }
    let added = try list(options["--add-label"])
    if let labels, !labels.isSuperset(of: added) { throw Refused() }
    issue.labels.formUnion(added)
    issue.labels.subtract(try list(options["--remove-label"]))
    issue.assignees.formUnion(options["--add-assignee"] ?? [])
    issue.assignees.subtract(options["--remove-assignee"] ?? [])
    issues[number] = issue
    return url(number) + "\n"
  }

  /// The requests by `gh api`: the list, the comments of an issue, and changes.
  private func api(_ words: ArraySlice<String>) throws -> String {
    guard let path = words.first(where: { $0 == "graphql" || $0.hasPrefix("repos/") }) else {
      throw Refused()
    }
    let options = try options(
      ArraySlice(words.filter { $0 != path }), ["--hostname", "--method", "-f", "-F", "--jq"],
      flags: ["--paginate", "--silent"])
    let place = (options["--hostname"] ?? []).first.map { "\($0)/" } ?? ""
    if path == "graphql" {
      let owner = (options["-f"] ?? []).first { $0.hasPrefix("owner=") }?.dropFirst(6) ?? ""
      let name = (options["-f"] ?? []).first { $0.hasPrefix("name=") }?.dropFirst(5) ?? ""
      guard names.contains(["\(place)\(owner)/\(name)"]), options["--paginate"] != nil else {
        throw Refused()
      }
      if let answer {
        self.answer = nil
        throw Answered(outcome: answer)
      }
      return list()
    }
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard parts.count > 4, names.contains(["\(place)\(parts[1])/\(parts[2])"]) else {
      throw Refused()
    }
    let number = try number(parts[4])
    if parts.last == "comments" {
      let comments = issues[number]?.comments ?? []
      return comments.map { CanonicalJSON.line(of: document($0, of: number)) + "\n" }.joined()
    }
    if options["--method"] == nil { return shown(number) }
    guard options["--method"] == ["PATCH"] else { throw Refused() }
    for member in options["-F"] ?? [] where member == "milestone=null" {
      issues[number]?.milestone = nil
    }
    for member in options["-f"] ?? [] where member.hasPrefix("state_reason=") {
      issues[number]?.isOpen = false
      issues[number]?.reason = member.dropFirst("state_reason=".count).uppercased()
    }
    return ""
  }

  /// Returns an issue as the REST API shows it.
  private func shown(_ number: Int) -> String {
    let issue = issues[number]
    return CanonicalJSON.line(
      of: .object([
        "number": .number(number), "html_url": .string(url(number)),
        "assignees": .array(
          (issue?.assignees ?? []).sorted().map { .object(["login": .string($0)]) }),
      ]))
  }

  private func document(_ note: Note, of number: Int) -> JSONValue {
    .object([
      "id": .string("IC_\(note.id)"), "body": .string(note.text),
      "url": .string(url(number) + "#issuecomment-\(note.id)"),
      "author": .object(["login": .string("octocat")]), "createdAt": .string(note.at),
    ])
  }

  /// Returns the list as lines, the newest issue first, with the first 100 comments of each.
  private func list() -> String {
    let objects = issues.sorted { $0.key > $1.key }.map { number, issue -> JSONValue in
      .object([
        "number": .number(number), "title": .string(issue.title), "body": .string(issue.body),
        "url": .string(url(number)), "state": .string(issue.isOpen ? "OPEN" : "CLOSED"),
        "stateReason": .string(issue.isOpen ? "" : issue.reason),
        "labels": .array(issue.labels.sorted().map { .object(["name": .string($0)]) }),
        "assignees": .array(issue.assignees.sorted().map { .object(["login": .string($0)]) }),
        "milestone": issue.milestone.map {
          .object(["title": .string($0), "dueOn": .optional(dueDays[$0])])
        } ?? .null,
        "comments": .array(issue.comments.prefix(100).map { document($0, of: number) }),
        "commentCount": .number(issue.comments.count),
        "author": .object(["login": .string("octocat")]),
        "createdAt": .string(issue.created),
        "updatedAt": .string(issue.created), "closedAt": .optional(issue.closed),
      ])
    }
    return objects.map { CanonicalJSON.line(of: $0) + "\n" }.joined()
  }
}
