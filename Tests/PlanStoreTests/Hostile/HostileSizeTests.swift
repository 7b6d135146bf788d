import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Files from a remote that may exhaust memory or take very long.
///
/// A file has at most 1 MiB, which limits the cost of a plan; these are the worst cases.
@Suite("Hostile sizes")
struct HostileSizeTests {
  /// Returns the file of a plan in which one member has very many elements.
  private func file(
    _ id: PlanID, _ member: String, _ count: Int = 10_000, each: (Int) -> String, close: String
  ) -> HostileFile {
    HostileFile(
      id.path,
      HostilePlan.text(id, member + (0..<count).map(each).joined(separator: ",") + close))
  }

  @Test("10,000 candidates, stamps, labels and fields are read, shown and merged")
  func candidates() async throws {
    let ids = planIDs(5)
    let board = try await HostileBoard(with: ids)
    try board.hub.commitHostile([
      file(
        ids[0], #""conflicts":{"fields":{"title":["#,
        each: { #"{"at":"\#($0)","value":\#($0)}"# }, close: #"]}},"fields":{"title":"x"}"#),
      file(
        ids[1], #""fields":{"title":"x"},"stamps":{"fields":{"title":["#,
        each: { #""\#($0)""# }, close: "]}}"),
      file(ids[2], #""sets":{"labels":["#, each: { #""\#($0)""# }, close: "]}"),
      file(ids[3], #""fields":{"#, each: { #""\#($0)":0"# }, close: "}"),
      // A compact file may be short enough, but too long in canonical form; then it is not written.
      file(
        ids[4], #""fields":{"x":"# + String(repeating: "[", count: 25), 40_000,
        each: { _ in "0" }, close: String(repeating: "]", count: 25) + "}"),
    ])
    try await board.ben.change { transaction in
      for id in ids { try transaction.edit(id, [.due(CalendarDay("2026-12-01"))]) }
    }
    let result = try await board.ben.sync()
    #expect(result.kind == .merged)
    let plans = try board.ben.store().snapshot().plans()
    #expect(plans.plans.count + plans.unreadable.count == ids.count + 1)
    // No file was written that is too long to read again; the value that could not be merged is set
    // aside.
    #expect(plans.unreadable.map(\.reason) == [])
    #expect(result.setAside.count == 1)
    try await board.expectWorks()
  }
}
