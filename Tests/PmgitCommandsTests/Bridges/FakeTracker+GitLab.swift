import PlanModel
import PlanTerminal

/// The requests of `glab api`.
extension FakeTracker {
  func glab(_ words: [String], _ input: String) throws -> String {
    guard words.first == "api",
      let path = words.first(where: { $0 == "graphql" || $0.hasPrefix("projects/") })
    else { throw Refused() }
    let options = try options(
      ArraySlice(words.dropFirst().filter { $0 != path }),
      ["--hostname", "--method", "-H", "--input", "-f"],
      flags: ["--paginate"])
    let method = options["--method"]?.first ?? "GET"
    let event = options["-f"]?.first
    guard method == "GET" || (options["--input"] == ["-"]) == (event == nil) else {
      throw Refused()
    }
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard path == "graphql" || parts[1] == "octo%2Fapp" else { throw Refused() }
    let body =
      input.isEmpty ? [:] : try JSONReader.value(in: Array(input.utf8)).object ?? [:]
    switch (method, parts.last) {
    case ("GET", "issues"):
      if let answer {
        self.answer = nil
        throw Answered(outcome: answer)
      }
      return gitlabPages()
    case ("GET", "milestones"): return milestoneList()
    case ("GET", "notes"): return noteList(try self.number(parts[3]))
    case ("POST", "notes"):
      let number = try self.number(parts[3])
      guard let text = body["body"]?.string, !text.isEmpty else { throw Refused() }
      comment(act(on: text), on: number)
      return CanonicalJSON.line(of: .object(["id": .number(lastNote), "body": .string(text)]))
    case ("POST", "graphql"): return try assign(body)
    case ("POST", "issues"):
      guard let title = body["title"]?.string, !title.isEmpty else { throw Refused() }
      act(on: title)
      return gitlabIssue(make(title, body: act(on: body["description"]?.string ?? "")))
    case ("PUT", let number?):
      let number = try self.number(number)
      if let event {
        issues[number]?.isOpen = event == "state_event=reopen"
      } else {
        try put(body, number)
      }
      return gitlabIssue(number)
    default: throw Refused()
    }
  }

  private func put(_ body: JSONObject, _ number: Int) throws {
    guard var issue = issues[number] else { throw Refused() }
    for member in body.members {
      let text = member.value.string ?? ""
      switch member.key.text {
      case "title":
        act(on: text)
        issue.title = text
      case "description": issue.body = act(on: text)
      case "add_labels": issue.labels.formUnion(Self.split(text))
      case "remove_labels": issue.labels.subtract(Self.split(text))
      case "milestone_id":
        guard case .number(let number) = member.value, let id = number.integer else {
          throw Refused()
        }
        issue.milestone = id == 0 ? nil : sortedMilestones[id - 1]
      default: throw Refused()
      }
    }
    issues[number] = issue
  }

  /// Sets assignees by GraphQL. GitLab drops those it does not know, without an error.
  private func assign(_ body: JSONObject) throws -> String {
    guard let given = body["variables"]?.object, given["path"]?.string == "octo/app",
      let number = try given["iid"]?.string.map(self.number)
    else { throw Refused() }
    let names = { (key: ExactString) in given[key]?.array?.compactMap(\.string) ?? [] }
    issues[number]?.assignees.subtract(names("removed"))
    for login in names("added") where accounts?.contains(login) != false {
      issues[number]?.assignees.insert(login)
    }
    let nodes = (issues[number]?.assignees ?? []).sorted().map { login -> JSONValue in
      .object(["username": .string(login)])
    }
    let issue = JSONValue.object(["assignees": .object(["nodes": .array(nodes)])])
    let payload = JSONValue.object(["issue": issue, "errors": .array([])])
    let last: ExactString = names("added").isEmpty ? "removed" : "added"
    return CanonicalJSON.line(of: .object(["data": .object([last: payload])]))
  }

  /// The milestones by their numbers, from 1.
  private var sortedMilestones: [String] { (milestones ?? []).sorted() }

  private func milestoneList() -> String {
    CanonicalJSON.line(
      of: .array(
        zip(1..., sortedMilestones).map { number, title in
          .object(["id": .number(number), "title": .string(title)])
        }))
  }

  private func noteList(_ number: Int) -> String {
    CanonicalJSON.line(
      of: .array(
        (issues[number]?.comments ?? []).map { note in
          .object([
            "id": .number(note.id), "body": .string(note.text), "created_at": .string(note.at),
            "author": .object(["username": .string("octocat")]), "system": .bool(false),
          ])
        }))
  }

  /// Returns the list as glab prints its pages: arrays without anything between them.
  private func gitlabPages() -> String {
    let lines = issues.keys.sorted().map(gitlabIssue)
    let pages = stride(from: 0, to: lines.count, by: 2).map { start in
      "[\(lines[start..<min(start + 2, lines.count)].joined(separator: ","))]"
    }
    return pages.isEmpty ? "[]" : pages.joined()
  }

  private func gitlabIssue(_ number: Int) -> String {
    guard let issue = issues[number] else { return "null" }
    return CanonicalJSON.line(
      of: .object([
        "iid": .number(number), "title": .string(issue.title),
        "description": .string(issue.body), "state": .string(issue.isOpen ? "opened" : "closed"),
        "labels": .strings(issue.labels.sorted()),
        "assignees": .array(issue.assignees.sorted().map { .object(["username": .string($0)]) }),
        "milestone": issue.milestone.map { .object(["title": .string($0)]) } ?? .null,
        "web_url": .string("https://gitlab.com/\(repository)/-/issues/\(number)"),
        "created_at": .string(issue.created),
        "author": .object(["username": .string("octocat")]),
        "user_notes_count": .number(issue.comments.count),
      ]))
  }
}
