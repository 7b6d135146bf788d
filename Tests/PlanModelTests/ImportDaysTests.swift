import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Days in lines of an import")
struct ImportDaysTests {
  /// Returns a day or a moment among few, so that many are equal or on one day.
  private static func time(_ random: inout SeededGenerator) -> String {
    let day = "2026-10-0\(1 + random.number(below: 4))"
    return switch random.number(below: 4) {
    case 0: day
    case 1: "\(day)T00:00:00Z"
    case 2: "\(day)T10:00:00.500Z"
    default: "\(day)T10:00:0\(random.number(below: 2))Z"
    }
  }

  /// Returns a line about a plan, with some times in any order.
  private static func line(
    _ names: String, _ state: String, _ random: inout SeededGenerator
  ) -> (text: String, times: [String: String]) {
    var times: [String: String] = [:]
    for name in ["started", "moved", "closed", "updated"] where random.chance(60) {
      times[name] = time(&random)
    }
    var members = times.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
    if random.chance(60) {
      let at = time(&random)
      members.append(#""created":{"at":"\#(at.utf8.count > 10 ? at : at + "T00:00:00Z")"}"#)
    }
    members += [#""title":"T""#, #""state":"\#(state)""#, names]
    return ("{\(members.joined(separator: ","))}", times)
  }

  private static let names = [
    #""aliases":["gh:1"]"#, #""id":"k7m2q9x4t1ab""#,
    #""id":"k7m2q9x4t1ab","aliases":["gh:1"]"#,
  ]

  @Test("A second import of any days changes nothing, and the day of completion is kept")
  func random() throws {
    for seed in UInt64(0)..<2000 {
      var random = SeededGenerator(seed: seed)
      let state = random.pick(["todo", "doing", "done", "done"])
      let names = random.pick(Self.names)
      let line = Self.line(names, state, &random)
      var board = ImportedBoard()
      let report = try board.importLines([line.text])
      #expect(report.ignored.isEmpty, "\(line.text)")
      let documents = board.documents
      try board.importLines([line.text])
      #expect(board.documents == documents, "\(line.text)")
      let plan = board.plans[0]
      if state == "done", let said = line.times["closed"] ?? line.times["moved"] {
        #expect(plan.stateSince?.day.description == said.prefix(10).description, "\(line.text)")
      }
      if let started = line.times["started"] {
        #expect(plan.other["started"]?.string?.prefix(10) == started.prefix(10), "\(line.text)")
      }
      let created = try #require(plan.created?.at)
      #expect(created < ImportedBoard.now || line.times.isEmpty, "\(line.text)")
    }
  }

  @Test("A due day stays if its moment is on another day where the next import is made")
  func otherTimeZone() throws {
    let line = { (day: String, moment: String) in
      #"{"title":"T","due":"\#(day)","moments":{"due":"\#(moment)"},\#(Self.names[0])}"#
    }
    var board = ImportedBoard()
    try board.importLines([line("2026-12-01", "2026-12-01T23:30:00Z")])
    try board.importLines([line("2026-12-02", "2026-12-01T23:30:00Z")])
    #expect(board.plans.map(\.due) == [CalendarDay("2026-12-01")])
    try board.importLines([line("2026-12-02", "2026-12-02T08:00:00Z")])
    #expect(board.plans.map(\.due) == [CalendarDay("2026-12-02")])
  }

  @Test("A plan that was here before keeps the day on which its source finished it")
  func later() throws {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let names = Self.names[0]
      let closed = Self.time(&random)
      let created = #""created":{"at":"2026-10-01T10:00:00Z"}"#
      var board = ImportedBoard()
      try board.importLines([#"{"title":"T","state":"todo",\#(created),\#(names)}"#])
      let line = #"{"title":"T","state":"done","closed":"\#(closed)",\#(created),\#(names)}"#
      try board.importLines([line])
      let documents = board.documents
      #expect(board.plans[0].stateSince?.day.description == closed.prefix(10).description)
      try board.importLines([line])
      #expect(board.documents == documents)
    }
  }
}
