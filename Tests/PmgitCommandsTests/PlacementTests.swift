import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// The order of plans in their columns, even if clocks are wrong.
@Suite("Ends of columns")
struct PlacementTests {
  /// Returns the titles of a column, in order.
  private func titles(_ pmgit: CommandRunner, in column: String = "todo") async throws -> [String] {
    let text = try await pmgit("board", "--json")
    let board = try JSONReader.value(in: Array(text.utf8), maximumSize: .max).object
    let columns = board?["columns"]?.array ?? []
    let found = columns.first { $0.object?["id"]?.string == column }
    return found?.object?["plans"]?.array?.compactMap { $0.object?["title"]?.string } ?? []
  }

  /// Returns a board on which a plan was added with a clock that is a day ahead.
  private func boardWithWrongClock() async throws -> (CommandRunner, ids: [String]) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    var ids = [try await pmgit.add("a"), try await pmgit.add("b")]
    let now = pmgit.now
    pmgit.now = Timestamp(seconds: now.seconds + 86_400)
    ids.append(try await pmgit.add("ahead"))
    ids.append(try await pmgit.add("ahead on top", "--top"))
    pmgit.now = now
    return (pmgit, ids)
  }

  @Test("The ends of a column are its ends, also where a clock was ahead")
  func ends() async throws {
    let (pmgit, ids) = try await boardWithWrongClock()
    try await pmgit("add", "last")
    try await pmgit("add", "first", "--top")
    #expect(try await titles(pmgit) == ["first", "ahead on top", "a", "b", "ahead", "last"])
    try await pmgit("move", ids[0], "todo", "--bottom")
    try await pmgit("move", ids[1], "todo", "--top")
    #expect(try await titles(pmgit) == ["b", "first", "ahead on top", "ahead", "last", "a"])
    try await pmgit("import", "-", input: #"{"title":"imported","state":"todo"}"#)
    try await pmgit("move", ids[2], "doing")
    try await pmgit("edit", ids[2], "--state", "todo")
    #expect(
      try await titles(pmgit) == ["b", "first", "ahead on top", "last", "a", "imported", "ahead"])
  }

  @Test("A line of a checklist is added at its end, also where a clock was ahead")
  func checklist() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let id = try await pmgit.add("a plan", "--check", "one")
    let now = pmgit.now
    pmgit.now = Timestamp(seconds: now.seconds + 3_600)
    try await pmgit("edit", id, "--check", "two")
    pmgit.now = now
    try await pmgit("edit", id, "--check", "three", "--check", "four")
    let shown = try await pmgit("show", id)
    let places = ["one", "two", "three", "four"].map { shown.range(of: $0)?.lowerBound }
    #expect(places.compactMap(\.self).count == 4)
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test("What a colleague's clock said is known after a sync")
  func colleague() async throws {
    let pair = try await SharedBoard()
    try await pair.first("add", "mine")
    try await pair.first("sync")
    try await pair.second("sync")
    pair.second.now = Timestamp(seconds: pair.first.now.seconds + 86_400)
    try await pair.second("add", "theirs")
    try await pair.second("sync")
    try await pair.first("sync")
    try await pair.first("add", "mine again")
    #expect(try await titles(pair.first) == ["mine", "theirs", "mine again"])
  }

  @Test("The index only saves time", arguments: ["remove", "", "x", "link", "folder", "old"])
  func index(content: String) async throws {
    let (pmgit, _) = try await boardWithWrongClock()
    let path = pmgit.repository.path + "/.git/pmgit/index-main.db"
    let manager = FileManager.default
    try await pmgit("list")
    let old = manager.contents(atPath: path)
    #expect(old != nil)
    try await pmgit("add", "before")
    for suffix in ["", "-wal", "-shm"] where manager.fileExists(atPath: path + suffix) {
      try manager.removeItem(atPath: path + suffix)
    }
    let target = pmgit.repository.folder + "/target"
    switch content {
    case "remove": break
    case "link": try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
    case "folder": try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "old": #expect(manager.createFile(atPath: path, contents: old))
    default: #expect(manager.createFile(atPath: path, contents: Data(content.utf8)))
    }
    try await pmgit("add", "last")
    #expect(try await titles(pmgit).suffix(3) == ["ahead", "before", "last"])
    #expect(!manager.fileExists(atPath: target))
    let left = try manager.contentsOfDirectory(atPath: pmgit.repository.path + "/.git/pmgit")
    let index = ["", "-wal", "-shm"].map { "index-main.db" + $0 }
    #expect(Set(left).isSubset(of: ["lock", "drafts"] + index), "\(left)")
  }

  @Test("A stranger's position of any length is no end, and one that is none costs nothing")
  func hostile() async throws {
    let (pmgit, ids) = try await boardWithWrongClock()
    for (id, rank) in [(ids[0], String(repeating: "z", count: 200_000)), (ids[1], "10")] {
      let path = "plans/\(id.prefix(2))/\(id).json"
      let text = try await pmgit.repository.git("show", "pmgit/main:\(path)")
      let pattern = try Regex("\"rank\": \"[0-9A-Za-z]+\"")
      try pmgit.repository.commitHostile([
        HostileFile(
          path, text.replacing(pattern, with: "\"rank\": \"\(rank)\"", maxReplacements: 1))
      ])
    }
    let last = try await pmgit.add("last")
    let file = try await pmgit.repository.git(
      "show", "pmgit/main:plans/\(last.prefix(2))/\(last).json")
    #expect(file.utf8.count < 1_000)
    let titles = try await titles(pmgit)
    #expect(titles.firstIndex(of: "ahead").map { titles[$0 + 1] } == "last")
  }

  @Test("Many moves beside one plan write no plan that they do not move")
  func alone() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    try await pmgit("add", "one")
    let two = try await pmgit.add("two")
    let movers = [try await pmgit.add("three"), try await pmgit.add("four")]
    for round in 0..<60 {
      let mover = movers[round % 2]
      try await pmgit("move", mover, "todo", "--before", two)
      let written = try await pmgit.repository.git(
        "show", "--name-only", "--format=", "pmgit/main", "--", "plans")
      #expect(written == "plans/\(mover.prefix(2))/\(mover).json")
    }
    let order = try await titles(pmgit)
    #expect(order.first == "one" && order.last == "two")
  }
}
