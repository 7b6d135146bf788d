import Testing

@testable import PlanFormats
@testable import PlanModel

@Suite("Names of plans of other tools")
struct AliasTests {
  private static func bead(_ id: String, _ members: String) -> String {
    #"{"id":"\#(id)","title":"x","status":"open","created_at":"2026-10-01T12:00:00Z",\#(members)}"#
  }

  private static func ticket(_ id: String, _ reference: String) -> (path: String, text: String) {
    (
      "\(id).md",
      "---\nid: \(id)\nstatus: open\ndeps: []\nlinks: []\nexternal-ref: \(reference)\n---\n# \(id)\n"
    )
  }

  @Test("Issues of two projects with one external reference are two plans")
  func externalReference() throws {
    var board = FilledBoard()
    for project in ["app", "web"] {
      let tickets = try plans(.tk, folder: [Self.ticket("\(project)-1", "gh-9")], from: project)
      #expect(tickets.losses == ["'external-ref'": 1])
      try board.importLines(tickets.lines)
      let bead = Self.bead("\(project)-1", #""external_ref":"gh-9""#)
      try board.importLines(try plans(.beads, "x.jsonl", bead, from: project).lines)
    }
    #expect(board.plans.count == 4)
    #expect(board.plans.allSatisfy { $0.aliases.count == 1 })
  }

  @Test("A field of the board takes external references")
  func referenceField() throws {
    var board = FilledBoard()
    board.board.fields = [CustomField(id: "external-ref", title: "Reference", kind: .text)]
    let beads = try plans(
      .beads, "x.jsonl", Self.bead("bd-1", #""external_ref":"gh-9""#), board: board.board)
    #expect(beads.losses.isEmpty)
    #expect(beads.plans[0]["custom"]?.object?["external-ref"] == .string("gh-9"))
    try board.importLines(beads.lines)
    #expect(board.plans.count == 1)
  }

  @Test("A plan that got its external reference as an alias from an older version keeps it")
  func formerReference() throws {
    var board = FilledBoard()
    let former = #"{"aliases":["beads:bd-1","beads-ref:gh-9"],"title":"x","state":"todo"}"#
    try board.importLines(Array(former.utf8))
    let text = ["bd-2", "bd-1"].map { Self.bead($0, #""external_ref":"gh-9""#) }
    try board.importLines(try plans(.beads, "x.jsonl", text.joined(separator: "\n")).lines)
    let aliases = Set(board.plans.map { Set($0.aliases) })
    #expect(aliases == [["beads:bd-1", "beads-ref:gh-9"], ["beads:bd-2"]])
  }

  @Test("An alias that two rows share names neither, in any order of the rows")
  func sharedAliases() throws {
    let rows = ["One,\"a:1, a:9\"", "Two,\"a:2, a:9\""]
    var board = FilledBoard()
    for rows in [rows, rows.reversed()] {
      let table = try plans(
        .csv, "x.csv", "title,aliases\n" + rows.map { $0 + "\n" }.joined())
      #expect(Set(table.texts("aliases")) == [["a:1"], ["a:2"]])
      #expect(table.losses == ["other names that two plans have": 2])
      try board.importLines(table.lines)
    }
    #expect(Set(board.plans.map(\.title)) == ["One", "Two"])
  }

  @Test("In a table, the first row has an alias that a later one repeats")
  func tableAliases() throws {
    let text = "title,aliases\nOne,\"a:1, a:3\"\nTwo,\"a:2, a:1, a:3\"\nThree,a:3\n"
    let table = try plans(.csv, "x.csv", text)
    #expect(table.texts("aliases") == [["a:1"], ["a:2"], ["a:3"]])
    #expect(table.losses == ["other names that two plans have": 3])
    var board = FilledBoard()
    try board.importLines(table.lines)
    #expect(board.plans.count == 3)
  }

  @Test(
    "A host that is not the well-known one is in the alias",
    arguments: [
      ("https://github.com/o/r/issues/1", "github:o/r#1"),
      ("https://ghe.corp:8443/o/r/issues/1", "github:ghe.corp:8443/o/r#1"),
      ("https://Codeberg.org/o/r/issues/1", "github:codeberg.org/o/r#1"),
    ])
  func gitHubHosts(url: String, alias: String) throws {
    let issue = """
      [{"number":1,"title":"x","url":"\(url)","blockedBy":[{"number":2},
      {"number":3,"repository":{"nameWithOwner":"o/s"}}]}]
      """
    let issues = try plans(.github, "x.json", issue, from: "ignored/here")
    #expect(issues.aliases == [alias])
    let host = alias.dropLast("o/r#1".count)
    #expect(
      issues.texts("links") == [["blocked-by:\(host)o/r#2", "blocked-by:\(host)o/s#3"]])
    #expect(ImportSource(of: alias) == ImportSource(of: "\(host)o/r#77"))
    #expect(ImportSource(of: alias) != ImportSource(of: "github:p/q#1"))
  }

  @Test(
    "Servers of GitLab and Jira are in aliases, unless they are Atlassian's or gitlab.com",
    arguments: [
      (
        TrackerFormat.gitlab, "gitlab:g/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://gitlab.com/g/p/-/issues/1"}"#
      ),
      (
        .gitlab, "gitlab:git.corp/g/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://git.corp/g/p/-/issues/1"}"#
      ),
      (
        .gitlab, "gitlab:git.corp/g/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://git.corp/sub/g/p/-/issues/1","references":{"full":"g/p#1"}}"#
      ),
      (
        .gitlab, "gitlab:my.group/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://gitlab.com/my.group/p/-/issues/1"}"#
      ),
      (
        .gitlab, "gitlab:gitlab.com/my.group/sub/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://gitlab.com/my.group/sub/p/-/issues/1"}"#
      ),
      (
        .gitlab, "gitlab:gitlab.com/my.group/sub/p#1",
        #"{"iid":1,"title":"x","labels":[],"web_url":"https://gitlab.com/my.group/sub/p/-/issues/1","references":{"full":"my.group/sub/p#1"}}"#
      ),
      (
        .jira, "jira:APP-1",
        #"{"key":"APP-1","self":"https://acme.atlassian.net/rest/api/3/issue/1","fields":{"summary":"x"}}"#
      ),
      (
        .jira, "jira:jira.corp/APP-1",
        #"{"key":"APP-1","self":"https://jira.corp/rest/api/2/issue/1","fields":{"summary":"x"}}"#
      ),
    ])
  func hosts(format: TrackerFormat, alias: String, text: String) throws {
    #expect(try plans(format, "x.json", text).aliases == [alias])
  }

  @Test("A project's key after a host is a source of its own")
  func sources() throws {
    let source = try #require(ImportSource(of: "jira:jira.corp/APP-1"))
    #expect(source == ImportSource(of: "jira:jira.corp/APP-2"))
    #expect(source != ImportSource(of: "jira:APP-1"))
    #expect(source != ImportSource(of: "jira:jira.corp/WEB-1"))
  }

  @Test("'--from' keeps projects apart whose tools number their plans alike")
  func origins() throws {
    let task = "---\nid: task-1\ntitle: x\nstatus: To Do\ndependencies: [task-2]\n---\n"
    let ticket = "---\nid: a-1\nstatus: open\ndeps: [a-2]\nlinks: []\n---\n# x\n"
    let table = "ID,Team,Title,Status,Parent issue\nAPP-1,App,x,Todo,APP-2\n"
    let rows = "Issue key,Summary,Inward issue link (Blocks)\nAPP-1,x,APP-2\n"
    let bead = Self.bead("bd-1", #""dependencies":[{"depends_on_id":"bd-2","type":"blocks"}]"#)
    let numbered = "id,title,links\n1,x,blocked-by:2\n2,y,\n"
    for (app, prefix) in [
      (try plans(.backlogMD, folder: [("tasks/task-1 - x.md", task)], from: "app"), "backlog:app#"),
      (try plans(.tk, folder: [("a-1.md", ticket)], from: "app"), "tk:app#"),
      (try plans(.beads, "x.jsonl", bead, from: "app"), "beads:app#"),
      (try plans(.linear, "x.csv", table, from: "app"), "linear:app/"),
      (try plans(.jira, "x.csv", rows, from: "app"), "jira:app/"),
      (try plans(.csv, "x.csv", numbered, from: "app"), "csv:app#"),
    ] {
      #expect(app.aliases.allSatisfy { $0.hasPrefix(prefix) }, "\(app.aliases)")
      let link = try #require(app.texts("links").first?.first)
      #expect(link.contains(":\(prefix)"), "\(link)")
    }
  }

  @Test("Ids that are numbers need a name of the source")
  func numbers() throws {
    #expect(throws: FormatError.missingOrigin) {
      try plans(.csv, "x.csv", "id,title\n1,x\n")
    }
    #expect(try plans(.csv, "x.csv", "id,title\nA-1,x\nk7m2q9x4t1ab,y\n,z\n").count == 3)
    let board = [
      ("config.yml", "tasks_dir: tasks\nstatuses: [todo, done]\n"),
      ("tasks/1-x.md", "---\nid: 1\ntitle: x\nstatus: todo\n---\n"),
    ]
    #expect(throws: FormatError.missingOrigin) { try plans(.kanbanMD, folder: board) }
    #expect(try plans(.kanbanMD, folder: board, from: "a").aliases == ["kanban-md:a#1"])
  }

  @Test("A heading is recognized in its file, whatever other files have")
  func headings() throws {
    let two = try plans(.org, folder: [("b.org", "* TODO x\n"), ("c.org", "* TODO x\n")])
    let three = try plans(
      .org, folder: [("a.org", "* TODO x\n"), ("b.org", "* TODO x\n"), ("c.org", "* TODO x\n")])
    #expect(Array(three.aliases.dropFirst()) == two.aliases)
    #expect(Set(three.aliases).count == 3)
  }

  @Test("The headings below one with an id stay the same plans when it is renamed or moved")
  func renamedHeading() throws {
    let below = """
      :PROPERTIES:
      :ID: 1b2c
      :END:
      ** TODO Paint
      *** TODO Buy brushes
      ** Rooms
      *** TODO Hall

      """
    for keyword in ["TODO ", ""] {
      let before = try plans(.org, "x.org", "* \(keyword)House\n\(below)")
      let after = try plans(.org, "x.org", "* Work\n* \(keyword)Home\n\(below)")
      #expect(before.aliases.count == (keyword.isEmpty ? 3 : 4))
      #expect(after.aliases == before.aliases)
      let folder = try plans(
        .org, folder: [("y.org", "* \(keyword)House\n\(below)"), ("z.org", "* TODO x\n")])
      #expect(folder.aliases.dropLast() == before.aliases[...])
    }
  }

  @Test("Headings with equal titles below different ids are different plans")
  func headingsBelowIDs() throws {
    let two = ["a", "b"].map { "* TODO One\n:PROPERTIES:\n:CUSTOM_ID: \($0)\n:END:\n** TODO x\n" }
    let read = try plans(.org, "x.org", two.joined())
    #expect(Set(read.aliases).count == 4)
    #expect(try plans(.org, "x.org", two[1]).aliases == Array(read.aliases.suffix(2)))
  }

  @Test("A link that closes a cycle by another name of a plan, or by its id, is left out")
  func cyclesByOtherNames() throws {
    let text = """
      id,title,aliases,links
      ,One,"a:1, b:1",blocked-by:a:2
      ,Two,a:2,blocked-by:b:1
      k7m2q9x4t1ab,Three,,parent:e1whefhcf3qd
      e1whefhcf3qd,Four,,parent:k7m2q9x4t1ab
      """
    let table = try plans(.csv, "x.csv", text)
    #expect(table.losses == ["links that close a cycle": 2])
    var board = FilledBoard()
    try board.importLines(table.lines)
    #expect(board.plans.count == 4)
  }
}
