import Foundation
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// The order of plans in their columns, even if clocks are wrong.
@Suite("Ends of columns")
struct ColumnEndTests {
  /// Returns a board with four plans. The last two were added with a clock that was a day ahead.
  private func boardWithWrongClock() async throws -> (worker: Worker, ids: [PlanID]) {
    let worker = try await Worker()
    var ids = [try await worker.add("a"), try await worker.add("b")]
    let seconds = worker.seconds
    worker.seconds += 86_400
    ids.append(try await worker.add("ahead"))
    ids.append(try await top("ahead on top", in: worker))
    worker.seconds = seconds
    return (worker, ids)
  }

  /// Adds a plan at the top of its column.
  @discardableResult
  private func top(_ title: String, in worker: Worker) async throws -> PlanID {
    try await worker.board().add(AddPlan(title: title, isAtTop: true)).plans[0]
  }

  @Test("The ends of a column are its ends, also where a clock was ahead")
  func ends() async throws {
    let (worker, ids) = try await boardWithWrongClock()
    try await worker.add("last")
    try await top("first", in: worker)
    #expect(
      try worker.titles(in: "todo") == ["first", "ahead on top", "a", "b", "ahead", "last"])
    try await worker.move(ids[0], to: "todo", at: .bottom)
    try await worker.move(ids[1], to: "todo", at: .top)
    #expect(
      try worker.titles(in: "todo") == ["b", "first", "ahead on top", "ahead", "last", "a"])
    _ = try await worker.board().importPlans(Array(#"{"title":"imported","state":"todo"}"#.utf8))
    try await worker.move(ids[2], to: "doing")
    try await worker.edit(ids[2]) { $0.state = "todo" }
    #expect(
      try worker.titles(in: "todo")
        == ["b", "first", "ahead on top", "last", "a", "imported", "ahead"])
  }

  @Test("A line of a checklist is added at its end, also where a clock was ahead")
  func checklist() async throws {
    let worker = try await Worker()
    let id = try await worker.add("a plan") { $0.checklist = ["one"] }
    let seconds = worker.seconds
    worker.seconds += 3_600
    try await worker.edit(id) { $0.checklist = ["two"] }
    worker.seconds = seconds
    try await worker.edit(id) { $0.checklist = ["three", "four"] }
    #expect(try worker.plan(id).checklist.map(\.text) == ["one", "two", "three", "four"])
  }

  @Test("What a colleague's clock said is known after a sync")
  func colleague() async throws {
    let pair = try await WorkerPair()
    try await pair.ada.add("mine")
    try await pair.share()
    let seconds = pair.ada.seconds
    pair.ben.seconds += 86_400
    try await pair.ben.add("theirs")
    try await pair.ben.sync()
    pair.ada.seconds = seconds
    try await pair.ada.sync()
    try await pair.ada.add("mine again")
    #expect(try pair.ada.titles(in: "todo") == ["mine", "theirs", "mine again"])
  }

  @Test("The index only saves time", arguments: ["remove", "", "x", "link", "folder", "old"])
  func index(content: String) async throws {
    let (worker, _) = try await boardWithWrongClock()
    let path = worker.repository.path + "/.git/pmgit/index-main.db"
    let manager = FileManager.default
    _ = try worker.board().find()
    let old = manager.contents(atPath: path)
    #expect(old != nil)
    try await worker.add("before")
    for suffix in ["", "-wal", "-shm"] where manager.fileExists(atPath: path + suffix) {
      try manager.removeItem(atPath: path + suffix)
    }
    let target = worker.repository.folder + "/target"
    switch content {
    case "remove": break
    case "link": try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
    case "folder": try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "old": #expect(manager.createFile(atPath: path, contents: old))
    default: #expect(manager.createFile(atPath: path, contents: Data(content.utf8)))
    }
    try await worker.add("last")
    #expect(try worker.titles(in: "todo").suffix(3) == ["ahead", "before", "last"])
    #expect(!manager.fileExists(atPath: target))
    let left = try manager.contentsOfDirectory(atPath: worker.repository.path + "/.git/pmgit")
    let index = ["", "-wal", "-shm"].map { "index-main.db" + $0 }
    #expect(Set(left).isSubset(of: ["lock", "drafts"] + index), "\(left)")
  }

  @Test("A stranger's position of any length is no end, and one that is none costs nothing")
  func hostile() async throws {
    let (worker, ids) = try await boardWithWrongClock()
    for (id, rank) in [(ids[0], String(repeating: "z", count: 200_000)), (ids[1], "10")] {
      let text = try await worker.repository.git("show", "pmgit/main:\(id.path)")
      let pattern = try Regex("\"rank\": \"[0-9A-Za-z]+\"")
      try worker.repository.commitHostile([
        HostileFile(
          id.path, text.replacing(pattern, with: "\"rank\": \"\(rank)\"", maxReplacements: 1))
      ])
    }
    let last = try await worker.add("last")
    let file = try await worker.repository.git("show", "pmgit/main:\(last.path)")
    #expect(file.utf8.count < 1_000)
    let titles = try worker.titles(in: "todo")
    #expect(titles.firstIndex(of: "ahead").map { titles[$0 + 1] } == "last")
  }

  @Test("Many moves beside one plan write no plan that they do not move")
  func alone() async throws {
    let worker = try await Worker()
    try await worker.add("one")
    let two = try await worker.add("two")
    let movers = [try await worker.add("three"), try await worker.add("four")]
    for round in 0..<60 {
      let mover = movers[round % 2]
      let moved = try await worker.move(mover, to: "todo", at: .before(two.text))
      #expect(moved.changed == [mover])
      let written = try await worker.repository.git(
        "show", "--name-only", "--format=", "pmgit/main", "--", "plans")
      #expect(written == mover.path)
    }
    let order = try worker.titles(in: "todo")
    #expect(order.first == "one" && order.last == "two")
  }
}
