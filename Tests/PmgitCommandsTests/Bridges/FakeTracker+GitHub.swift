import PlanModel
import PlanTerminal

/// The commands of gh.
extension FakeTracker {
  func gh(_ words: [String], _ input: String) throws -> String {
    guard words.first == "issue", words.count > 2 else { throw Refused() }
    switch words[1] {
    case "list":
      let options = try options(words[2...], ["--repo", "--state", "--limit", "--json"])
      guard names.contains(options["--repo"]), options["--state"] == ["all"] else {
        throw Refused()
      }
      if let answer {
        self.answer = nil
        throw Answered(outcome: answer)
      }
      return list()
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
      ], flags: ["--remove-milestone"])
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
    if options["--remove-milestone"] != nil { issue.milestone = nil }
    let added = try list(options["--add-label"])
    if let labels, !labels.isSuperset(of: added) { throw Refused() }
    issue.labels.formUnion(added)
    issue.labels.subtract(try list(options["--remove-label"]))
    issue.assignees.formUnion(options["--add-assignee"] ?? [])
    issue.assignees.subtract(options["--remove-assignee"] ?? [])
    issues[number] = issue
    return url(number) + "\n"
  }

  /// Returns the list in gh's form, the newest issue first.
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
        "comments": .array(
          issue.comments.map { note in
            .object([
              "id": .string("IC_\(note.id)"), "body": .string(note.text),
              "url": .string(url(number) + "#issuecomment-\(note.id)"),
              "author": .object(["login": .string("octocat")]),
              "createdAt": .string(note.at),
            ])
          }),
        "author": .object(["login": .string("octocat")]),
        "createdAt": .string(issue.created),
        "updatedAt": .string(issue.created), "closedAt": .optional(issue.closed),
      ])
    }
    return CanonicalJSON.line(of: .array(objects))
  }
}
