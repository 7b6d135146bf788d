import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// The file that lets a shell complete without reading every plan.
@Suite("Outlines of a board")
struct PlanOutlinesTests {
  private func titles(_ board: BoardFixture) throws -> [String] {
    let store = try board.store()
    return try store.outlines(in: store.snapshot()).map(\.title).sorted()
  }

  private func path(_ board: BoardFixture) -> String {
    board.repository.path + "/.git/pmgit/plans-main"
  }

  @Test("Outlines follow the board, in the order of ids: added, changed and removed plans")
  func follow() async throws {
    let board = try await BoardFixture()
    let one = try await board.add("one")
    try await board.add("two")
    #expect(try titles(board) == ["one", "two"])
    try await board.edit(one, .write(.field("title"), .string("three")))
    try await board.add("four")
    #expect(try titles(board) == ["four", "three", "two"])
    let store = try board.store()
    let snapshot = try store.snapshot()
    let outlines = try store.outlines(in: snapshot)
    #expect(outlines == (try snapshot.plans().plans.map(PlanOutline.init)))
    try await board.repository.removeFromBoard(one.path)
    #expect(try titles(board) == ["four", "two"])
    try await board.repository.commitToBoard("{", at: one.path)
    #expect(try titles(board) == ["four", "two"])
  }

  @Test("Only what was changed is read again")
  func economy() async throws {
    let board = try await BoardFixture()
    try await board.add("one")
    #expect(try titles(board) == ["one"])
    // Tell it from a reading of the board by a title that the board does not have.
    let text = try String(contentsOfFile: path(board), encoding: .utf8)
    try text.replacing("\tone\t", with: "\tkept\t").write(
      toFile: path(board), atomically: true, encoding: .utf8)
    #expect(try titles(board) == ["kept"])
    try await board.add("two")
    #expect(try titles(board) == ["kept", "two"])
  }

  @Test(
    "A file that is lost or damaged only costs time",
    arguments: [
      "remove", "", "x", "pmgit plans 1\nx\n", "cut", "folder", "link",
      "pmgit plans 1\n1111111111111111111111111111111111111111\n",
      "pmgit plans 0\n1111111111111111111111111111111111111111\n",
    ])
  func damaged(content: String) async throws {
    let board = try await BoardFixture()
    try await board.add("one")
    try await board.add("two")
    #expect(try titles(board) == ["one", "two"])
    let manager = FileManager.default
    let old = try String(contentsOfFile: path(board), encoding: .utf8)
    try manager.removeItem(atPath: path(board))
    let target = board.repository.folder + "/target"
    switch content {
    case "remove": break
    case "cut":
      try String(old.dropLast(30)).write(toFile: path(board), atomically: true, encoding: .utf8)
    case "folder":
      try manager.createDirectory(atPath: path(board), withIntermediateDirectories: false)
    case "link": try manager.createSymbolicLink(atPath: path(board), withDestinationPath: target)
    default: try content.write(toFile: path(board), atomically: true, encoding: .utf8)
    }
    #expect(try titles(board) == ["one", "two"])
    #expect(!manager.fileExists(atPath: target))
  }

  @Test("It is written in a clone in which nothing was ever changed, and not where that can't be")
  func folder() async throws {
    let board = try await BoardFixture()
    try await board.add("one")
    let folder = board.repository.path + "/.git/pmgit"
    try FileManager.default.removeItem(atPath: folder)
    #expect(try titles(board) == ["one"])
    #expect(FileManager.default.fileExists(atPath: path(board)))
    try FileManager.default.removeItem(atPath: folder)
    try "".write(toFile: folder, atomically: true, encoding: .utf8)
    #expect(try titles(board) == ["one"])
  }
}
