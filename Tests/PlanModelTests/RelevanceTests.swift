import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The best match first")
struct RelevanceTests {
  private func plan(_ number: Int, _ change: (inout Plan) -> Void) -> Plan {
    var random = SeededGenerator(seed: UInt64(number))
    var plan = Plan(id: PlanID.random(using: &random))
    (plan.values.state, plan.values.rank) = ("todo", "a\(number % 10)")
    change(&plan)
    return plan
  }

  private func found(_ text: String, in plans: [Plan]) throws -> [Plan] {
    try Query.parse(text, context: QueryTests.context(plans)).search(plans)
  }

  /// Returns the titles that a query finds among plans with these titles, in the order of the
  /// results.
  private func titles(_ query: String, _ titles: [String]) throws -> [String] {
    let plans = titles.enumerated().map { place, title in plan(place) { $0.values.title = title } }
    return try found(query, in: plans).map(\.title)
  }

  // MARK: - Examples

  @Test(
    "Whole words come before beginnings of words, and these before parts",
    arguments: [
      ("log", ["catalog", "login", "the log"], ["the log", "login", "catalog"]),
      ("LOG", ["catalog", "Log"], ["Log", "catalog"]),
      ("api", ["capital", "새API를", "apis"], ["새API를", "apis", "capital"]),
      ("로그인", ["소셜로그인", "로그인이 안 됨", "화면"], ["로그인이 안 됨", "소셜로그인"]),
      ("ete", ["complete", "L'\u{E9}t\u{E9}"], ["L'\u{E9}t\u{E9}", "complete"]),
      ("\u{1109}\u{1165}\u{11AF}", ["설정", "x"], ["설정"]),
      ("设置", ["x", "打开设置页"], ["打开设置页"]),
      ("e\u{301}", ["l'\u{E9}t\u{E9}", "words"], ["l'\u{E9}t\u{E9}"]),
      ("--where", ["use-where", "with --where"], ["with --where"]),
    ])
  func words(query: String, all: [String], expected: [String]) throws {
    #expect(try titles("\"\(query)\"", all) == expected)
  }

  @Test("A title says more than a label, that more than a line, and that more than a comment")
  func parts() throws {
    let comment = Comment(id: "c", at: Timestamp(seconds: 0), by: "x", text: ["login"])
    let plans = [
      plan(1) { $0.values.texts.comments = [comment] },
      plan(2) { $0.values.texts.body = ["login"] },
      plan(3) {
        $0.values.texts.checklist = [ChecklistItem(id: "i", text: "login", done: false, rank: "a")]
      },
      plan(4) { $0.values.aliases = ["login"] }, plan(5) { $0.values.labels = ["login"] },
      plan(6) { $0.values.title = "login" },
    ]
    #expect(try found("login", in: plans) == plans.reversed())
    // The title counts more, however often a description contains the word.
    let often = plan(7) { $0.values.texts.body = Array(repeating: "login login", count: 500) }
    #expect(try found("login", in: plans + [often]).first == plans[5])
    #expect(try found("login", in: plans + [often]).last != often)
  }

  @Test("A rare word counts more than a common one; a word of a short text more than of a long one")
  func weights() throws {
    let plans = [
      plan(1) { ($0.values.title, $0.values.texts.body) = ("crash", ["sync"]) },
      plan(2) { ($0.values.title, $0.values.texts.body) = ("sync", ["crash"]) },
      plan(3) { $0.values.title = "sync now" }, plan(4) { $0.values.title = "sync later" },
    ]
    #expect(try found("sync crash", in: plans).map(\.title) == ["crash", "sync"])
    let lengths = [
      plan(1) { $0.values.texts.body = ["login"] + Array(repeating: "and much else", count: 50) },
      plan(2) { $0.values.texts.body = ["login"] },
    ]
    #expect(try found("login", in: lengths) == lengths.reversed())
  }

