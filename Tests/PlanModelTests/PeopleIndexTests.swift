import Testing

@testable import PlanModel

@Suite("People by what they are called")
struct PeopleIndexTests {
  private static let index = PeopleIndex([
    "Dev One <one@example.com>", "D. One <ONE@example.com>", "Dev Two <two@example.org>", "Kim",
    "Mia Kim <mia@example.org>", "dev two", "three@example.net", "",
  ])

  private func names(_ typed: String, upTo precision: PeopleIndex.MatchPrecision) -> [String] {
    Self.index.find(typed, upTo: precision).map(\.person.formatted)
  }

  @Test("Texts with one address are one person, and so is a name that only one person has")
  func together() {
    #expect(
      Self.index.people.map(\.person.formatted) == [
        "Dev One <one@example.com>", "Dev Two <two@example.org>", "Mia Kim <mia@example.org>",
        "three@example.net", "Kim",
      ])
    #expect(Self.index.index(of: "dev two") == Self.index.index(of: "Dev Two <two@example.org>"))
    #expect(Self.index.index(of: "nobody") == nil)
  }

  @Test(
    "The closest match counts",
    arguments: [
      ("two", ["Dev Two <two@example.org>"]), ("@Two", ["Dev Two <two@example.org>"]),
      ("TWO@example.org", ["Dev Two <two@example.org>"]),
      ("dev", ["Dev One <one@example.com>", "Dev Two <two@example.org>"]),
      ("kim", ["Kim"]), ("mia", ["Mia Kim <mia@example.org>"]),
      ("d.", ["Dev One <one@example.com>"]),
      ("D. One", ["Dev One <one@example.com>"]), ("three", ["three@example.net"]), ("de", []),
      ("example", []), ("", []), ("@", []), ("nobody@example.org", []),
      // A different address is a different person, whatever the name.
      ("Dev Two <other@example.org>", []),
    ])
  func whole(typed: String, expected: [String]) {
    #expect(names(typed, upTo: .whole) == expected)
  }

  @Test("Less is enough where it is asked for, the beginning of a word before any part")
  func parts() {
    #expect(names("tw", upTo: .beginning) == ["Dev Two <two@example.org>"])
    #expect(names("wo", upTo: .beginning).isEmpty)
    #expect(names("wo", upTo: .part) == ["Dev Two <two@example.org>"])
    #expect(names("example.net", upTo: .part) == ["three@example.net"])
    // 'mi' begins a word here, so names that contain it elsewhere are ignored.
    #expect(names("mi", upTo: .part) == ["Mia Kim <mia@example.org>"])
  }

  @Test("A mailmap joins people whatever they are called")
  func canonical() {
    let index = PeopleIndex(["Old <old@example.org>", "New Name <new@example.org>"]) { person in
      person.email == "old@example.org"
        ? Person(name: "New Name", email: "new@example.org") : person
    }
    #expect(index.people.count == 1)
    #expect(index.find("old", upTo: .whole).map(\.person.email) == ["new@example.org"])
    #expect(
      index.index(of: "Old <old@example.org>") == index.index(of: "New Name <new@example.org>"))
  }
}

