import PlanModel
import PmgitTestSupport
import Testing

/// Random values at known paths: each value is either shown or reported.
@Suite("Random values at known places") struct WrongValuePropertyTests {
  private static let id: PlanID = {
    var random = SeededGenerator(seed: 1)
    return PlanID.random(using: &random)
  }()

  @Test(
    "Every value of a known member is shown or found; mending shows it and changes nothing else",
    arguments: Seeds.batches(2000, of: 250))
  func property(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var document = PlanDocument(id: ExactString(Self.id.text))
      document[.field("title")] = [StampedValue(value: .string("A plan"))]
      var written: [ElementPath: JSONValue] = [:]
      for _ in 0..<(1 + random.number(below: 4)) {
        let path = random.pick(KnownMember.paths)
        let isSet = if case .setMember = path { true } else { false }
        let value = isSet ? .bool(true) : random.nearlyRightValue()
        document[path] = [StampedValue(value: value)]
        written[path] = value
      }
      let found = Dictionary(uniqueKeysWithValues: document.wrongValues.map { ($0.path, $0) })
      let plan = Plan(document, id: Self.id)
      for (path, value) in written where found[path] == nil {
        #expect(KnownMember.shows(plan, path, value), "PMGIT_SEED=\(seed): \(path) \(value)")
      }
      let bytes = PlanFile.bytes(of: document)
      let lines = WrongValue.lines(of: Array(found.values), in: bytes)
      #expect(lines.count == found.count, "PMGIT_SEED=\(seed)")
      try checkMending(of: document, Array(found.values), seed: seed)
    }
  }

  private func checkMending(
    of document: PlanDocument, _ found: [WrongValue], seed: UInt64
  ) throws {
    var mended = document
    let edits = found.compactMap(\.repair).flatMap(\.self)
    mended.apply(edits, stamp: Stamp("s"))
    let touched = Set(edits.map(\.path))
    for path in Set(document.elements.keys).union(mended.elements.keys)
    where !touched.contains(path) {
      #expect(document[path] == mended[path], "PMGIT_SEED=\(seed): \(path)")
    }
    let left = mended.wrongValues
    #expect(left.allSatisfy { !touched.contains($0.path) }, "PMGIT_SEED=\(seed): \(left)")
    let plan = Plan(mended, id: Self.id)
    for case .write(let path, let value) in edits {
      #expect(KnownMember.shows(plan, path, value), "PMGIT_SEED=\(seed): \(path) \(value)")
    }
    // Reading the written file gives the same document.
    #expect(try PlanFile.read(PlanFile.bytes(of: mended)) == mended, "PMGIT_SEED=\(seed)")
  }
}

extension Edit {
  fileprivate var path: ElementPath {
    switch self {
    case .write(let path, _), .clear(let path): path
    }
  }
}

extension SeededGenerator {
  /// Returns a value that an editor may leave in a file: nearly right, of a wrong type, or random.
  fileprivate mutating func nearlyRightValue() -> JSONValue {
    let texts = [
      "High", "low", "3", "1 Dec 2026", "2026-12-01", "a\nb", "true", "bug", "parent:k7m2q9x4t1ab",
      "2026-12-01T09:00:00Z", " ", "a, b", "every 2 weeks",
    ]
    switch number(below: 6) {
    case 0: return jsonValue(depth: 2)
    case 1: return .strings([pick(texts), pick(texts)])
    case 2: return .array([.string(pick(texts)), .number(jsonNumber())])
    case 3: return .object(["at": .string(pick(texts)), "by": .string("Ada"), "seen": .null])
    default: return .string(pick(texts))
    }
  }
}

/// The rules for known members, written independently of the code under test.
private enum KnownMember {
  static let fields: [ExactString] = [
    "title", "body", "state", "due", "priority", "owner", "estimate", "created", "deleted",
    "repeat", "milestone", "iteration",
  ]
  static let others: [ExactString] = ["labels", "assignees", "links", "aliases", "checklist"]

  static let paths: [ElementPath] = {
    var paths = (fields + others).flatMap { [ElementPath.field($0), .other($0)] }
    paths += [("links", "parent:a"), ("links", "a"), ("labels", "a\nb"), ("body", "a")].map {
      (set: ExactString, member: ExactString) in ElementPath.setMember(set: set, member: member)
    }
    for member: ExactString in ["text", "done"] {
      paths.append(.item(list: "checklist", item: "i", member: member))
    }
    for member: ExactString in ["at", "by", "text"] {
      paths.append(.item(list: "comments", item: "i", member: member))
    }
    for member: ExactString in ["at", "by", "minutes", "on", "note"] {
      paths.append(.item(list: "time", item: "i", member: member))
    }
    return paths
  }()

  static func shows(_ plan: Plan, _ path: ElementPath, _ value: JSONValue) -> Bool {
    if value.isNull { return true }
    switch path {
    case .field(let name): return field(name, of: plan) == value || isSeen(name, plan, value)
    case .setMember("links", let member):
      return plan.links.map(\.description).contains(member.text)
    case .setMember(let set, let member):
      return set == "labels" && plan.labels.contains(member.text)
        || set == "assignees" && plan.assignees.contains(member.text)
        || set == "aliases" && plan.aliases.contains(member.text)
    case .item("checklist", _, "text"): return value == .string(plan.checklist[0].text)
    case .item("checklist", _, "done"): return value == .bool(plan.checklist[0].done)
    case .item("comments", _, "at"):
      return value.string.flatMap(Timestamp.init) == plan.comments[0].at
    case .item("comments", _, "by"): return value == .string(plan.comments[0].by)
    case .item("comments", _, "text"): return value == .strings(plan.comments[0].text)
    case .item("time", _, let member): return shows(plan.time[0], member, value)
    case .item, .other: return false
    }
  }

  private static func shows(
    _ entry: TimeEntry, _ member: ExactString, _ value: JSONValue
  ) -> Bool {
    switch member {
    case "at": value.string.flatMap(Timestamp.init) == entry.at
    case "by": value == .string(entry.by)
    case "minutes": value == entry.minutes.map { .number($0) }
    case "on": value == .optional(entry.day?.description)
    default: value == .string(entry.note)
    }
  }

  private static func field(_ name: ExactString, of plan: Plan) -> JSONValue? {
    switch name {
    case "title": .string(plan.title)
    case "body": .strings(plan.body)
    case "state": .string(plan.state)
    case "due": plan.due.map { .string($0.description) }
    case "priority": plan.priority.map { .string($0.rawValue) }
    case "owner": plan.owner.map { .string($0) }
    case "estimate": plan.estimate.map { .number($0) }
    case "repeat": plan.repetition.map { .string($0.description) }
    case "milestone": plan.milestone.map { .string($0) }
    case "iteration": plan.iteration.map { .string($0) }
    default: nil
    }
  }

  private static func isSeen(_ name: ExactString, _ plan: Plan, _ value: JSONValue) -> Bool {
    switch name {
    case "created":
      value.object?["at"]?.string.flatMap(Timestamp.init) == plan.created?.at
        && value.object?["by"]?.string == plan.created?.by
    case "deleted": plan.deletion != nil
    default: false
    }
  }
}
