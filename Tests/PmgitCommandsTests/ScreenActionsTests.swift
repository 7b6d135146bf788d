import PlanModel
import PlanScreen
import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// The actions of the screen's keys on a repository, without a terminal.
@Suite("Actions of a screen")
struct ScreenActionsTests {
  private let pmgit: CommandRunner
  private let id: PlanID

  init() async throws {
    pmgit = try await CommandRunner()
    try await pmgit("init")
    try await pmgit("config", "milestone", "add", "zebra")
    id = try #require(PlanID(try await pmgit.add("First")))
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
    "A key changes the plan in git, and undo takes it back",
    arguments: ["title", "due", "priority", "milestone", "label", "assign", "move"])
  func edits(_ kind: String) async throws {
    let (change, sign): (ScreenChange, String) =
      switch kind {
      case "title": (.set([id], .title, "Zebra"), "Zebra")
      case "due": (.set([id], .due, "2027-03-04"), "2027-03-04")
      case "priority": (.set([id], .priority, "urgent"), "\"urgent\"")
      case "milestone": (.set([id], .milestone, "zebra"), "\"zebra\"")
      case "label": (.label([id], add: ["zebra"], remove: []), "\"zebra\"")
      case "assign": (.assign([id], add: ["Zoe <zoe@example.com>"], remove: []), "zoe@example.com")
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

  @Test("A deleted plan is restored")
  func deletes() async throws {
    _ = try await make(.delete([id]))
    #expect(try await !pmgit("list", "--json").contains(id.text))
    _ = try await make(.restore([id]))
    #expect(try await pmgit("list", "--json").contains(id.text))
  }

  @Test("A refused change leaves the board as it is, and says why")
  func refused() async throws {
    let before = try await tip()
    let bad: [ScreenChange] = [
      .set([id], .due, "no day at all"), .set([id], .priority, "enormous"),
      .move([id], column: "nowhere", place: .usual), .set([id], .title, ""),
      .link(id, "blocked-by:zzzz"),
    ]
    for change in bad {
      do {
        _ = try await make(change)
        Issue.record("\(change) was made")
      } catch { #expect(!source.failure(error).message.isEmpty) }
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
    let outside = try await tip()
    do {
      _ = try await make(.set([id], .title, "Zebra"), on: seen)
      #expect(try await pmgit("conflicts").contains("Outside"))
    } catch {
      #expect(try await tip() == outside)
    }
  }
}
