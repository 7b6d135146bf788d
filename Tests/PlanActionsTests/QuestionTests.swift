import Foundation
import Git
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

@testable import PlanActions

/// The questions that interfaces ask about a board, in this process.
@Suite("Questions")
struct QuestionTests {
  @Test("A query finds its plans, in its order; a wrong one is shown where")
  func find() async throws {
    let worker = try await Worker()
    let bug = try await worker.add("Login") { $0[.labels].added = ["bug"] }
    _ = try await worker.add("Docs")
    let late = try await worker.add("Crash") {
      ($0[.labels].added, $0[.due]) = (["bug"], "2026-01-01")
    }
    let found = try worker.board().find("label:bug sort:title")
    #expect(found.plans.map(\.id) == [late, bug] && found.isFiltered)
    #expect(try !worker.board().find().isFiltered)
    let problem = try await refusal { _ = try worker.board().find("lable:bug") }
    #expect(problem.kind == .usage && problem.detail.contains("^^^^^"), "\(problem)")
  }

  @Test("A board of the past is looked at from its own moment; one to come is refused")
  func past() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    let tip = try #require(try worker.board().store.localTip())
    let then = try worker.board().now
    _ = try await worker.edit(id) { $0.title = "Two" }
    _ = try await worker.add("Other")
    let found = try worker.board().find(at: tip.hex)
    #expect(found.plans.map(\.title) == ["One"])
    #expect(found.shown.past?.id == CommitID(tip) && found.shown.now < then)
    let shown = try worker.board().show(id.text, at: then.description)
    #expect(shown.plan.title == "One")
    for at in ["2999-01-01", "nonsense"] {
      _ = try await refusal { _ = try worker.board().find(at: at) }
    }
  }

  @Test("Files that can't be read are missing from an answer, and named")
  func missing() async throws {
    let worker = try await Worker()
    let (kept, broken) = (try await worker.add("Kept"), try await worker.add("Broken"))
    try worker.repository.commitHostile([
      HostileFile(broken.path, "{"), HostileFile("board.json", "{"),
    ])
    let found = try worker.board().find()
    #expect(found.plans.map(\.id) == [kept])
    #expect(found.shown.missing.plans.map(\.path) == [broken.path])
    #expect(found.shown.missing.settings?.path == "board.json")
    #expect(throws: Problem.self) { try found.requireAll() }
    let status = try worker.board().status()
    #expect(status.broken.map(\.path) == ["board.json", broken.path])
    #expect(status.broken.allSatisfy { $0.origin != nil })
    let problem = try await refusal { _ = try worker.board().show(broken.text) }
    #expect(problem.code == .unreadablePlan && !problem.detail.isEmpty)
    let unknown = try await refusal {
      _ = try worker.board().history(ShowHistory(["gone"]))
    }
    #expect(unknown.code == .unknownPlan && unknown.detail.contains { $0.contains(broken.path) })
  }

  @Test("A plan is shown with the titles that it links to and its last changes")
  func detail() async throws {
    let worker = try await Worker()
    let one = try await worker.add("One")
    let two = try await worker.add("Two") { $0[.links].added = ["blocked-by:\(one)"] }
    for number in 1...6 { _ = try await worker.edit(two) { $0.title = "Two \(number)" } }
    let shown = try worker.board().show(String(two.text.prefix(5)))
    let detail = try worker.board().detail(of: shown)
    #expect(detail.links.map(\.plan?.title) == ["One"])
    #expect(detail.lastChanges.rows.count == 5)
    #expect(detail.lastChanges.rows.first?.entry.planTitle == "Two 6")
  }

  @Test("News reports who changed each plan last since it was seen, in any clone")
  func news() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await Worker("Ada", of: hub, seed: 1)
    _ = try await ada.board().createBoard()
    let (one, two) = (try await ada.add("One"), try await ada.add("Two"))
    let before = try await ada.repository.git("rev-parse", "pmgit/main")
    for number in 1...20 { _ = try await ada.edit(two) { $0.title = "Two \(number)" } }
    _ = try await ada.board().sync()
    let bob = try await Worker("Bob", of: hub, seed: 2)
    _ = try await bob.board().createBoard()
    // Advances Bob's clock. If it were behind, git would look further back for commits of that
    // time.
    for _ in 1...60 { _ = try bob.board() }
    let seen = try await ada.repository.git("rev-parse", "pmgit/main")
    #expect(try ada.board().news(since: seen).lastChanges.isEmpty)

    _ = try await bob.edit(one) { $0.title = "One of Bob" }
    _ = try await bob.board().sync()
    for _ in 1...60 { _ = try ada.board() }
    _ = try await ada.edit(two) { $0[.due] = "today" }
    _ = try await ada.edit(two) { $0[.priority] = "high" }
    _ = try await ada.board().sync()
    // The older past is not read, so it may be missing.
    let path = ada.repository.path + "/.git/objects/" + before.prefix(2) + "/" + before.dropFirst(2)
    try FileManager.default.removeItem(atPath: path)
    let news = try ada.board().news(since: seen)
    #expect(Set(news.changed) == [one, two] && news.lastChanges.count == 2)
    let last = Dictionary(news.lastChanges.map { ($0.plan, $0) }) { first, _ in first }
    #expect(last[one]?.planTitle == "One of Bob" && last[one]?.author.hasPrefix("Bob") == true)
    #expect(last[two]?.changes.map(\.path.fieldName) == ["priority"])
  }

  @Test("News concern plans that a change has unblocked, and old and new parents")
  func concerned() async throws {
    let worker = try await Worker()
    let (blocker, old, new) = (
      try await worker.add("Blocker"), try await worker.add("Old"), try await worker.add("New")
    )
    let child = try await worker.add("Child") {
      $0[.links].added = ["blocked-by:\(blocker)", "parent:\(old)"]
    }
    let concerned = { (change: () async throws -> Void) async throws -> Set<PlanID> in
      let seen = try worker.board().board().commit.hex
      try await change()
      return try worker.board().news(since: seen).concerned
    }
    let moved = try await concerned {
      _ = try await worker.edit(child) {
        ($0[.links].removed, $0[.links].added) = (["parent:\(old)"], ["parent:\(new)"])
      }
    }
    #expect(moved == [child, old, new])
    let unblocked = try await concerned { _ = try await worker.board().delete([blocker.text]) }
    #expect(unblocked == [blocker, child])
  }

  @Test("History is that of the board, of one plan by its id or alias, or of those found")
  func history() async throws {
    let worker = try await Worker()
    let one = try await worker.add("One") { $0[.aliases].added = ["gh:1"] }
    let two = try await worker.add("Two")
    _ = try await worker.edit(one) { $0.title = "First" }
    let board = try worker.board()
    #expect(Set(try board.history(ShowHistory()).entries.map(\.plan)).isSuperset(of: [one, two]))
    for name in [one.text, "gh:1"] {
      let entries = try board.history(ShowHistory([name])).entries
      #expect(entries.map(\.plan) == [one, one])
    }
    #expect(try board.history(ShowHistory(["title:two"])).entries.map(\.plan) == [two])
    #expect(try board.history(ShowHistory(limit: 1)).entries.map(\.planTitle) == ["First"])
    let problem = try await refusal { _ = try board.history(ShowHistory(["zzzz"])) }
    #expect(problem.code == .unknownPlan)
  }

  @Test("Status reports the columns, and how far the remote is away")
  func status() async throws {
    let hub = try await ScratchRepository(bare: true)
    let worker = try await Worker("Ada", of: hub, seed: 1)
    _ = try await worker.board().createBoard()
    #expect(try worker.board().status().model.remote == .neverSynced(name: "origin"))
    _ = try await worker.board().sync()
    _ = try await worker.add("One")
    let status = try worker.board().status()
    #expect(status.model.remote == .tracked(name: "origin", ahead: 1, behind: 0))
    #expect(status.model.columns.map(\.count) == [1, 0, 0])
    #expect(status.model.lastSyncWords == nil, "a sync of this minute needs no time")
    worker.seconds += 7200
    #expect(try worker.board().status().model.lastSyncWords == "2 hours ago")
  }

  @Test("Settings are shown and chosen; what is not there is refused")
  func settings() async throws {
    let worker = try await Worker()
    _ = try await worker.board().setTitle("Work")
    let shown = try worker.board().settings()
    #expect(shown.settings.first { $0.key == "title" }?.value == "Work")
    #expect(try worker.board().boards().map(\.name.text) == ["main"])
    let remote = try await refusal { try worker.board().chooseRemote("nowhere") }
    #expect(remote.code == .noRemote)
    let board = try await refusal { try worker.board().chooseBoard("other") }
    #expect(board.code == .noBoard)
    try worker.board().chooseBoard("main")
    #expect(try worker.board().configured("pmgit.board") == "main")
  }
}
