import PlanModel
import PlanScreen
import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// What the screen asks of the board, on a repository, without keys and without a terminal.
@Suite("Actions of a screen")
struct ScreenActionsTests {
  private let pmgit: CommandRunner
  private let id: PlanID
  private let other: PlanID

  init() async throws {
    pmgit = try await CommandRunner()
    try await pmgit("init")
    try await pmgit("milestone", "add", "zebra")
    try await pmgit(
      "field", "add", "severity", "--kind", "choice", "--option", "low", "--option", "high")
    id = try #require(PlanID(try await pmgit.add("First")))
    other = try #require(PlanID(try await pmgit.add("Second")))
  }

  private var source: ScreenSource {
    let now = pmgit.now
    return ScreenSource(
      environment: pmgit.environment, directory: pmgit.directory, board: nil, clock: { now },
      clocks: .utc)
  }

  private func tip() async throws -> String {
    try await pmgit.repository.git("rev-parse", "pmgit/main")
  }

  private func plans() async throws -> String { try await pmgit("list", "is:any", "--json") }

  private func make(_ change: ScreenChange, on commit: String? = nil) async throws -> ScreenOutcome
  {
    try await source.make(change, on: commit)
  }

  @Test(
    "A change is a commit, and undo takes it back",
    arguments: [
      "title", "due", "priority", "milestone", "own", "label", "assign", "line", "link", "take",
      "move",
    ])
  func edits(_ kind: String) async throws {
    let zoe = "Zoe <zoe@example.com>"
    let link = "blocked-by:\(other.text)"
    let (change, sign): (ScreenChange, String) =
      switch kind {
      case "title": (.edit([id], FieldChanges(.title, "Zebra")), "Zebra")
      case "due": (.edit([id], FieldChanges(.due, "2027-03-04")), "2027-03-04")
      case "priority": (.edit([id], FieldChanges(.priority, "urgent")), "\"urgent\"")
      case "milestone": (.edit([id], FieldChanges(.milestone, "zebra")), "\"zebra\"")
      case "own": (.edit([id], FieldChanges(CustomChange("severity", .typed("high")))), "\"high\"")
      case "label": (.edit([id], FieldChanges(.labels, .init(added: ["zebra"]))), "\"zebra\"")
      case "assign": (.edit([id], FieldChanges(.assignees, .init(added: [zoe]))), "zoe@example.com")
      case "line": (.edit([id], FieldChanges(newLine: "Zebra")), "Zebra")
      case "link": (.edit([id], FieldChanges(.links, .init(added: [link]))), link)
      case "take": (.take([id]), "\"doing\"")
      default: (.move([id], column: "doing", place: .top), "\"doing\"")
      }
    #expect(try await !plans().contains(sign))
    let before = try await tip()
    let outcome = try await make(change, on: before)
    let after = try await tip()
    #expect(after != before)
    #expect(outcome.commit == after)
    #expect(outcome.made == [after])
    #expect(outcome.plans == [id])
    #expect(try await plans().contains(sign))
    _ = try await make(.undo(isAgreed: true), on: after)
    #expect(try await !plans().contains(sign))
    _ = try await make(.redo(isAgreed: true))
    #expect(try await plans().contains(sign))
  }

  @Test("Several plans are changed by one commit, and come back by one undo")
  func several() async throws {
    let outcome = try await make(.edit([id, other], FieldChanges(.due, "2027-03-04")))
    #expect(outcome.plans == [id, other] && outcome.made.count == 1)
    #expect(try await pmgit("list", "due:2027-03-04").split(separator: "\n").count == 2)
    _ = try await make(.undo(isAgreed: true))
    #expect(try await pmgit("list", "due:2027-03-04").isEmpty)
  }

  @Test("A plan is added with what its line says, and a line of a checklist is ticked")
  func addsAndTicks() async throws {
    _ = try await make(.add(line: "Third #zebra !high", column: "doing"))
    let found = try await pmgit("list", "#zebra state:doing priority:high")
    #expect(found.contains("Third"), "\(found)")
    _ = try await make(.edit([id], FieldChanges(newLine: "A line")))
    _ = try await make(.tick(id, item: "1", isDone: true))
    #expect(try await plans().contains("\"done\": true"))
  }

  @Test("A deleted plan comes back by an undo, or is restored", arguments: [true, false])
  func deletes(isUndone: Bool) async throws {
    _ = try await make(.delete([id]))
    #expect(try await !pmgit("list", "--json").contains(id.text))
    _ = try await make(isUndone ? .undo(isAgreed: true) : .restore([id]))
    #expect(try await pmgit("list", "--json").contains(id.text))
  }

  @Test("A refused change leaves the board as it is, and says why")
  func refused() async throws {
    let before = try await tip()
    let fields = [
      ("no day at all", FieldChanges(.due, "no day at all")),
      ("enormous", FieldChanges(.priority, "enormous")), ("lion", FieldChanges(.milestone, "lion")),
      ("huge", FieldChanges(CustomChange("severity", .typed("huge")))),
      ("title", FieldChanges(.title, "")),
      ("zzzz", FieldChanges(.links, .init(added: ["blocked-by:zzzz"]))),
    ]
    let bad =
      fields.map { (words: $0, change: ScreenChange.edit([id], $1)) }
      + [(words: "nowhere", change: .move([id], column: "nowhere", place: .unspecified))]
    for (words, change) in bad {
      do {
        _ = try await make(change)
        Issue.record("\(change) was made")
      } catch {
        let message = source.failure(error).message
        #expect(message.contains(words), "\(change): \(message)")
      }
      #expect(try await tip() == before, "\(change)")
    }
  }

  @Test("What changed elsewhere in another field meanwhile is kept")
  func meanwhile() async throws {
    let seen = try await tip()
    try await pmgit("edit", id.text, "--priority", "urgent")
    _ = try await make(.edit([id], FieldChanges(.title, "Zebra")), on: seen)
    let now = try await plans()
    #expect(now.contains("\"urgent\""))
    #expect(now.contains("Zebra"))
  }

  @Test("What changed elsewhere in the same field meanwhile is not lost")
  func sameField() async throws {
    let seen = try await tip()
    try await pmgit("edit", id.text, "--title", "Outside")
    _ = try await make(.edit([id], FieldChanges(.title, "Zebra")), on: seen)
    let conflict = try await pmgit("resolve", "--list")
    #expect(conflict.contains("Outside") && conflict.contains("Zebra"), "\(conflict)")
  }
}