@Suite("Plans by their links and their names")
struct PlanRelationsTests {
  private static func plan(_ id: String, _ change: (inout Plan) -> Void = { _ in }) throws -> Plan {
    var plan = Plan(id: try #require(PlanID(id + "00000000")))
    (plan.values.state, plan.values.title) = ("todo", "Plan \(id)")
    change(&plan)
    return plan
  }

  /// Returns the plans a to e. b is a child of a, and c is a child of b. a is blocked by c, by d
  /// (done) and by e (deleted).
  private static func plans() throws -> [Plan] {
    [
      try plan("aaaa") {
        $0.values.links = ["cccc", "dddd", "eeee"].map {
          Link(kind: "blocked-by", target: $0 + "00000000")
        }
      },
      try plan("bbbb") { $0.values.links = [Link(kind: "parent", target: "aaaa00000000")] },
      try plan("cccc") { $0.values.links = [Link(kind: "parent", target: "b:1")] },
      try plan("dddd") { $0.values.state = "done" },
      try plan("eeee") { $0.values.deletion = Deletion(at: nil, by: "Kim", holds: true) },
    ].map { plan in
      var plan = plan
      if plan.id.text.hasPrefix("bbbb") { plan.values.aliases = ["b:1"] }
      return plan
    }
  }

  @Test("Only what is open blocks, and only what is open waits; links may name aliases")
  func relations() throws {
    let plans = try Self.plans()
    let ids = plans.map(\.id)
    let relations = PlanRelations(
      plans, board: QueryTests.board, aliases: AliasIndex(plans))
    #expect(relations.blockers(of: ids[0]) == [ids[2], ids[3]])
    #expect(relations.openBlockers(of: ids[0]) == [ids[2]])
    #expect(relations.isBlocked(ids[0]) && !relations.isBlocked(ids[1]))
    #expect(relations.blocked(by: ids[2]) == [ids[0]])
    #expect(relations.parents(of: ids[2]) == [ids[1]] && relations.children(of: ids[0]) == [ids[1]])
    #expect(relations.descendants(of: ids[0]) == [ids[1], ids[2]])
    #expect(relations.isOpen(ids[0]) && !relations.isOpen(ids[3]) && !relations.isOpen(ids[4]))
  }

  @Test("A circle of parents ends where it began")
  func circle() throws {
    let plans = [
      try Self.plan("aaaa") { $0.values.links = [Link(kind: "parent", target: "bbbb00000000")] },
      try Self.plan("bbbb") { $0.values.links = [Link(kind: "parent", target: "aaaa00000000")] },
    ]
    let relations = PlanRelations(
      plans, board: QueryTests.board, aliases: AliasIndex(plans))
    #expect(relations.descendants(of: plans[0].id) == [plans[1].id])
  }

  @Test(
    "A name is an id, else an alias, else words of a title",
    arguments: [
      ("aa", "a"), ("AAAA", "a"), ("b:1", "b"), ("plan aaaa", "a"), ("Plan", "abcd"),
      ("lan", ""), ("eeee", "e"), ("plan eeee", ""), ("pl", ""), ("", ""),
    ])
  func names(typed: String, expected: String) throws {
    let plans = try Self.plans()
    let names = PlanNames(plans, aliases: AliasIndex(plans))
    #expect(names.plans(called: typed).map { $0.text.prefix(1) }.joined() == expected)
  }

  @Test("The title of a series means its last plan; finished plans before it are found by ids")
  func series() throws {
    let first = try #require(PlanID("a00000000000"))
    let ids = [first, first.following, first.following.following]
    func found(_ states: [String], _ titles: [String] = ["Water", "Water", "Water"]) -> [PlanID] {
      let plans = zip(ids, zip(states, titles)).map { id, values in
        var plan = Plan(id: id)
        (plan.values.state, plan.values.title) = values
        return plan
      }.sorted { $0.id < $1.id }
      let board = Board(.newBoard)
      return PlanNames(plans, aliases: AliasIndex(plans), board: board).plans(titled: "water")
    }
    #expect(found(["done", "done", "todo"]) == [ids[2]])
    #expect(found(["done", "done", "done"]) == [ids[2]])
    // One that was reopened is as good as the next one, and a renamed one does not hide another.
    #expect(Set(found(["done", "todo", "todo"])) == Set(ids.dropFirst()))
    #expect(found(["done", "todo", "todo"], ["Water", "Feed", "Mow"]) == [ids[0]])
  }

  @Test("One or two letters name a plan as its whole title; a query finds two as a word, too")
  func twoLetters() throws {
    let plans = try zip(["k1", "k2", "k3", "k4"], ["Fix the UI", "Build it", "Ы", "CI"]).map {
      prefix, title in
      var plan = Plan(id: try #require(PlanID(prefix + "0000000000")))
      plan.values.title = title
      return plan
    }
    let names = PlanNames(plans, aliases: AliasIndex(plans))
    func found(_ text: String) -> [String] {
      names.plans(titled: text).map { String($0.text.prefix(2)) }
    }
    func queried(_ text: String) -> [String] {
      names.plans(called: text).map { String($0.text.prefix(2)) }
    }
    #expect(found("ci") == ["k4"] && found("ы") == ["k3"])
    for text in ["ui", "it", "bu", "n", "--"] { #expect(found(text) == [], "\(text)") }
    #expect(queried("ui") == ["k1"] && queried("it") == ["k2"] && queried("ci") == ["k4"])
    for text in ["bu", "n", "--", "é"] { #expect(queried(text) == [], "\(text)") }
  }

  @Test("A number, or an id that is mistyped, is no part of a title, but may be the whole of it")
  func numbers() throws {
    let plans = try zip(["k1", "k2", "k3"], ["Merge issue 356", "356", "Version 2.0"]).map {
      prefix, title in
      var plan = Plan(id: try #require(PlanID(prefix + "0000000000")))
      plan.values.title = title
      return plan
    }
    let names = PlanNames(plans, aliases: AliasIndex(plans))
    func found(_ text: String) -> [String] {
      names.plans(titled: text).map { String($0.text.prefix(2)) }
    }
    #expect(found("356") == ["k2"] && found("issue 356") == ["k1"] && found("2.0") == ["k3"])
    #expect(names.plans(titled: "35") == [] && found("Merge") == ["k1"])
  }
}
