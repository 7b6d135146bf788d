import PlanModel
import PmgitTestSupport

/// Random steps of people who share a board, drawn from a seed.
struct ReplicaScript {
  let people: Int
  let remotes: Int
  private(set) var steps: [ReplicaStep] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    people = random.pick([2, 2, 3, 3, 4, 5, 6])
    remotes = 1 + random.number(below: 3)
    // Everybody has this plan, so that their changes collide.
    steps.append(.create(by: 0, [.title("new"), .state("todo"), .add("l0", to: .labels)]))
    for person in 1..<people { steps.append(.pullFromPeer(by: person, 0)) }
    let length = steps.count + 14 + random.number(below: 16)
    while steps.count < length {
      if random.chance(12) {
        steps += Self.crissCross(people: people, using: &random)
      } else if random.chance(12) {
        steps += Self.undoing(people: people, remotes: remotes, using: &random)
      } else {
        steps.append(Self.draw(people: people, remotes: remotes, using: &random))
      }
    }
  }

  /// Returns steps in which two people replace values and merge each other's heads, but not each
  /// other's merges. An edit in between ensures that the two merges are different commits.
  private static func crissCross(
    people: Int, using random: inout SeededGenerator
  ) -> [ReplicaStep] {
    let person = random.number(below: people)
    let other = (person + 1 + random.number(below: people - 1)) % people
    return [
      .edit(by: person, plan: 0, edits(using: &random)),
      .edit(by: other, plan: 0, edits(using: &random)), .pullFromPeer(by: person, other),
      .edit(by: other, plan: 0, edits(using: &random)),
      .pullOld(by: other, from: person, tipsAgo: 1),
      .edit(by: person, plan: 0, edits(using: &random)), .pullFromPeer(by: person, other),
    ]
  }

  /// Returns steps in which one person edits a plan, undoes the edit and may redo it, while another
  /// person edits the same plan. The edit may be shared before it is undone.
  private static func undoing(
    people: Int, remotes: Int, using random: inout SeededGenerator
  ) -> [ReplicaStep] {
    let person = random.number(below: people)
    let other = (person + 1 + random.number(below: people - 1)) % people
    let remote = random.number(below: remotes)
    var steps: [ReplicaStep] = [
      .sync(by: person, remote: remote), .edit(by: person, plan: 0, edits(using: &random)),
    ]
    if random.chance(30) {
      steps[1] = .attach(by: person, plan: 0, content: 3 + random.number(below: 3))
    }
    if random.chance(40) { steps.append(.sync(by: person, remote: remote)) }
    steps += [
      .undo(by: person, count: 1), .edit(by: other, plan: 0, edits(using: &random)),
    ]
    if random.chance(40) { steps.append(.sync(by: person, remote: remote)) }
    if random.chance(50) { steps.append(.redo(by: person)) }
    if random.chance(30) { steps.append(.undo(by: person, count: 1)) }
    return steps
  }

  private static func draw(
    people: Int, remotes: Int, using random: inout SeededGenerator
  ) -> ReplicaStep {
    let person = random.number(below: people)
    let other = (person + 1 + random.number(below: people - 1)) % people
    let plan = random.chance(60) ? 0 : random.number(below: 4)
    let remote = random.number(below: remotes)
    switch random.number(below: 133) {
    case 118..<123:
      return .attach(by: person, plan: plan, content: random.number(below: 3))
    case 123..<126: return .detach(by: person, plan: plan)
    case 126..<129: return .editBoard(by: person, phase(using: &random))
    case 100..<108, 129..<133: return .undo(by: person, count: 1 + random.number(below: 2))
    case 108..<112: return .redo(by: person)
    case 112..<115: return .editBoard(by: person, [rule(using: &random)])
    case 115..<118:
      let years = Int64(random.number(below: 7)) - 3
      return .turnClock(by: person, seconds: years * 31_536_000)
    case 0..<8:
      return .create(by: person, [.title("new"), .state("todo"), .add("l0", to: .labels)])
    case 8..<30: return .edit(by: person, plan: plan, edits(using: &random))
    case 30..<33: return .delete(by: person, plan: plan)
    case 33..<35: return .restore(by: person, plan: plan)
    case 35..<40:
      let take = random.chance(50) ? random.number(below: 2) : nil
      return .resolve(by: person, plan: plan, conflict: random.number(below: 3), take: take)
    case 40..<44:
      let column = PlanList.columns.path("todo", "title")
      let path = random.chance(50) ? column : .field("title")
      return .editBoard(by: person, [.write(path, .string("\(random.number(below: 3))"))])
    case 44..<50:
      let path = random.pick([
        .field("title"), .field("x-new"), .other("x-top"), PlanList.checklist.path("c1", "text"),
      ])
      return .writeByHand(by: person, plan: plan, path, canonical: random.chance(70))
    case 50..<52: return .createApart(person, other)
    case 52..<58:
      let file = random.chance(60) ? ForeignFile.own : .shared
      return .writeForeign(by: person, file, removes: file == .own && random.chance(20))
    case 58..<76: return .sync(by: person, remote: remote)
    case 76..<82: return .pull(by: person, remote: remote)
    case 82..<93: return .pullFromPeer(by: person, other)
    default: return .pullOld(by: person, from: other, tipsAgo: 1 + random.number(below: 3))
    }
  }

  /// Returns an edit that restricts the columns from which a column takes plans, or removes the
  /// restriction.
  private static func rule(using random: inout SeededGenerator) -> Edit {
    let columns = ["todo", "doing", "done"]
    let from: JSONValue = random.chance(60) ? .strings([random.pick(columns)]) : .null
    return .write(PlanList.columns.path(random.pick(columns), "from"), from)
  }

  /// Returns the edits of one command about a milestone, an iteration or a rule.
  private static func phase(using random: inout SeededGenerator) -> [Edit] {
    let first = CalendarDay(dayNumber: 20_780 + 14 * random.number(below: 3))
    let iteration = Phase(.iteration, first.description, first: first, last: first + 13)
    let milestone = Phase(
      .milestone, random.pick(["v1", "v2.0"]), title: random.pick([nil, "A", "B"]),
      last: random.pick([nil, first]), isClosed: random.chance(30))
    switch random.number(below: 6) {
    case 4: return Edit.rule(StoredRule(id: random.pick(["r", "s"]), text: "on add: label +a"))
    case 5:
      let text = random.pick(["on add: label +b", "on done: owner none", "on full moon: howl"])
      return [.write(PlanList.rules.path("r", "text"), .string(text))]
    case 0: return Edit.phase(iteration)
    case 1:
      return [
        .write(
          PlanList.iterations.path(first.description, "closed"), random.pick([.bool(true), .null]))
      ]
    case 2: return Edit.phase(milestone)
    default:
      return [.write(PlanList.milestones.path("v1", "due"), .string(first.description))]
    }
  }

  private static func edits(using random: inout SeededGenerator) -> [Edit] {
    (0...random.number(below: 2)).map { _ in
      let number = random.number(below: 3)
      switch random.number(below: 12) {
      case 9: return PlanField.milestone.write([.null, .string("v1"), .string("v2.0")][number])
      case 10:
        return PlanField.iteration.write(
          [.null, .string("2026-11-24"), .string("2026-12-08")][number])
      case 0: return .title("title \(number)")
      case 1: return .state(["todo", "doing", "done"][number])
      case 2: return .add("l\(number)", to: .labels)
      case 3: return .remove("l\(number)", from: .labels)
      case 4: return .check("c\(number)", done: number > 0)
      case 5: return .body([[], ["a"], ["a", "", "b"]][number])
      case 6: return .owner([nil, "Ada", "Ben"][number])
      case 7: return .write(.field("custom.points"), [.null, .number(3), .string("x")][number])
      case 8:
        let part = ElementPath.setMember(set: "custom.parts", member: "page")
        return number == 0 ? .clear(part) : .write(part, .bool(true))
      default: return .rank("a\(number)")
      }
    }
  }
}
