import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// A real backlog as JSON Lines. It is too large for the repository, and not ours to publish.
///
/// If `PMGIT_REAL_BACKLOG` names an unreadable file, the tests fail instead of being skipped.
private enum RealBacklog {
  static let path = ProcessInfo.processInfo.environment["PMGIT_REAL_BACKLOG"]

  /// The lines that are not empty.
  static func lines() throws -> [String] {
    let data = try Data(contentsOf: URL(filePath: try #require(path)))
    return Array(data).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}

@Suite(
  "Importing a real backlog",
  .enabled(if: RealBacklog.path != nil, "PMGIT_REAL_BACKLOG is not set"))
struct RealBacklogTests {
  @Test("A real backlog is imported whole, once")
  func twice() throws {
    let lines = try RealBacklog.lines()
    var board = ImportedBoard()
    let first = try board.importLines(lines)
    #expect(!lines.isEmpty && board.documents.count == lines.count)
    #expect(first.steps.allSatisfy { $0.isNew })
    #expect(first.ignored.keys.filter { !$0.hasPrefix("an empty ") } == [])
    let files = board.files
    let second = try board.importLines(lines)
    #expect(second.steps.allSatisfy { !$0.isNew })
    #expect(board.files == files)
    #expect(second.danglingLinks.map(\.link) == first.danglingLinks.map(\.link))
  }

  @Test("The export has what the lines had")
  func export() throws {
    let lines = try RealBacklog.lines()
    var board = ImportedBoard()
    let steps = try board.importLines(lines).steps
    for (line, step) in zip(lines, steps) {
      let given = try #require(try JSONReader.value(in: utf8(line)).object)
      let plan = Plan(try #require(board.documents[step.id]), id: step.id)
      let exported = PlanJSON.object(plan, board: board.board, today: ImportedBoard.now.day)
      for member in ["title", "body", "state", "priority"] as [ExactString] {
        #expect(exported[member] == given[member], "\(member) of \(plan.title)")
      }
      for member in ["labels", "assignees", "aliases"] as [ExactString] {
        let texts = given[member]?.array?.compactMap(\.string).filter { !$0.isEmpty } ?? []
        let sorted = Set(exact(texts)).sorted().map(\.text)
        #expect(exported[member] == .strings(sorted), "\(member) of \(plan.title)")
      }
      let created = try #require(given["created"]?.object)
      #expect(plan.created?.at == created["at"]?.string.flatMap { Timestamp($0) })
      #expect(plan.created?.by == created["by"]?.string)
      #expect(plan.links.count == Set(given["links"]?.array ?? []).count)
    }
  }
}
