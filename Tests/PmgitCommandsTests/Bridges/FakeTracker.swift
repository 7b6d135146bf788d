import PlanModel
import PlanTerminal
import PmgitTestSupport

/// A tracker with the commands of gh and glab that bridges run. It knows only these options, and
/// fails for any other, as the programs do.
final class FakeTracker {
  struct Note: Equatable {
    let id: Int
    var text: String
    var at: String
  }

  struct Issue: Equatable {
    var title: String
    var body: String
    var isOpen = true
    var reason = ""
    var labels: Set<String> = []
    var assignees: Set<String> = []
    var milestone: String?
    var comments: [Note] = []
    var created = "2026-11-01T09:00:00Z"
  }

  /// The error that ends a run, as a signal would.
  struct Killed: Error {}

  /// When a run is killed.
  enum Moment: CaseIterable {
    case before, after
  }

  var repository: String
  /// What the clock shows when somebody writes a comment. The time of tests is in November 2026.
  var clock = "2026-12-01T10:00:00Z"
  /// The host in addresses.
  var host = "github.com"
  /// A name of the repository before it was renamed, which commands still may use.
  var formerName: String?
  var issues: [Int: Issue] = [:]
  /// The labels that the tracker has; nil for any.
  var labels: Set<String>?
  /// The milestones and the accounts that the tracker has; nil for any.
  var milestones: Set<String>?
  var accounts: Set<String>?
  /// The words of each command that was run.
  private(set) var calls: [[String]] = []
  /// The command that is killed, counted from the next one as 0.
  var killing: (command: Int, moment: Moment)?
  /// What replaces the next answer to a list.
  var answer: ToolProgram.Outcome?
  private var lastNumber = 0
  private var lastNote = 100

  init(_ repository: String = "octo/app") { self.repository = repository }

  @discardableResult
  func add(_ title: String, body: String = "", labels: Set<String> = []) -> Int {
    lastNumber += 1
    issues[lastNumber] = Issue(title: title, body: body, labels: labels)
    return lastNumber
  }

  func comment(_ text: String, on number: Int, at: String? = nil) {
    lastNote += 1
    issues[number]?.comments.append(Note(id: lastNote, text: text, at: at ?? clock))
  }

  /// The source of a bridge to this tracker, and the beginning of aliases.
  var source: String { "github:\(host == "github.com" ? "" : "\(host)/")\(repository)" }

  /// The names that `--repo` may have.
  private var names: [[String]?] {
    [host == "github.com" ? repository : "\(host)/\(repository)", formerName].compactMap(\.self)
      .map { [$0] }
  }

  /// Runs one command.
  func run(_ program: ToolProgram) throws -> ToolProgram.Outcome {
    if let (command, moment) = killing {
      killing = command > 0 ? (command - 1, moment) : nil
      if command == 0 {
        if moment == .after { _ = try perform(program) }
        throw Killed()
      }
    }
    return try perform(program)
  }

  private func perform(_ program: ToolProgram) throws -> ToolProgram.Outcome {
    calls.append(program.words)
    let text = String(decoding: program.input ?? [], as: UTF8.self)
    do {
      let printed =
        try program.words[0] == "gh"
        ? gh(Array(program.words.dropFirst()), text) : glab(Array(program.words.dropFirst()))
      return ToolProgram.Outcome(exitCode: 0, output: Array(printed.utf8))
    } catch is Refused {
      return ToolProgram.Outcome(exitCode: 1, output: [])
    } catch let outcome as Answered {
      return outcome.outcome
    }
  }

  private struct Refused: Error {}
  private struct Answered: Error { let outcome: ToolProgram.Outcome }

  // MARK: - Options

  /// Returns the values of options, each with the words that it may have; fails for another one.
  private func options(
    _ words: ArraySlice<String>, _ known: Set<String>, flags: Set<String> = []
  ) throws -> [String: [String]] {
    var (values, rest): ([String: [String]], ArraySlice<String>) = ([:], words)
    while let word = rest.popFirst() {
      if flags.contains(word) {
        values[word, default: []].append("")
      } else if let equals = word.firstIndex(of: "="), known.contains(String(word[..<equals])) {
        values[String(word[..<equals]), default: []].append(
          String(word[word.index(after: equals)...]))
      } else if known.contains(word), let value = rest.popFirst() {
        values[word, default: []].append(value)
      } else {
        throw Refused()
      }
    }
    return values
  }

  /// Splits a list as gh does: with quotes around names that have commas.
  private func list(_ values: [String]?) throws -> [String] {
    try (values ?? []).map { value in
      guard value.first == "\"" else {
        guard !value.contains(",") else { throw Refused() }
        return value
      }
      return String(value.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
  }

  private static func split(_ name: String) -> [String] {
    name.split(separator: ",").map(String.init)
  }

  private func number(_ word: String) throws -> Int {
    guard let number = Int(word), issues[number] != nil else { throw Refused() }
    return number
  }

  private func url(_ number: Int) -> String { "https://\(host)/\(repository)/issues/\(number)" }

  // MARK: - gh

  private func gh(_ words: [String], _ input: String) throws -> String {
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
      return url(add(title, body: input)) + "\n"
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
    if options["--body-file"] == ["-"] { issue.body = input }
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
        "milestone": issue.milestone.map { .object(["title": .string($0)]) } ?? .null,
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
        "updatedAt": .string(issue.created), "closedAt": .null,
      ])
    }
    return CanonicalJSON.line(of: .array(objects))
  }

  // MARK: - glab

  private func glab(_ words: [String]) throws -> String {
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
      let number = add(title, body: options["--description"]?.first ?? "")
      return "#\(number) \(title)\n https://gitlab.com/\(repository)/-/issues/\(number)\n"
    case "update":
      let options = try options(
        words[3...],
        ["--repo", "--title", "--description", "--milestone", "--label", "--unlabel", "--assignee"])
      let number = try number(words[2])
      guard var issue = issues[number] else { throw Refused() }
      if let title = options["--title"]?.first { issue.title = title }
      // glab takes an empty text for none, and a hyphen for a wish to edit it.
      if let body = options["--description"]?.first, !body.isEmpty {
        guard body != "-" else { throw Refused() }
        issue.body = body
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
          "created_at": .string("2026-11-01T09:00:00Z"),
          "author": .object(["username": .string("octocat")]),
          "user_notes_count": .number(0),
        ])) + "\n"
    }.joined()
  }
}
