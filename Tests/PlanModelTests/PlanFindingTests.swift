import PlanModel
import PmgitTestSupport
import Testing

@Suite("What is found among plans")
struct PlanFindingTests {
  private static let now = Timestamp(seconds: 1_795_165_200)
  private static let ids = ["aaaa00000000", "bbbb00000000", "cccc00000000"].compactMap(PlanID.init)

  /// Returns the findings in three valid plans after edits to some of them.
  ///
  /// - Parameter edits: The edits of each plan, by its index.
  private static func findings(
    _ edits: [Int: [Edit]], stamp: Stamp = Stamp("2026-11-20T09:00:00.000Z~aaaaa")
  ) -> [PlanFinding] {
    var documents: [PlanID: PlanDocument] = [:]
    for (index, id) in ids.enumerated() {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply(
        [.title("plan \(index)"), .state("todo"), .rank("a\(index)V")], stamp: .none)
      document.apply(edits[index] ?? [], stamp: stamp)
      documents[id] = document
    }
    return PlanFinding.all(in: documents, board: Board(.newBoard), now: now)
  }

  private static func link(_ kind: String, _ target: Int) -> Edit {
    .add("\(kind):\(ids[target])", to: .links)
  }

  @Test("A board with nothing wrong has no findings")
  func nothing() {
    #expect(Self.findings([:]).isEmpty)
    // Plans may relate to each other, aliases may be on another board, and parents may nest.
    #expect(
      Self.findings([
        0: [
          Self.link("relates", 1), Self.link("blocked-by", 1), .add("blocked-by:x#1", to: .links),
        ],
        1: [Self.link("relates", 0), Self.link("parent", 0), .add("github:1", to: .aliases)],
      ]).isEmpty)
  }

  @Test("Positions, columns and links that are none")
  func single() {
    let (a, b) = (Self.ids[0], Self.ids[1])
    #expect(Self.findings([0: [.rank("!")]]) == [.invalidRank(a)])
    #expect(Self.findings([1: [.state("nowhere")]]) == [.unknownColumn(b, state: "nowhere")])
    let gone = Link(kind: "relates", target: "zzzz00000000")
    #expect(
      Self.findings([0: [.add(gone.description, to: .links)]]) == [.danglingLink(a, gone)])
    #expect(
      Self.findings([0: [.add("gh:1", to: .aliases)], 1: [.add("gh:1", to: .aliases)]])
        == [.sharedAlias("gh:1", [a, b])])
  }

  @Test("Plans that wait for each other, also by an alias, and a plan that waits for itself")
  func cycles() {
    let (a, b, c) = (Self.ids[0], Self.ids[1], Self.ids[2])
    #expect(
      Self.findings([
        0: [Self.link("blocked-by", 1)], 1: [Self.link("blocked-by", 2)],
        2: [.add("blocked-by:gh:7", to: .links)],
      ]).isEmpty)
    #expect(
      Self.findings([
        0: [Self.link("blocked-by", 1), .add("gh:7", to: .aliases)],
        1: [Self.link("blocked-by", 2)], 2: [.add("blocked-by:gh:7", to: .links)],
      ]) == [.cycle([a, b, c], kind: "blocked-by")])
    #expect(Self.findings([2: [Self.link("parent", 2)]]) == [.cycle([c], kind: "parent")])
  }

  @Test("A link by an alias that several plans have leads to all of them, as on the board")
  func sharedAlias() throws {
    let (a, b, c) = (Self.ids[0], Self.ids[1], Self.ids[2])
    let named = Edit.add("gh:7", to: .aliases)
    let link = Edit.add("blocked-by:gh:7", to: .links)
    let shared = PlanFinding.sharedAlias("gh:7", [a, b])
    #expect(
      Self.findings([0: [named, Self.link("blocked-by", 2)], 1: [named], 2: [link]])
        == [.cycle([a, c], kind: "blocked-by"), shared])
    let early = try #require(CalendarDay("2026-12-01"))
    let late = try #require(CalendarDay("2026-12-10"))
    #expect(
      Self.findings([
        0: [named, Self.day(.due, "2026-12-10")], 1: [named],
        2: [link, Self.day(.due, "2026-12-01")],
      ]) == [shared, .span(c, .beforeBlocker(.due, early, blocker: a, due: late))])
    // Only the plan that is due last is reported.
    #expect(
      Self.findings([
        0: [named, Self.day(.due, "2026-12-05")], 1: [named, Self.day(.due, "2026-12-10")],
        2: [link, Self.day(.due, "2026-12-01")],
      ]) == [shared, .span(c, .beforeBlocker(.due, early, blocker: b, due: late))])
  }

  @Test("Milestones and iterations that the board does not have")
  func phases() {
    #expect(
      Self.findings([
        0: [PlanField.milestone.write(.string("v1"))],
        1: [PlanField.iteration.write(.string("v1")), PlanField.milestone.write(.null)],
      ]) == [
        .unknownPhase(Self.ids[0], .milestone, "v1"),
        .unknownPhase(Self.ids[1], .iteration, "v1"),
      ])
  }

  private static func day(_ field: PlanField, _ text: String) -> Edit {
    field.write(.string(text))
  }

  @Test("Days of open plans that contradict each other or those of open blockers")
  func spans() throws {
    let (a, b) = (Self.ids[0], Self.ids[1])
    let early = try #require(CalendarDay("2026-12-01"))
    let late = try #require(CalendarDay("2026-12-10"))
    let blocked = [Self.day(.start, "2026-12-01"), Self.link("blocked-by", 1)]
    let blocker = [Self.day(.due, "2026-12-10")]
    #expect(
      Self.findings([0: [Self.day(.start, "2026-12-10"), Self.day(.due, "2026-12-01")]])
        == [.span(a, .startAfterDue(start: late, due: early))])
    #expect(
      Self.findings([0: blocked, 1: blocker])
        == [.span(a, .beforeBlocker(.start, early, blocker: b, due: late))])
    #expect(
      Self.findings([0: [Self.day(.due, "2026-12-01"), Self.link("blocked-by", 1)], 1: blocker])
        == [.span(a, .beforeBlocker(.due, early, blocker: b, due: late))])
    // Equal days, finished plans and other links are in order.
    #expect(
      Self.findings([0: [Self.day(.start, "2026-12-10"), Self.day(.due, "2026-12-10")]]).isEmpty)
    #expect(Self.findings([0: blocked, 1: blocker + [.state("done")]]).isEmpty)
    #expect(Self.findings([0: blocked + [.state("done")], 1: blocker]).isEmpty)
    #expect(
      Self.findings([0: [Self.day(.start, "2026-12-10"), Self.link("blocked-by", 1)], 1: blocker])
        .isEmpty)
    #expect(
      Self.findings([0: [Self.day(.start, "2026-12-01"), Self.link("relates", 1)], 1: blocker])
        .isEmpty)
  }

  @Test("A link to a plan that can't be read is not a dangling one, and an alias hides no cycle")
  func lookalikes() throws {
    let (a, b) = (Self.ids[0], Self.ids[1])
    var documents: [PlanID: PlanDocument] = [:]
    for (id, other) in [(a, b), (b, a)] {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply([.state("todo"), .rank("a0V")], stamp: .none)
      document.apply(
        [.add("blocked-by:\(other)", to: .links), .add(other.text, to: .aliases)],
        stamp: Stamp("1"))
      documents[id] = document
    }
    let board = Board(.newBoard)
    #expect(
      PlanFinding.all(in: documents, board: board, now: Self.now)
        == [.cycle([a, b], kind: "blocked-by")])
    documents[b] = nil
    documents[a]?.apply([.remove(b.text, from: .aliases)], stamp: Stamp("2"))
    #expect(PlanFinding.all(in: documents, besides: [b], board: board, now: Self.now).isEmpty)
    #expect(PlanFinding.all(in: documents, board: board, now: Self.now).count == 1)
  }

  @Test("Values of clocks that are ahead, and not of those an hour off")
  func clocks() {
    let far = Timestamp(milliseconds: Self.now.milliseconds + 3_600_001)
    let stamp = { (time: Timestamp) in Stamp(ExactString("\(time)~aaaaa")) }
    #expect(
      Self.findings([0: [.title("x")]], stamp: stamp(far))
        == [.fromTheFuture(Self.ids[0], .field("title"), far)])
    let near = Timestamp(milliseconds: Self.now.milliseconds + 3_600_000)
    #expect(Self.findings([0: [.title("x")]], stamp: stamp(near)).isEmpty)
    #expect(Self.findings([0: [.title("x")]], stamp: Stamp("9999")).isEmpty)
  }

  @Test("Deleted plans are no findings, and links to them no mistake")
  func deleted() throws {
    var documents: [PlanID: PlanDocument] = [:]
    for (index, id) in Self.ids.prefix(2).enumerated() {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply([.state(index == 0 ? "nowhere" : "todo"), .rank("a0V")], stamp: .none)
      document.apply([Self.link("blocked-by", 1 - index)], stamp: Stamp("1"))
      if index == 0 {
        document.apply([document.deletion(at: Self.now, by: "A")], stamp: Stamp("2"))
      }
      documents[id] = document
    }
    #expect(PlanFinding.all(in: documents, board: Board(.newBoard), now: Self.now).isEmpty)
  }

  @Test(
    "Plans that share an alias and link to it are checked in linear time",
    arguments: [Link.parentKind, Link.blockedByKind])
  func manyOwnersOfAnAlias(kind: String) {
    var times: [Duration] = []
    for count in [2_000, 8_000] {
      let ids = (0..<count).compactMap { PlanID(number: Self.ids[0].number + Int64($0)) }
      var check = PlansCheck(board: Board(.newBoard), now: Self.now)
      for id in ids {
        var document = PlanDocument(id: ExactString(id.text))
        document.apply(
          [
            .add("gh:1", to: .aliases), .add("\(kind):gh:1", to: .links),
            Self.day(.due, "2026-12-01"),
          ], stamp: .none)
        check.add(document, id: id)
      }
      let cycles = check.findings().filter { if case .cycle = $0 { true } else { false } }
      // The first plan links to itself, by the alias.
      #expect(cycles == [.cycle([ids[0]], kind: kind)])
      times.append((0..<3).map { _ in processorTime { _ = check.findings() } }.min() ?? .zero)
    }
    #expect(times[1] < times[0] * 8, "\(times)")
  }
}

extension PlanFinding {
  fileprivate static func all(
    in documents: [PlanID: PlanDocument], besides others: Set<PlanID> = [], board: Board,
    now: Timestamp
  ) -> [PlanFinding] {
    var check = PlansCheck(board: board, now: now)
    for (id, document) in documents.sorted(by: { $0.key < $1.key }) { check.add(document, id: id) }
    return check.findings(besides: others)
  }
}
