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
    try await pmgit("config", "milestone", "add", "zebra")
    try await pmgit(
      "config", "field", "add", "severity", "--kind", "choice", "--option", "low", "--option",
      "high")
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
      "title", "due", "priority", "milestone", "own", "label", "assign", "line", "comment", "link",
      "take",
      "move",
    ])
  func edits(_ kind: String) async throws {
    let (change, sign): (ScreenChange, String) =
      switch kind {
      case "title": (.set([id], .title, "Zebra"), "Zebra")
      case "due": (.set([id], .due, "2027-03-04"), "2027-03-04")
      case "priority": (.set([id], .priority, "urgent"), "\"urgent\"")
      case "milestone": (.set([id], .milestone, "zebra"), "\"zebra\"")
      case "own": (.setOwn([id], field: "severity", "high"), "\"high\"")
      case "label": (.label([id], add: ["zebra"], remove: []), "\"zebra\"")
      case "assign": (.assign([id], add: ["Zoe <zoe@example.com>"], remove: []), "zoe@example.com")
      case "line": (.addLine(id, text: "Zebra"), "Zebra")
      case "comment": (.comment([id], text: "Zebra"), "Zebra")
      case "link": (.link(id, "blocked-by:\(other.text)"), "blocked-by:\(other.text)")
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
    let outcome = try await make(.set([id, other], .due, "2027-03-04"))
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
    _ = try await make(.addLine(id, text: "A line"))
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
    let bad: [(ScreenChange, says: String)] = [
      (.set([id], .due, "no day at all"), "no day at all"),
      (.set([id], .priority, "enormous"), "enormous"),
      (.set([id], .milestone, "lion"), "lion"),
      (.setOwn([id], field: "severity", "huge"), "huge"),
      (.move([id], column: "nowhere", place: .usual), "nowhere"), (.set([id], .title, ""), "title"),
      (.link(id, "blocked-by:zzzz"), "zzzz"),
    ]
    for (change, words) in bad {
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
    _ = try await make(.set([id], .title, "Zebra"), on: seen)
    let now = try await plans()
    #expect(now.contains("\"urgent\""))
    #expect(now.contains("Zebra"))
  }

  @Test("What changed elsewhere in the same field meanwhile is not lost")
  func sameField() async throws {
    let seen = try await tip()
    try await pmgit("edit", id.text, "--title", "Outside")
    _ = try await make(.set([id], .title, "Zebra"), on: seen)
    let conflict = try await pmgit("conflicts")
    #expect(conflict.contains("Outside") && conflict.contains("Zebra"), "\(conflict)")
  }
}
