@testable import PlanModel

/// A slow implementation of the query language for tests. It shares no code with the parser or the
/// compiler.
///
/// It only supports what `RandomQuery` writes: one space between words, and no escapes in quotes.
struct SlowQuery {
  let plans: [Plan]
  let board: Board
  let now: Timestamp
  let me: String

  /// Returns the ids of the plans that a query finds.
  func find(_ text: String) -> Set<PlanID> {
    let words = Self.words(of: text)
    let widened = Self.asksForDeleted(words, isNegated: false)
    return Set(plans.filter { holds(words, $0) && (widened || !$0.isDeleted) }.map(\.id))
  }

  // MARK: - Structure

  /// Splits a query at spaces outside of quotes. Parentheses are words too, and a minus before a
  /// term becomes the word `NOT`.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      switch character {
      case _ where isQuoted: word.append(character)
      case " ": end()
      case "(", ")":
        end()
        words.append(String(character))
      case "-" where word.isEmpty: words.append("NOT")
      default: word.append(character)
      }
    }
    end()
    return words
  }

  /// Splits words at every `OR` outside of parentheses.
  private static func alternatives(_ words: [String]) -> [[String]] {
    var (found, depth): ([[String]], Int) = ([[]], 0)
    for word in words {
      if word == "(" { depth += 1 }
      if word == ")" { depth -= 1 }
      if word == "OR", depth == 0 { found.append([]) } else { found[found.count - 1].append(word) }
    }
    return found
  }

  /// Splits an alternative into its terms; each is a list of words that begins with its `NOT`s.
  private static func terms(_ words: [String]) -> [[String]] {
    var (found, term, depth): ([[String]], [String], Int) = ([], [], 0)
    for word in words {
      if word == "AND", depth == 0 { continue }
      term.append(word)
      if word == "(" { depth += 1 }
      if word == ")" { depth -= 1 }
      if depth == 0, word != "NOT" {
        found.append(term)
        term = []
      }
    }
    return found
  }

  /// Returns a term without its `NOT`s, and whether their number is odd.
  private static func negation(_ term: [String]) -> (isNegated: Bool, rest: [String]) {
    let rest = Array(term.drop { $0 == "NOT" })
    return ((term.count - rest.count) % 2 == 1, rest)
  }

  private static func asksForDeleted(_ words: [String], isNegated: Bool) -> Bool {
    alternatives(words).contains { alternative in
      terms(alternative).contains { term in
        let (reverses, rest) = negation(term)
        let isNegated = isNegated != reverses
        if rest[0] == "(" {
          return asksForDeleted(Array(rest.dropFirst().dropLast()), isNegated: isNegated)
        }
        let values = rest[0].split(separator: ":").last?.split(separator: ",") ?? []
        return rest[0].hasPrefix("is:") && !isNegated
          && (values.contains("deleted") || values.contains("any"))
      }
    }
  }

  /// Whether a plan matches some words. If one alternative asks for deleted plans, the others still
  /// exclude them.
  private func holds(_ words: [String], _ plan: Plan, isNegated: Bool = false) -> Bool {
    let alternatives = Self.alternatives(words)
    let widened = Self.asksForDeleted(words, isNegated: isNegated)
    return alternatives.contains { alternative in
      let asks = Self.asksForDeleted(alternative, isNegated: isNegated)
      if alternatives.count > 1, widened, !asks, plan.isDeleted { return false }
      return Self.terms(alternative).allSatisfy { term in
        let (reverses, rest) = Self.negation(term)
        let inner = Array(rest.dropFirst().dropLast())
        let result =
          rest[0] == "("
          ? holds(inner, plan, isNegated: isNegated != reverses) : holds(term: rest[0], plan)
        return result != reverses
      }
    }
  }

  // MARK: - Terms

  private func holds(term: String, _ plan: Plan) -> Bool {
    if term.first == "#" { return values(term.dropFirst()).contains { has(label: $0, plan) } }
    if term.first == "@" {
      return values(term.dropFirst()).contains { name in
        ([plan.owner].compactMap(\.self) + plan.assignees).contains { isCalled(name, $0) }
      }
    }
    guard term.first != "\"", let colon = term.firstIndex(of: ":") else {
      return contains(Self.unquoted(term), plan)
    }
    let key = String(term[..<colon])
    return values(term[term.index(after: colon)...]).contains { holds(key, $0, plan) }
  }

  /// Splits values at commas outside of quotes, and removes the quotes.
  private func values(_ text: Substring) -> [String] {
    var (found, isQuoted): ([String], Bool) = ([""], false)
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        found.append("")
      } else {
        found[found.count - 1].append(character)
      }
    }
    return found
  }

  private static func unquoted(_ text: String) -> String { text.filter { $0 != "\"" } }

  private func holds(_ key: String, _ value: String, _ plan: Plan) -> Bool {
    switch key {
    case "state": return plan.state == value
    case "kind": return board.kind(of: plan.state).rawValue == value
    case "label": return has(label: value, plan)
    case "owner": return [plan.owner].compactMap(\.self).contains { isCalled(value, $0) }
    case "assignee":
      return value == "none"
        ? plan.assignees.isEmpty : plan.assignees.contains { isCalled(value, $0) }
    case "created-by": return isCalled(value, plan.created?.by ?? "")
    case "title": return plan.title.lowercased().contains(value)
    case "body": return plan.body.contains { $0.lowercased().contains(value) }
    case "id": return plan.id.text.hasPrefix(value)
    case "milestone": return isIn(plan.milestone, value)
    case "iteration":
      let meant = ["current": "i2", "next": "i3", "previous": "i1"][value] ?? value
      return isIn(plan.iteration, meant)
    case "no": return !holds("has", value, plan)
    case "has", "is": return holds(flag: value, plan)
    case "priority":
      let order = ["low", "medium", "high", "urgent"]
      return compare(plan.priority.map { order.firstIndex(of: $0.rawValue) ?? 9 }, value) { text in
        order.firstIndex(of: text) ?? 9
      }
    case "estimate":
      return compare(plan.estimate.flatMap { Int($0.lexeme) }, value) { Int($0) ?? 0 }
    case "repeat":
      let rule = plan.repetition?.description
      let words = ["daily": " day", "week": " week"][value]
      if value == "any" || value == "none" { return (rule != nil) == (value == "any") }
      return words.map { rule?.contains($0) == true } ?? (rule == value)
    case "spent":
      let minutes = plan.time.reduce(0) { $0 + ($1.minutes ?? 0) }
      return compare(plan.time.isEmpty ? nil : minutes, value) { Int($0.dropLast()) ?? 0 }
    case "due":
      return compare(plan.due?.dayNumber, value) { CalendarDay($0)?.dayNumber ?? 0 }
    case "created": return compareDays(plan.created?.at, value)
    case "updated": return compareDays(plan.updated, value)
    case "moved": return compareDays(plan.stateSince, value)
    case "parent": return below(plan, value)
    case "child-of": return parents(plan).contains { $0.id.text.hasPrefix(value) }
    case "blocks":
      let other = plans.first { $0.id.text.hasPrefix(value) }
      return other.map { blockers($0).contains { $0.id == plan.id } && !$0.isDeleted } ?? false
    case "blocked-by":
      return !plan.isDeleted && blockers(plan).contains { $0.id.text.hasPrefix(value) }
    default: preconditionFailure("the slow reading does not know '\(key)'")
    }
  }

  private func holds(flag: String, _ plan: Plan) -> Bool {
    let kind = board.kind(of: plan.state)
    let owner = plan.owner
    let isBlocked = kind != .done && !plan.isDeleted && blockers(plan).contains(where: isOpen)
    switch flag {
    case "open": return kind != .done
    case "closed": return kind == .done
    case "blocked": return isBlocked
    case "overdue":
      return kind != .done && (plan.due?.dayNumber ?? .max) < Int(now.milliseconds / 86_400_000)
    case "ready":
      return !plan.isDeleted && kind == .todo && !isBlocked
        && !children(plan).contains(where: isOpen)
        && (owner == nil || owner == me)
    case "mine": return owner == me || plan.assignees.contains(me)
    case "unassigned": return owner == nil && plan.assignees.isEmpty
    case "deleted": return plan.isDeleted
    case "any": return true
    case "parent": return !plan.isDeleted && !children(plan).isEmpty
    case "child": return !plan.isDeleted && !parents(plan).isEmpty
    case "label": return !plan.labels.isEmpty
    case "due": return plan.due != nil
    case "owner": return owner != nil
    case "estimate": return plan.estimate != nil
    case "repeat": return plan.repetition != nil
    case "time": return !plan.time.isEmpty
    case "checklist": return !plan.checklist.isEmpty
    case "milestone": return plan.milestone != nil
    case "iteration": return plan.iteration != nil
    default: preconditionFailure("the slow reading does not know '\(flag)'")
    }
  }

  // MARK: - Values

  private func isIn(_ phase: String?, _ value: String) -> Bool {
    value == "none" ? phase == nil : value == "any" ? phase != nil : phase == value
  }

  private func has(label: String, _ plan: Plan) -> Bool {
    plan.labels.contains { $0.lowercased() == label }
  }

  private func isCalled(_ name: String, _ person: String) -> Bool {
    name == "me" || name == "@me" ? person == me : person.lowercased().hasPrefix(name)
  }

  private func contains(_ text: String, _ plan: Plan) -> Bool {
    ([plan.title] + plan.labels + plan.body + plan.checklist.map(\.text))
      .contains { $0.lowercased().contains(text.lowercased()) }
  }

  /// Whether a value matches a comparison such as `<=x` or `x..y`. A missing value matches only
  /// `none`.
  private func compare(_ value: Int?, _ text: String, _ bound: (String) -> Int) -> Bool {
    if text == "none" { return value == nil }
    guard let value else { return false }
    let sign = text.prefix { "<>=".contains($0) }
    let rest = String(text.dropFirst(sign.count))
    if rest.contains("..") {
      let ends = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return (ends[0].isEmpty || value >= bound(ends[0]))
        && (ends[2].isEmpty || value <= bound(ends[2]))
    }
    switch sign {
    case "<": return value < bound(rest)
    case "<=": return value <= bound(rest)
    case ">": return value > bound(rest)
    case ">=": return value >= bound(rest)
    default: return value == bound(rest)
    }
  }

  private func compareDays(_ time: Timestamp?, _ text: String) -> Bool {
    compare(time.map { Int($0.milliseconds / 86_400_000) }, text) {
      CalendarDay($0)?.dayNumber ?? 0
    }
  }

  // MARK: - Relations

  private func linked(_ plan: Plan, _ kind: String) -> [Plan] {
    let targets = plan.links.filter { $0.kind == kind }.map(\.target)
    return plans.filter { targets.contains($0.id.text) && !$0.isDeleted }
  }

  private func isOpen(_ plan: Plan) -> Bool {
    board.kind(of: plan.state) != .done && !plan.isDeleted
  }
  private func blockers(_ plan: Plan) -> [Plan] { linked(plan, "blocked-by") }
  private func parents(_ plan: Plan) -> [Plan] { plan.isDeleted ? [] : linked(plan, "parent") }
  private func children(_ plan: Plan) -> [Plan] {
    plans.filter { child in parents(child).contains { $0.id == plan.id } }
  }

  /// Whether a plan is a descendant of the plan whose id has a prefix.
  private func below(_ plan: Plan, _ prefix: String) -> Bool {
    guard let top = plans.first(where: { $0.id.text.hasPrefix(prefix) }) else { return false }
    var found: Set<PlanID> = []
    var size = -1
    var level = [top]
    while found.count != size {
      size = found.count
      level = level.flatMap(children)
      found.formUnion(level.map(\.id))
    }
    return found.contains(plan.id) && plan.id != top.id
  }
}
