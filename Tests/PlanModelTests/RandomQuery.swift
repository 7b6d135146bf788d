import PmgitTestSupport

@testable import PlanModel

/// A random board, and random queries about it.
struct RandomQuery {
  private(set) var random: SeededGenerator
  static let me = "Dev One <one@example.com>"
  private static let people = [me, "Mia <mia@example.org>", "Kim"]
  private static let board = QueryTests.board
  private let ids = ["aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff", "gggg", "hhhh"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: - Plans

  mutating func plans() throws -> [Plan] {
    try ids.map { prefix in
      try QueryTests.plan(prefix + "00000000") { plan in
        plan.values.title = "\(word()) \(word())"
        plan.values.state = random.pick(["todo", "doing", "review", "done", "elsewhere"])
        plan.values.labels = subset(["bug", "UI", "needs review"])
        plan.values.texts.body = random.chance(50) ? ["\(word()) here"] : []
        plan.values.due =
          random.chance(60) ? CalendarDay(dayNumber: 20_770 + random.number(below: 15)) : nil
        plan.values.priority = random.chance(70) ? random.pick(Priority.allCases) : nil
        plan.values.owner = random.chance(50) ? random.pick(Self.people) : nil
        plan.values.assignees = subset(Self.people)
        plan.values.texts.time = (0..<random.number(below: 3)).map {
          TimeEntry(id: "\($0)", at: nil, by: "", minutes: 30 * $0, day: nil, note: "")
        }
        plan.values.repetition = Repetition(random.pick(["none", "daily", "weekly", "2 weeks"]))
        plan.values.estimate = random.chance(50) ? JSONNumber(random.number(below: 5)) : nil
        plan.values.links = links()
        plan.values.milestone = random.chance(60) ? random.pick(["v1", "v2", "gone"]) : nil
        plan.values.iteration = random.chance(60) ? random.pick(["i1", "i2", "i3"]) : nil
        plan.values.texts.checklist =
          random.chance(30) ? [ChecklistItem(id: "c", text: word(), done: false, rank: "a")] : []
        plan.values.created = Creation(at: time(), by: random.pick(Self.people))
        plan.values.updated = time()
        plan.values.stateSince = random.chance(60) ? time() : nil
        if random.chance(20) { plan.values.deletion = Deletion(at: nil, by: "Mia", holds: true) }
      }
    }
  }

  private mutating func word() -> String { random.pick(["login", "notes", "Release", "iPad"]) }

  private mutating func subset(_ all: [String]) -> [String] {
    all.filter { _ in random.chance(35) }
  }

  private mutating func time() -> Timestamp {
    Timestamp(milliseconds: 1_795_000_000_000 + Int64(random.number(below: 1_000_000)) * 1000)
  }

  private mutating func links() -> [Link] {
    (0..<random.number(below: 3)).map { _ in
      Link(
        kind: random.pick(["blocked-by", "parent", "relates"]),
        target: random.pick(ids) + "00000000")
    }
  }

  // MARK: - Queries

  /// Returns a query with at most `depth` nested parentheses.
  mutating func text(depth: Int = 2) -> String {
    (0...random.number(below: 2)).map { _ in all(depth: depth) }.joined(separator: " OR ")
  }

  private mutating func all(depth: Int) -> String {
    let terms = (0...random.number(below: 3)).map { _ in term(depth: depth) }
    return terms.joined(separator: random.chance(80) ? " " : " AND ")
  }

  private mutating func term(depth: Int) -> String {
    let sign = random.chance(70) ? "" : random.pick(["-", "NOT ", "NOT NOT "])
    guard depth > 0, random.chance(30) else { return sign + leaf(isNegated: !sign.isEmpty) }
    return "\(sign)(\(text(depth: depth - 1)))"
  }

  private mutating func leaf(isNegated: Bool) -> String {
    switch random.number(below: 13) {
    case 12:
      return random.pick([
        "milestone:" + list(["v1", "v2", "beta", "none", "any"]),
        "iteration:" + list(["i1", "i3", "current", "next", "previous", "none", "any"]),
      ])
    case 0: return word().lowercased()
    case 1: return "\"\(random.pick(["login notes", "bug", "ipad here"]))\""
    case 2: return "#" + list(["bug", "ui", "\"needs review\"", "nosuch"])
    case 3: return "@" + list(["me", "mia", "kim"])
    case 4:
      return "is:"
        + list([
          "open", "closed", "blocked", "overdue", "ready", "mine",
          "unassigned", "deleted", "parent", "child",
        ])
    case 5:
      return random.pick(["has:", "no:"])
        + list([
          "label", "due", "owner", "estimate", "checklist", "repeat", "time", "milestone",
          "iteration",
        ])
    case 6: return random.pick(["due:", "created:", "updated:", "moved:"]) + bound(day())
    case 7:
      return random.pick(["parent:", "child-of:", "blocks:", "blocked-by:", "id:"]) + list(ids)
    case 8:
      return random.pick(["owner:", "assignee:", "created-by:"]) + list(["@me", "mia", "kim"])
    case 9:
      return "priority:" + bound(random.pick(["low", "medium", "high", "urgent"]), isRange: false)
    case 11: return "spent:" + bound("\(30 * random.number(below: 5))m")
    case 10: return "estimate:" + bound(String(random.number(below: 5)))
    default:
      return random.pick([
        "state:" + list(["todo", "doing", "review", "done"]),
        "kind:" + list(["todo", "doing", "done"]),
        "label:" + list(["bug", "ui"]), "title:" + list(["login", "ipad"]),
        "body:" + list(["notes", "release"]),
        "repeat:" + list(["daily", "week", "none", "any", "\"every 2 weeks\""]),
      ])
    }
  }

  private mutating func day() -> String {
    CalendarDay(dayNumber: 20_770 + random.number(below: 15)).description
  }

  private mutating func list(_ values: [String]) -> String {
    (0...random.number(below: 2)).map { _ in random.pick(values) }.joined(separator: ",")
  }

  private mutating func bound(_ value: String, isRange: Bool = true) -> String {
    if random.chance(10) { return "none" }
    if isRange, random.chance(20) {
      return random.pick([value + "..", ".." + value, "\(value)..\(value)"])
    }
    return random.pick(["", "<", "<=", ">", ">=", "="]) + value
  }
}
