import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Milestones and iterations")
struct PhaseTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  // MARK: - Names

  @Test(
    "An id is of small letters, digits, points, hyphens and underscores",
    arguments: [
      ("v1.0", true), ("2026-12-07", true), ("a_b", true), ("1", true),
      (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
      ("", false), (".a", false), ("-a", false), ("_a", false), ("V1", false), ("a b", false),
      ("a/b", false), ("é", false), ("none", false), ("any", false), ("current", false),
      ("next", false), ("previous", false), ("keep", false), ("a\n", false),
    ])
  func ids(text: String, isID: Bool) { #expect(Phase.isID(text) == isID) }

  @Test(
    "An id is made of a title's letters, digits and points",
    arguments: [
      ("Release 2.0", "release-2.0"), ("Prêt à porter", "pret-a-porter"), ("  .5 beta ", "5-beta"),
      ("None", nil), ("로그인", nil), ("...", nil),
    ])
  func madeIDs(title: String, id: String?) { #expect(Phase.id(from: title) == id) }

  @Test("Every id that is made of a title is valid", arguments: Seeds.batches(400, of: 100))
  func madeIDsAreValid(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let title = String(
        (0..<random.number(below: 90)).map { _ in
          random.pick(["a", "B", "7", ".", "-", "_", " ", "é", "로", "/", "\u{202E}"])
        }.joined())
      if let id = Phase.id(from: title) { #expect(Phase.isID(id), "PMGIT_SEED=\(seed)") }
    }
  }

  @Test("A name is an id, or an id or a title in any case")
  func names() {
    let phases = Phases([
      Phase(.milestone, "v1", title: "Beta"), Phase(.milestone, "beta"),
      Phase(.milestone, "v2", title: "Été"), Phase(.iteration, "v1"),
    ])
    #expect(phases.named("beta", .milestone).map(\.id) == ["beta"])
    #expect(phases.named("BETA", .milestone).map(\.id).sorted() == ["beta", "v1"])
    #expect(phases.named("ete", .milestone).map(\.id) == ["v2"])
    #expect(phases.named("v3", .milestone).isEmpty)
  }

  // MARK: - Settings

  @Test("They are read in order, without removed ones, and wrong days count as none")
  func reading() throws {
    var document = PlanDocument.newBoard
    let phases = [
      Phase(.milestone, "late", title: "Late", last: try day("2027-01-01")),
      Phase(.milestone, "whenever"), Phase(.milestone, "early", last: try day("2026-12-01")),
      Phase(
        .iteration, "two", first: try day("2026-12-07"), last: try day("2026-12-20"),
        isClosed: true),
      Phase(.iteration, "one", first: try day("2026-11-23"), last: try day("2026-12-06")),
    ]
    document.apply(phases.flatMap(Edit.phase), stamp: Stamp("a"))
    var board = Board(document)
    #expect(board.phases == Phases(phases))
    #expect(board.phases.milestones.map(\.id) == ["early", "late", "whenever"])
    #expect(board.phases.iterations.map(\.id) == ["one", "two"])
    document.apply(
      [
        document.removal(ofItem: "late", in: "milestones"),
        .write(PlanList.milestones.path("early", "due"), .string("soon")),
      ], stamp: Stamp("b"))
    board = Board(document)
    #expect(board.phases.milestones.map(\.id) == ["early", "whenever"])
    #expect(board.phases.milestones[0].last == nil)
    #expect(document.wrongValues.map(\.path) == [PlanList.milestones.path("early", "due")])
    #expect(try PlanFile.read(PlanFile.bytes(of: document)) == document)
  }

  // MARK: - Days

  @Test("The words for iterations agree with a look at every iteration", arguments: Seeds.each(40))
  func words(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let begin = 20_800
    let iterations = (0..<random.number(below: 7)).map { number in
      let first = begin + random.number(below: 60)
      return Phase(
        .iteration, "i\(number)", first: CalendarDay(dayNumber: first),
        last: CalendarDay(dayNumber: first + random.number(below: 20)))
    }
    let phases = Phases(iterations)
    for number in begin - 2..<begin + 85 {
      let today = CalendarDay(dayNumber: number)
      let including = iterations.filter { $0.first! <= today && today <= $0.last! }
      let current = phases.iteration(.current, on: today)
      #expect(current?.first == including.compactMap(\.first).max(), "PMGIT_SEED=\(seed)")
      let next = phases.iteration(.next, on: today)
      #expect(next?.first == iterations.compactMap(\.first).filter { $0 > today }.min())
      let previous = phases.iteration(.previous, on: today)
      #expect(previous?.last == iterations.compactMap(\.last).filter { $0 < today }.max())
    }
  }

  @Test(
    "Iterations follow each other without a gap, over the ends of months and years",
    arguments: Seeds.each(100))
  func series(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let start = CalendarDay(dayNumber: 20_000 + random.number(below: 2000))
    let length = Period(
      1 + random.number(below: 6), random.pick([Period.Unit.day, .week, .month]))
    let count = 1 + random.number(below: 12)
    guard length.unit != .month || start.day <= 28 else {
      #expect(throws: IterationSeries.Failure.dayOfMonth) {
        try IterationSeries(from: start, every: length, count: count)
      }
      return
    }
    let made = try IterationSeries(from: start, every: length, count: count).iterations
    #expect(made.count == count && made[0].first == start)
    for (one, other) in zip(made, made.dropFirst()) {
      #expect(one.last! + 1 == other.first!, "PMGIT_SEED=\(seed)")
      if length.unit == .month { #expect(other.first!.day == start.day) }
    }
    for phase in made {
      #expect(phase.id == phase.first!.description && Phase.isID(phase.id))
      let days = phase.last! - phase.first! + 1
      switch length.unit {
      case .day: #expect(days == length.count)
      case .week: #expect(days == 7 * length.count)
      default: #expect((28 * length.count...31 * length.count).contains(days))
      }
    }
    // A clone that continues later makes the same ones.
    let index = random.number(below: count)
    // One iteration alone does not show that it is counted in months.
    guard index > 0 || length.unit == .day || length.unit == .week else { return }
    let again = try IterationSeries(
      from: made[index].first!, every: IterationSeries.length(of: Array(made[...index]))!,
      count: count - index)
    #expect(again.iterations == Array(made[index...]), "PMGIT_SEED=\(seed)")
  }

  @Test("Iterations over the end of a year, a leap day and the end of the calendar")
  func ends() throws {
    let year = try IterationSeries(
      from: day("2026-12-21"), every: Period(2, .week), count: 2)
    #expect(
      year.iterations.map(\.days) == ["2026-12-21 to 2027-01-03", "2027-01-04 to 2027-01-17"])
    let leap = try IterationSeries(from: day("2028-02-28"), every: Period(1, .day), count: 3)
    #expect(leap.iterations.map(\.id) == ["2028-02-28", "2028-02-29", "2028-03-01"])
    let months = try IterationSeries(from: day("2027-01-28"), every: Period(1, .month), count: 2)
    #expect(
      months.iterations.map(\.days) == ["2027-01-28 to 2027-02-27", "2027-02-28 to 2027-03-27"])
    #expect(throws: IterationSeries.Failure.outsideCalendar) {
      try IterationSeries(from: day("9999-12-25"), every: Period(1, .week), count: 2)
    }
    #expect(throws: IterationSeries.Failure.length) {
      try IterationSeries(from: day("2026-01-01"), every: Period(367, .day), count: 1)
    }
  }

  // MARK: - Spans

  @Test("A span counts both its days, over a year's end and a change of clocks")
  func span() throws {
    var plan = Plan(id: try #require(PlanID("k7m2q9x4t1ab")))
    #expect(PlanSpan(plan).days == nil)
    (plan.values.start, plan.values.due) = (try day("2026-12-31"), try day("2027-01-01"))
    #expect(PlanSpan(plan).days == 2)
    (plan.values.start, plan.values.due) = (try day("2027-03-27"), try day("2027-03-29"))
    #expect(PlanSpan(plan).days == 3)
    plan.values.due = plan.start
    #expect(PlanSpan(plan).days == 1)
    plan.values.due = try day("2027-03-01")
    #expect(PlanSpan(plan).days == nil)
  }

  // MARK: - Order

  @Test("Plans are sorted by the days of their milestones, those without one last")
  func order() throws {
    let board = QueryTests.board
    let names: [String?] = ["v2", nil, "gone", "v1", "beta", "alpha"]
    let plans = try names.enumerated().map { index, name in
      try QueryTests.plan("\("abcdef".map { String($0) }[index])00000000000") {
        ($0.values.milestone, $0.values.rank, $0.values.state) = (name, "a\(index)", "todo")
      }
    }
    let context = QueryContext(now: QueryTests.time("2026-11-20T12:00:00Z"), me: nil, board: board)
    let ascending = try Query.parse("sort:milestone", context: context).select(from: plans)
    #expect(ascending.map(\.milestone) == ["beta", "v1", "v2", "alpha", "gone", nil])
    let descending = try Query.parse("sort:-milestone", context: context).select(from: plans)
    #expect(descending.map(\.milestone) == ["v2", "v1", "beta", "gone", "alpha", nil])
  }

  @Test("Of very many, the first thousand of each kind are read", arguments: Phase.Kind.allCases)
  func tooMany(kind: Phase.Kind) {
    var document = PlanDocument.newBoard
    for number in 0...1000 {
      let day = CalendarDay("2026-12-01").map { $0 + -number }
      let phase = Phase(kind, "m\(number)", first: kind == .iteration ? day : nil, last: day)
      document.apply(Edit.phase(phase), stamp: .none)
    }
    let board = Board(document)
    #expect(board.phases[kind].count == 1000 && board.phases[kind].first?.id == "m1000")
    #expect(board.unread.map(\.list) == [kind.list])
    #expect(board.unread.map { [$0.read, $0.count] } == [[1000, 1001]])
    let list = ExactString(kind.list.rawValue)
    document.apply([document.removal(ofItem: "m7", in: list)], stamp: .none)
    #expect(Board(document).unread.isEmpty && Board(document).phases[kind].count == 1000)
  }

  // MARK: - Progress

  @Test("Progress counts each plan once, and what is before", arguments: Seeds.each(30))
  func progress(seed: UInt64) throws {
    var random = RandomQuery(seed: seed)
    let plans = try random.plans()
    let board = QueryTests.board
    var ahead = 0
    for row in PhaseProgress.all(.milestone, of: plans, on: board) {
      let own = plans.filter { !$0.isDeleted && $0.milestone == row.phase.id }
      let open = own.count { board.kind(of: $0.state) != .done }
      #expect(row.plans == Progress(done: own.count - open, total: own.count))
      #expect(row.open == open && row.ahead == (row.phase.isClosed ? 0 : ahead))
      #expect(row.withoutEstimate == own.count { $0.estimate == nil })
      #expect(row.estimate == SummedField(named: "estimate", on: board)?.sum(of: own))
      if !row.phase.isClosed { ahead += open }
    }
  }
}
