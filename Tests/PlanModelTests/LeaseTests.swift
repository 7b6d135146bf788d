import PmgitTestSupport
import Testing

@testable import PlanModel

/// Claims that end.
@Suite("Leases")
struct LeaseTests {
  private static let now = QueryTests.time("2026-11-20T12:00:00Z")

  private static func moment(_ minutes: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + minutes * 60_000)
  }

  // MARK: - Lengths

  @Test(
    "A length has digits and a unit, and is written in its largest unit",
    arguments: [
      ("1m", 1, "1m"), ("90m", 90, "90m"), ("120m", 120, "2h"), ("30min", 30, "30m"),
      ("2h", 120, "2h"), ("24H", 1440, "1d"), ("1d", 1440, "1d"), ("2w", 20_160, "14d"),
      ("30d", 43_200, "30d"), ("043200m", 43_200, "30d"), ("60s", 1, "1m"), ("5400S", 90, "90m"),
    ])
  func lengths(text: String, minutes: Int64, words: String) throws {
    let length = try LeaseLength(text)
    #expect(length.milliseconds == minutes * 60_000)
    #expect(length.description == words)
    #expect(length.end(from: Self.now) == Self.moment(minutes))
  }

  @Test(
    "A length that is no time, too short or too long is refused with what to write",
    arguments: [
      ("", "is not a length of time"), ("30", "is not a length of time"),
      ("m", "is not a length of time"), ("-5m", "is not a length of time"),
      ("1h30m", "is not a length of time"), ("1.5h", "is not a length of time"),
      ("٣m", "is not a length of time"), ("1mo", "is not a length of time"),
      ("59s", "is shorter than 1m"), ("0m", "is shorter than 1m"), ("0d", "is shorter than 1m"),
      ("31d", "is longer than 30d"),
      ("43201m", "is longer than 30d"), ("99999999999999999999w", "is longer than 30d"),
    ])
  func wrongLengths(text: String, reason: String) {
    let error = #expect(throws: InvalidValue.self) { try LeaseLength(text) }
    #expect(error?.reason == reason)
    #expect(error?.hint.isEmpty == false)
  }

  @Test("A former length is kept within the limits")
  func limits() {
    for (length, expected) in [(-5, 1), (0, 1), (5, 5), (90_000, 43_200)] as [(Int64, Int64)] {
      #expect(LeaseLength(limiting: length * 60_000).milliseconds == expected * 60_000)
    }
  }

  // MARK: - What ends

  /// Returns a plan with one or several values of the owner and of the lease.
  private static func plan(
    owners: [String?], leases: [JSONValue], state: String = "doing"
  ) throws -> Plan {
    try Plan(document(owners: owners, leases: leases, state: state), id: #require(PlanID(id)))
  }

  private static let id = "k7m2q9x4t1ab"

  private static func document(
    owners: [String?], leases: [JSONValue], state: String = "doing"
  ) -> PlanDocument {
    var document = PlanDocument(id: ExactString(id))
    document.apply([.title("x"), .state(state)], stamp: .none)
    document[PlanField.owner.path] = owners.enumerated().map { index, owner in
      StampedValue(stamp: Stamp(ExactString("o\(index)")), value: .optional(owner))
    }
    document[PlanField.lease.path] = leases.enumerated().map { index, lease in
      StampedValue(stamp: Stamp(ExactString("l\(index)")), value: lease)
    }
    return document
  }

  private static func lease(_ minutes: Int64) -> JSONValue { .string(moment(minutes).description) }

  @Test("A claim has ended at its moment and later, and never without a lease or an owner")
  func end() throws {
    let plan = try Self.plan(owners: ["Ada"], leases: [Self.lease(0)])
    #expect(plan.lease == Self.now)
    #expect(plan.isLeaseOver(at: Self.now) && !plan.isLeased(at: Self.now))
    let before = Timestamp(milliseconds: Self.now.milliseconds - 1)
    #expect(!plan.isLeaseOver(at: before) && plan.isLeased(at: before))
    for plan in [
      try Self.plan(owners: [], leases: [Self.lease(-5)]),
      try Self.plan(owners: [nil], leases: [Self.lease(5)]),
      try Self.plan(owners: ["Ada"], leases: []),
      try Self.plan(owners: ["Ada"], leases: [.null]),
      try Self.plan(owners: ["Ada"], leases: [.string("soon")]),
      try Self.plan(owners: ["Ada"], leases: [.number(0)]),
    ] {
      #expect(!plan.isLeaseOver(at: Self.now) && !plan.isLeased(at: Self.now))
    }
  }

  @Test("Of several leases the last one counts, and none ends if one of the claims has no end")
  func several() throws {
    let leases = [Self.lease(-10), Self.lease(5), Self.lease(-3)]
    for shift in leases.indices {
      let shifted = Array(leases[shift...] + leases[..<shift])
      let plan = try Self.plan(owners: ["Ada"], leases: shifted)
      #expect(plan.lease == Self.moment(5))
      #expect(plan.conflicts.isEmpty, "nobody has to decide")
    }
    for odd in [JSONValue.null, .string("soon"), .bool(true)] {
      let plan = try Self.plan(owners: ["Ada"], leases: [Self.lease(-10), odd, Self.lease(-3)])
      #expect(plan.lease == nil)
    }
  }

  @Test("While the owner is in conflict no claim has ended; then the last lease counts")
  func ownerInConflict() throws {
    let leases = [Self.lease(-10), Self.lease(-5)]
    let plan = try Self.plan(owners: ["Ada", "Ben"], leases: leases)
    #expect(!plan.isLeaseOver(at: Self.now))
    var decided = Self.document(owners: ["Ada", "Ben"], leases: leases)
    let before = decided
    decided.apply([.owner("Ada")], stamp: Stamp("z"))
    #expect(!decided.endsLease(since: before, on: QueryTests.board))
    #expect(Plan(decided, id: plan.id).isLeaseOver(at: Self.now))
    // The same owner twice is no conflict.
    #expect(try Self.plan(owners: ["Ada", "Ada"], leases: leases).isLeaseOver(at: Self.now))
  }

  @Test("A lease ends with the work and with the owner")
  func ends() {
    let old = Self.document(owners: ["Ada"], leases: [Self.lease(5)])
    func ends(_ edits: Edit..., since old: PlanDocument = old) -> Bool {
      var new = old
      new.apply(edits, stamp: Stamp("z"))
      return new.endsLease(since: old, on: QueryTests.board)
    }
    #expect(ends(.state("done")))
    #expect(!ends(.state("review")))
    #expect(!ends(.title("y")))
    #expect(ends(.owner("Ben")))
    #expect(ends(.owner(nil)))
    #expect(!ends(.owner("Ada")))
    #expect(!ends(.owner("Ben"), .lease(Self.moment(9))))
    #expect(!ends(.owner("Ben"), .lease(nil)))
    #expect(ends(.state("done"), .lease(Self.moment(9))))
    let done = Self.document(owners: ["Ada"], leases: [Self.lease(5)], state: "done")
    #expect(!ends(.title("y"), since: done))
    let none = Self.document(owners: ["Ada"], leases: [])
    #expect(!ends(.owner("Ben"), .state("done"), since: none))
  }

  @Test("Merges keep every lease that was written apart, whichever side is ours")
  func merge() throws {
    let base = Self.document(owners: ["Ada"], leases: [Self.lease(-5)])
    var (ours, theirs) = (base, base)
    ours.apply([.lease(Self.moment(20))], stamp: Stamp("m"))
    theirs.apply([.owner("Ben"), .lease(Self.moment(10))], stamp: Stamp("n"))
    let id = try #require(PlanID(Self.id))
    for merged in [
      PlanMerge.merge(ours, theirs, bases: [base]), PlanMerge.merge(theirs, ours, bases: [base]),
    ] {
      let plan = Plan(merged, id: id)
      #expect(plan.owner == "Ben" && plan.lease == Self.moment(20))
      let bytes = PlanFile.bytes(of: merged)
      #expect(Plan(try PlanFile.contents(of: bytes), id: id) == plan)
    }
  }

  // MARK: - Queries

  private static func plans() throws -> [Plan] {
    func plan(
      _ letter: String, owner: String? = "Ben", _ minutes: Int64?, _ state: String = "doing",
      _ change: (inout Plan) -> Void = { _ in }
    ) throws -> Plan {
      try QueryTests.plan(String(repeating: letter, count: 4) + "00000000") {
        ($0.values.owner, $0.values.lease, $0.values.state) = (owner, minutes.map(moment), state)
        ($0.values.title, $0.values.rank) = (letter, "a0")
        change(&$0)
      }
    }
    return [
      try plan("a", 30), try plan("b", -5), try plan("c", nil),
      try plan("d", owner: "Dev One <one@example.com>", -10),
      try plan("e", owner: nil, nil, "todo"),
      try plan("f", -60, "todo"), try plan("g", -5, "done"), try plan("h", 120, "todo"),
      try plan("j", -5) { $0.values.deletion = Deletion(at: nil, by: "x", holds: true) },
      try plan("k", -5) {
        $0.values.conflicts = [
          Conflict(
            path: PlanField.owner.path,
            values: ["Ada", "Ben"].map { .init(stamp: .none, value: .string($0)) })
        ]
      },
      try plan("m", owner: nil, -5, "todo"), try plan("n", -5) { $0.values.assignees = ["Kim"] },
    ]
  }

  @Test(
    "Queries ask for leases by what is left of them",
    arguments: [
      ("is:leased", "ahk"), ("is:expired", "bdfn"), ("-is:leased is:open", "bcdefmn"),
      ("lease:<1h", "abdfgkmn"), ("lease:>1h", "h"), ("lease:<0m", "bdfgkmn"),
      ("lease:>=0m", "ah"), ("lease:30m", "a"), ("lease:<30m", "bdfgkmn"),
      ("lease:<=30m", "abdfgkmn"), ("lease:30m..2h", "ah"), ("lease:..1h", "abdfgkmn"),
      ("lease:1h..", "h"), ("lease:none", "ce"), ("lease:any", "abdfghkmn"),
      ("has:lease", "abdfghkmn"), ("no:lease", "ce"), ("lease:>1d", ""), ("lease:<1w", "abdfghkmn"),
      ("is:unassigned", "bdefm"), ("is:ready", "bdefmn"), ("owner:none", "em"),
      ("is:leased lease:<1h", "ak"),
    ])
  func queries(text: String, expected: String) throws {
    let plans = try Self.plans()
    let query = try Query.parse(text, context: QueryTests.context(plans))
    #expect(plans.filter(query.matches).map { $0.id.text.prefix(1) }.joined() == expected)
  }

  @Test("Plans are sorted by the end of their leases, those without one last")
  func sorted() throws {
    let plans = try Self.plans().filter { "abch".contains($0.title) }
    for (text, expected) in [("sort:lease", "bahc"), ("sort:-lease", "habc")] {
      let query = try Query.parse(text, context: QueryTests.context(plans))
      #expect(query.sorted(plans).map(\.title).joined() == expected)
    }
  }

  @Test(
    "A wrong length in a query is pointed at", arguments: ["lease:soon", "lease:<5", "lease:2mo"])
  func wrongQuery(text: String) throws {
    let error = #expect(throws: QueryError.self) {
      try Query.parse(text, context: QueryTests.context([]))
    }
    #expect(error?.message.contains("is not a length of time") == true)
    #expect(error?.range.lowerBound == (text.contains("<") ? 7 : 6))
  }

  @Test("One moment is noted, as it hardly is what was meant")
  func notes() throws {
    let context = QueryTests.context([])
    #expect(try Query.parse("lease:1h", context: context).notes.count == 1)
    #expect(try Query.parse("lease:<1h", context: context).notes.isEmpty)
    #expect(try Query.parse("no:lease is:leased", context: context).notes.count == 1)
  }

  // MARK: - What is next

  @Test("A plan whose lease is over can be started by anybody, and the reason is given")
  func next() throws {
    let plans = try Self.plans()
    let query = try Query.parse("is:open", context: QueryTests.context(plans))
    let next = query.next(from: plans)
    // Begun work comes first; of equal ones those further left on the board.
    #expect(next.map(\.plan.title).joined() == "fbdem")
    #expect(next[0].reasons == [.leaseOver(owner: "Ben", since: Self.moment(-60))])
    #expect(next[2].reasons == [.leaseOver(owner: nil, since: Self.moment(-10))])
    #expect(next[3].reasons == [.place])
  }

  @Test("The first of the next plans are those of all", arguments: Seeds.each(20))
  func limit(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plans = (0..<160).map { _ in
      var plan = Plan(id: .random(using: &random))
      plan.values.state = ["todo", "doing", "later"].randomElement(using: &random) ?? ""
      plan.values.rank = String(Int.random(in: 1...9, using: &random))
      plan.values.priority = [nil, nil, nil, .high, .low].randomElement(using: &random) ?? nil
      plan.values.assignees = Int.random(in: 0..<40, using: &random) == 0 ? ["Ada"] : []
      return plan
    }
    let query = try Query.parse("is:open", context: QueryTests.context(plans))
    let all = query.next(from: plans).map(\.plan.id)
    #expect(all.count > 80)
    for most in [0, 1, 2, 3, 5, 7, 40, 200] {
      #expect(query.next(from: plans, limit: most).map(\.plan.id) == Array(all.prefix(most)))
    }
  }

  @Test("Begun work is next only among plans of the same priority")
  func weight() throws {
    var plans = try Self.plans().filter { "be".contains($0.title) }
    plans[1].values.priority = .low
    let query = try Query.parse("is:open", context: QueryTests.context(plans))
    #expect(query.next(from: plans).map(\.plan.title).joined() == "eb")
  }
}
