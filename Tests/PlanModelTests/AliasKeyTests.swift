import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Names of sources are compared as their source does")
struct AliasKeyTests {
  @Test(
    "These aliases are one",
    arguments: [
      ("github:acme/app#1", "github:ACME/App#1"), ("github:acme/app#1", "GitHub:acme/app#1"),
      ("github:git.example.com/o/r#2", "github:GIT.Example.com/O/r#2"),
      ("gitlab:Group/Sub/Project#7", "gitlab:group/sub/project#7"),
      ("gitea:o/R#1", "gitea:O/r#1"), ("forgejo:codeberg.org/o/R#1", "forgejo:codeberg.org/O/r#1"),
      ("jira:APP-12", "jira:app-12"), ("jira:Jira.Corp/APP-1", "jira:jira.corp/app-1"),
      ("linear:APP-1", "linear:app-1"), ("linear:Acme/APP-1", "linear:acme/APP-1"),
      ("plane:Acme/APP-1", "plane:acme/app-1"), ("vibe-kanban:APP-1", "vibe-kanban:app-1"),
      ("backlog:task-1", "backlog:TASK-1"), ("backlog:task-4.02", "backlog:Task-4.02"),
      ("backlog:web#task-1", "backlog:web#TASK-1"),
      ("task:296d835e-8f85-4224-8f36-c612cad1b9f8", "task:296D835E-8F85-4224-8F36-C612CAD1B9F8"),
      ("dstask:296d835e-8f85-4224-8f36-c612cad1", "dstask:296D835E-8f85-4224-8F36-c612cad1"),
      ("git-bug:0a1b2c", "git-bug:0A1B2C"),
    ])
  func same(one: String, other: String) {
    #expect(AliasKey(one) == AliasKey(other))
    #expect(PlanID.imported(as: one) == PlanID.imported(as: other))
    #expect(ImportSource(of: one) == ImportSource(of: other))
    #expect(AliasKey(one).text.text.utf8.count == one.utf8.count)
  }

  @Test(
    "These aliases are two",
    arguments: [
      ("trello:aBcD", "trello:abcd"), ("org:Ab", "org:ab"), ("csv:A", "csv:a"),
      ("github:PVTI_lADOAbc", "github:PVTI_lADOabc"), ("beads:bd-1", "beads:BD-1"),
      ("focalboard:cA", "focalboard:ca"), ("kanboard:Home#1", "kanboard:home#1"),
      ("tk:nw-5c46", "tk:NW-5c46"), ("kanban-md:App#1", "kanban-md:app#1"),
      ("backlog:Web#task-1", "backlog:web#task-1"), ("markdown:App#5d41", "markdown:app#5d41"),
      ("mine:A-1", "mine:a-1"), ("A", "a"), ("Kim:1", "kim:1"), ("github:o/r#1", "gitlab:o/r#1"),
      ("backlog:task-1", "backlog:task-11"), ("jira:é-1", "jira:É-1"),
    ])
  func different(one: String, other: String) {
    #expect(AliasKey(one) != AliasKey(other))
    #expect(PlanID.imported(as: one) != PlanID.imported(as: other))
  }

  @Test("A key does not depend on how often it is made of a key")
  func idempotent() {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let source = AliasKey.letters.keys.sorted()[random.number(below: AliasKey.letters.count)]
      let letters = Array("aB9/#-:.é🌿")
      let count = random.number(below: 12)
      let name = String((0..<count).map { _ in letters[random.number(below: 10)] })
      let key = AliasKey("\(source):\(name)")
      #expect(AliasKey(key.text.text) == key)
    }
  }

  @Test("The tasks of a project of Backlog.md are one source, in whatever letters")
  func backlogSource() {
    #expect(ImportSource(of: "backlog:task-1") == ImportSource(of: "backlog:TASK-2"))
    #expect(ImportSource(of: "backlog:task-1") != ImportSource(of: "backlog:WEB-2"))
    #expect(ImportSource(of: "github:Ferns/Shop#1")?.text == "github:Ferns/Shop")
  }

  private static func document(_ id: String, _ aliases: [String]) -> PlanDocument {
    var document = PlanDocument(id: ExactString(id))
    let edits = [Edit.title("T"), .state("todo"), .rank("a0")]
    document.apply(edits + aliases.map { .add($0, to: .aliases) }, stamp: .none)
    return document
  }

  @Test("Plans are found by their aliases in other letters, and shared ones are reported")
  func index() throws {
    let documents = [
      "k7m2q9x4t1ab": ["github:Acme/App#1", "github:acme/app#1", "trello:aB"],
      "k7m2q9x4t1ac": ["trello:ab"],
    ].map { Self.document($0, $1) }.sorted { $0.id < $1.id }
    let ids = try documents.map { try #require(PlanID($0.id.text)) }
    let index = AliasIndex(zip(documents, ids).map { Plan($0, id: $1) })
    #expect(index.livePlans(called: "github:ACME/App#1") == [ids[0]])
    #expect(index.livePlans(called: "trello:ab") == [ids[1]])
    var check = PlansCheck(board: Board(.newBoard), now: ImportedBoard.now)
    for (document, id) in zip(documents, ids) { check.add(document, id: id) }
    #expect(check.findings().isEmpty)
    let twin = Self.document("k7m2q9x4t1ad", ["github:ACME/APP#1"])
    let id = try #require(PlanID(twin.id.text))
    check.add(twin, id: id)
    #expect(check.findings() == [.sharedAlias("github:Acme/App#1", [ids[0], id])])
  }
}