  @Test("Of equal matches the one changed last comes first, then the board's order counts")
  func ties() throws {
    let plans = (0..<6).map { number in
      plan(number) {
        ($0.values.title, $0.values.updated) = (
          "login", number < 2 ? nil : Timestamp(seconds: Int64(number / 2))
        )
      }
    }
    #expect(
      try found("login", in: plans.reversed()) == [4, 5, 2, 3, 0, 1].map { plans[$0] })
  }

  @Test(
    "An order that is asked for, by the query or its view, stays; without words it is the board's")
  func orders() throws {
    let plans = [
      plan(1) {
        ($0.values.title, $0.values.labels, $0.values.due) = (
          "b log", ["bug"], CalendarDay("2026-11-02")
        )
      },
      plan(2) {
        ($0.values.title, $0.values.labels, $0.values.due) = (
          "catalog", ["bug"], CalendarDay("2026-11-01")
        )
      },
    ]
    for text in ["log sort:due", "log view:bugs", "log sort:-rank"] {
      #expect(try found(text, in: plans) == plans.reversed(), "\(text)")
    }
    for text in ["log", "log sort:rank", "", "is:open", "-nothing"] {
      #expect(
        try found(text, in: plans.reversed()) == plans, "\(text)")
    }
    #expect(try found("log limit:1", in: plans.reversed()) == [plans[0]])
  }

  @Test("Texts that are made to be slow, or to count for much, are not")
  func hostile() throws {
    let plans = [
      plan(1) { $0.values.texts.body = [String(repeating: "a", count: 1_000_000)] },
      plan(2) { $0.values.texts.body = Array(repeating: "a", count: 200_000) },
      plan(3) { $0.values.texts.body = [String(repeating: "가", count: 300_000)] },
      plan(4) { $0.values.title = "a 가" },
    ]
    #expect(try found("a", in: plans).first == plans[3])
    #expect(try found("가", in: plans).map(\.title) == ["a 가", ""])
    #expect(try found(String(repeating: "a", count: 50) + "b", in: plans) == [])
  }

  // MARK: - Properties

  private static let vocabulary = [
    "login", "log", "catalog", "로그인", "로그인이", "화면", "Café", "sync", "設定", "x",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<random.number(below: 6)).map { _ in random.pick(Self.vocabulary) }.joined(separator: " ")
  }

  private func randomPlan(_ number: Int, _ random: inout SeededGenerator) -> Plan {
    var plan = plan(number) { _ in }
    plan.values.title = text(&random)
    plan.values.texts.body = (0..<random.number(below: 4)).map { _ in text(&random) }
    plan.values.labels = random.chance(30) ? [random.pick(Self.vocabulary)] : []
    if random.chance(30) {
      plan.values.texts.comments = [
        Comment(id: "c", at: Timestamp(seconds: 0), by: "x", text: [text(&random)])
      ]
    }
    if random.chance(60) {
      plan.values.updated = Timestamp(seconds: Int64(random.number(below: 3)))
    }
    return plan
  }

  @Test(
    "Every plan that matches is there, in one order, whatever order they come in",
    arguments: Seeds.each(100))
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plans = (0..<random.number(below: 40)).map { randomPlan($0, &random) }
    let words = (0..<1 + random.number(below: 3)).map { _ in random.pick(Self.vocabulary) }
    let text = words.joined(separator: random.pick([" ", " OR "]))
    let query = try Query.parse(text, context: QueryTests.context(plans))
    let found = query.search(plans)
    #expect(Set(found) == Set(query.select(from: plans)) && found.count == Set(found).count)
    #expect(query.search(plans.shuffled(using: &random)) == found)
    let relevance = Relevance(query.words, among: plans)
    let scores = found.map { relevance.score(of: $0) }
    #expect(scores.allSatisfy { $0 > 0 && $0.isFinite } && scores == scores.sorted(by: >))
    for (index, pair) in zip(found, found.dropFirst()).enumerated()
    where scores[index] == scores[index + 1] {
      #expect(pair.0.updated ?? .distant >= pair.1.updated ?? .distant)
    }
  }

  @Test(
    "A word in place of one that was not searched for never lowers a score",
    arguments: Seeds.each(100))
  func monotonic(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plans = (0..<10).map { randomPlan($0, &random) }
    let word = random.pick(["sync", "화면"])
    let relevance = Relevance([SearchText(word), SearchText("log")], among: plans)
    let other = String(repeating: "-", count: word.utf8.count)
    for plan in plans {
      var (without, with) = (plan, plan)
      let isTitle = random.chance(50)
      without.values.title += isTitle ? " " + other : ""
      with.values.title += isTitle ? " " + word : ""
      without.values.texts.body += isTitle ? [] : [other]
      with.values.texts.body += isTitle ? [] : [word]
      #expect(relevance.score(of: with) >= relevance.score(of: without))
      if !isTitle, plan.body.allSatisfy({ !$0.contains(word) }) {
        #expect(relevance.score(of: with) > relevance.score(of: without))
      }
    }
  }
}

extension Timestamp {
  fileprivate static let distant = Timestamp(milliseconds: .min)
}
