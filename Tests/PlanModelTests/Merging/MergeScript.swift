import PlanModel
import PmgitTestSupport

/// A random script of steps for some replicas of one plan.
struct MergeScript {
  let replicas: Int
  private(set) var steps: [MergeStep] = []

  /// Paths of every kind; some of them look like paths of another kind.
  static let paths: [ElementPath] =
    [
      "title", "state", "due", "priority", "owner", "estimate", "body", "rank", "x-new",
      "custom.points",
    ]
    .map { .field($0) }
    + ["bug", "e\u{301}", "\u{E9}"].map { .setMember(set: "labels", member: $0) }
    + [.setMember(set: "assignees", member: "Ada"), .setMember(set: "x-set", member: "\u{212B}")]
    + [.setMember(set: "custom.parts", member: "page")]
    + items.flatMap { list, item in
      ["text", "done", "rank"].map { .item(list: list, item: item, member: $0) }
    } + [.other("x-color")]

  static let items: [(list: ExactString, item: ExactString)] = [
    ("checklist", "aaaaa"), ("checklist", "bbbbb"), ("x-list", "\u{C5}"),
  ]

  private static let registers = paths.filter {
    if case .setMember = $0 { false } else { true }
  }

  /// - Parameter puttingBack: Whether people also restore old values by hand.
  init(seed: UInt64, puttingBack: Bool = false) {
    var random = SeededGenerator(seed: seed)
    replicas = 2 + random.number(below: 5)
    // Some scripts use few paths, so that many writes collide.
    let paths = Array(Self.paths.shuffled(using: &random).prefix(1 + random.number(below: 25)))
    if random.chance(20) {
      // The plan does not exist yet, and two replicas import it independently.
      for replica in 0..<2 {
        steps.append(.importLine(by: replica, line: random.number(below: 2), clock: replica))
      }
    }
    let derivesAlike = random.chance(25)
    let length = 6 + random.number(below: 40)
    while steps.count < length {
      if random.chance(10) {
        steps.append(Self.derive(replicas, paths, alike: derivesAlike, using: &random))
      }
      steps += Self.draw(replicas, paths, puttingBack: puttingBack, using: &random)
    }
  }

  private static func derive(
    _ replicas: Int, _ paths: [ElementPath], alike: Bool, using random: inout SeededGenerator
  ) -> MergeStep {
    let replica = random.number(below: replicas)
    guard case .edit(_, let edits, let clock) = edit(by: replica, paths, using: &random) else {
      preconditionFailure("'edit' returns an edit")
    }
    if alike, random.chance(70) { return .deriveAlike(by: replica, edits) }
    return .derive(by: replica, edits, clock: clock)
  }

  private static func draw(
    _ replicas: Int, _ paths: [ElementPath], puttingBack: Bool, using random: inout SeededGenerator
  ) -> [MergeStep] {
    let replica = random.number(below: replicas)
    let other = (replica + 1 + random.number(below: replicas - 1)) % replicas
    let clock = random.number(below: 10)
    let item = random.pick(items)
    switch random.number(below: puttingBack ? 112 : 100) {
    case 0..<36: return [edit(by: replica, paths, using: &random)]
    case 36..<38:
      return [.importLine(by: replica, line: random.number(below: 3), clock: clock)]
    case 38..<58: return [.pull(by: replica, from: other)]
    case 58..<64: return [.pullOld(by: replica, from: other, tipsAgo: 1 + random.number(below: 8))]
    case 64..<70: return [.cross(replica, other)]
    case 70..<78:
      let take = random.chance(50) ? random.number(below: 3) : nil
      return [.resolve(by: replica, conflict: random.number(below: 3), take: take, clock: clock)]
    case 78..<80: return decideApart(replica, other, using: &random)
    case 80..<84: return [.delete(by: replica, clock: clock)]
    case 84..<86: return [.restore(by: replica, clock: clock)]
    case 86..<91:
      return [.removeItem(by: replica, list: item.list, item: item.item, clock: clock)]
    case 91..<98:
      return [
        .writeByHand(by: replica, random.pick(registers), random.pick(HandWriting.allCases))
      ]
    case 98..<100: return [.raiseFormat(by: replica, to: 2 + random.number(below: 3))]
    default:
      return [.putBack(by: replica, random.pick(paths), commit: random.number(below: 100))]
    }
  }

  private static func edit(
    by replica: Int, _ paths: [ElementPath], using random: inout SeededGenerator
  ) -> MergeStep {
    var edits: [Edit] = []
    for path in paths.shuffled(using: &random).prefix(1 + random.number(below: 3)) {
      let isSet = if case .setMember = path { true } else { false }
      let clears = random.chance(isSet ? 45 : 4)
      edits.append(
        clears ? .clear(path) : .write(path, value(of: path, random.number(below: 3))))
    }
    return .edit(by: replica, edits, clock: random.number(below: 10))
  }

  /// Returns steps in which two people write one field concurrently, merge, and resolve the
  /// conflict independently.
  private static func decideApart(
    _ one: Int, _ other: Int, using random: inout SeededGenerator
  ) -> [MergeStep] {
    let path = random.pick(registers)
    return [
      .edit(by: one, [.write(path, value(of: path, 0))], clock: 3),
      .edit(by: other, [.write(path, value(of: path, 2))], clock: 4), .cross(one, other),
      .resolve(by: one, conflict: 0, take: random.number(below: 2), clock: 5),
      .resolve(by: other, conflict: 0, take: random.chance(50) ? 1 : nil, clock: 5),
      .cross(one, other),
    ]
  }

  /// Returns one of three valid values for the path, so that people often write the same one.
  private static func value(of path: ElementPath, _ number: Int) -> JSONValue {
    switch path {
    case .setMember: .bool(true)
    case .field("due"): .optional([nil, "2026-12-01", "2026-12-24"][number])
    case .field("owner"): .optional([nil, "Ada", "Ben"][number])
    case .field("priority"): .optional([nil, "low", "high"][number])
    case .field("estimate"): .number([0, 2, 30][number])
    case .field("body"): .strings([[], ["a"], ["a", "", "b"]][number])
    case .field("x-new"): .object(["k": .array([.null, .number(number)])])
    case .item(_, _, "done"): .bool(number == 1)
    default: .string("\(number)")
    }
  }
}
