import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("The size of a bridge's note")
struct BridgeNoteSizeTests {
  @Test("A note of very many issues with long names can be read again")
  func manyMissing() async throws {
    let worker = try await Worker()
    let bridge = try worker.board().addBridge(
      AddBridge("hub", source: "github:o/r", command: nil, in: "/"))
    let name = String(repeating: "long-name/", count: 12)
    let missing = (1...20_000).map { "gitlab:\(name)p#\($0)" }
    let workspace = try worker.board()
    try workspace.record(BridgeResult(at: workspace.now), missing: missing, of: bridge)
    let waiting = (1...2000).map { number in
      UnsentChange(
        plan: PlanID.imported(as: "\(number)"), title: "", alias: missing[number],
        reason: "there is no such issue any more", isReportedOnce: true)
    }
    try workspace.note(reported: waiting, of: bridge)
    let read = try worker.board().bridges()[0].note
    #expect(read.isTried && read.last != nil)
    #expect(read.missing.count > 1000 && missing.starts(with: read.missing))
    #expect(read.reported.count > 100)
  }

  @Test("No issues are made if more plans may have one from another clone than the note keeps")
  func manyDoubtful() async throws {
    let worker = try await Worker()
    let bridge = try worker.board().addBridge(
      AddBridge("hub", source: "github:o/r", command: nil, in: "/"))
    let plan = try await worker.add("one")
    #expect(try worker.board().outbox(of: bridge, new: "").steps.map(\.plan) == [plan])
    // The note keeps the plans with the lowest ids.
    var doubtful = [plan: "github:o/r#7"]
    for other in (1...).lazy.map({ PlanID.imported(as: "\($0)") }) where other < plan {
      doubtful[other] = "github:o/r#8"
      if doubtful.count > BridgeNote.mostDoubtful + 1 { break }
    }
    let workspace = try worker.board()
    try workspace.record(BridgeResult(at: workspace.now), doubtful: doubtful, of: bridge)
    let read = try worker.board().bridges()[0]
    #expect(read.note.isTried && read.note.doubtful[plan] == nil)
    let outbox = try worker.board().outbox(of: read, new: "")
    #expect(outbox.steps.isEmpty && outbox.waiting.map(\.plan) == [plan])
  }
}
