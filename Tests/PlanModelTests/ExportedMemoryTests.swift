import PmgitTestSupport
import Testing

@testable import PlanModel

/// Exports of plans with a memory of other trackers.
@Suite("What imports remember, in exports")
struct ExportedMemoryTests {
  private static func line(_ random: inout SeededGenerator) -> String {
    let texts = ["null", "\"a\"", "\"b\""]
    let comments = (1...3).filter { _ in random.chance(60) }
      .map { #"{"id":"c\#($0)","text":"\#(random.chance(50) ? "Hi" : "Ho")"}"# }
    let labels = ["\"x\"", "\"y\""].filter { _ in random.chance(60) }
    let checklist = (1...2).filter { _ in random.chance(60) }
      .map { #"{"id":"l\#($0)","text":"Line","done":\#(random.chance(50))}"# }
    return """
      {"title":"T","aliases":["gh:1"],"owner":\(texts[random.number(below: 3)]),\
      "milestone":\(texts[random.number(below: 3)]),"labels":[\(labels.joined(separator: ","))],\
      "checklist":[\(checklist.joined(separator: ","))],\
      "comments":[\(comments.joined(separator: ","))]}
      """
  }

  @Test("An export and an import keep all of it, also that a source has no value")
  func memory() throws {
    var nulls = 0
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      var board = ImportedBoard()
      for _ in 0..<4 { try board.importLines([Self.line(&random)]) }
      let exported = board.export().map { CanonicalJSON.line(of: .object($0)) }
      var other = ImportedBoard()
      try other.importLines(exported)
      let (before, after) = (Self.origins(board), Self.origins(other))
      #expect(before == after, "seed \(seed)")
      nulls += before.values.count { $0.isNull }
      let documents = other.documents
      try other.importLines(exported)
      #expect(other.documents == documents, "seed \(seed)")
      // The next import of the source finds on both boards what it said.
      let next = Self.line(&random)
      try board.importLines([next])
      try other.importLines([next])
      #expect(board.plans[0].owner == other.plans[0].owner, "seed \(seed)")
      #expect(
        Set(board.plans[0].comments.map(\.text)) == Set(other.plans[0].comments.map(\.text)),
        "seed \(seed)")
    }
    #expect(nulls > 20)
  }

  private static func origins(_ board: ImportedBoard) -> [ElementPath: JSONValue] {
    board.documents.values.first?.elements.filter(\.key.isOfOrigin)
      .compactMapValues(\.first?.value) ?? [:]
  }
}
