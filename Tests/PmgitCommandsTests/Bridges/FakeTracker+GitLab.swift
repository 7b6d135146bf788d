import PlanModel
import PlanTerminal

/// The commands of glab.
extension FakeTracker {
  func glab(_ words: [String]) throws -> String {
    if words.first == "api" {
      guard words.dropFirst().starts(with: ["--paginate", "--output", "ndjson"]),
        words.last?.hasPrefix("projects/octo%2Fapp/issues?") == true
      else { throw Refused() }
      if let answer {
        self.answer = nil
        throw Answered(outcome: answer)
      }
      return gitlabList()
    }
    guard words.first == "issue", words.count > 2 else { throw Refused() }
    switch words[1] {
    case "create":
      let options = try options(
        words[2...], ["--repo", "--title", "--description"], flags: ["--yes"])
      guard let title = options["--title"]?.first, options["--yes"] != nil else { throw Refused() }
      act(on: title)
      let number = make(title, body: act(on: options["--description"]?.first ?? ""))
      return "#\(number) \(title)\n https://gitlab.com/\(repository)/-/issues/\(number)\n"
    case "update":
      let options = try options(
        words[3...],
        ["--repo", "--title", "--description", "--milestone", "--label", "--unlabel", "--assignee"])
      let number = try number(words[2])
      guard var issue = issues[number] else { throw Refused() }
      if let title = options["--title"]?.first {
        act(on: title)
        issue.title = title
      }
      // glab takes an empty text for none, and a hyphen for a wish to edit it.
      if let body = options["--description"]?.first, !body.isEmpty {
        guard body != "-" else { throw Refused() }
        issue.body = act(on: body)
      }
      if let milestone = options["--milestone"]?.first {
        guard milestone == "0" || Int(milestone) == nil else { throw Refused() }
        issue.milestone = milestone == "0" ? nil : milestone
      }
      // glab joins the names with commas again, and GitLab splits them.
      issue.labels.formUnion(try list(options["--label"]).flatMap(Self.split))
      issue.labels.subtract(try list(options["--unlabel"]).flatMap(Self.split))
      for person in options["--assignee"] ?? [] {
        if person.first == "+" { issue.assignees.insert(String(person.dropFirst())) }
        if person.first == "-" { issue.assignees.remove(String(person.dropFirst())) }
      }
      issues[number] = issue
      return ""
    case "close", "reopen":
      _ = try options(words[3...], ["--repo"])
      issues[try number(words[2])]?.isOpen = words[1] == "reopen"
      return ""
    default: throw Refused()
    }
  }

  private func gitlabList() -> String {
    issues.sorted { $0.key > $1.key }.map { number, issue in
      CanonicalJSON.line(
        of: .object([
          "iid": .number(number), "title": .string(issue.title),
          "description": .string(issue.body), "state": .string(issue.isOpen ? "opened" : "closed"),
          "labels": .strings(issue.labels.sorted()),
          "assignees": .array(issue.assignees.sorted().map { .object(["username": .string($0)]) }),
          "milestone": issue.milestone.map { .object(["title": .string($0)]) } ?? .null,
          "web_url": .string("https://gitlab.com/\(repository)/-/issues/\(number)"),
          "created_at": .string(issue.created),
          "author": .object(["username": .string("octocat")]),
          "user_notes_count": .number(0),
        ])) + "\n"
    }.joined()
  }
}
