package import PlanModel

/// Random plans and changes like those on a real board: each change affects some fields and has a
/// stamp.
package struct RandomPlanEdits {
  package var random: SeededGenerator
  private var milliseconds: Int64 = 1_795_165_200_000

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  package mutating func stamp() -> Stamp {
    milliseconds += Int64.random(in: 1...100_000, using: &random)
    return Stamp(at: Timestamp(milliseconds: milliseconds), using: &random)
  }

  /// Returns a new plan after up to seven random changes.
  package mutating func plan(_ id: PlanID) -> PlanDocument {
    var document = PlanDocument(id: ExactString(id.text))
    var edits: [Edit] = [
      .title(title()), .state("todo"), .rank("gVbZS7\(pick(["a", "b", "c"]))"),
      .created(at: Timestamp(milliseconds: milliseconds), by: "Ada <ada@example.org>"),
    ]
    for _ in 0..<Int.random(in: 0..<4, using: &random) { edits += change(of: document) }
    document.apply(edits, stamp: .none)
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      document.apply(change(of: document), stamp: stamp())
    }
    return document
  }

  private mutating func title() -> String {
    "\(pick(["Fix", "Write", "Plan"])) \(pick(["login", "notes", "the sync", "로그인"]))"
      + pick(["", " on iPad", " once more"])
  }

  /// Returns the edits of one random command.
  package mutating func change(of document: PlanDocument) -> [Edit] {
    let people = ["Ada <ada@example.org>", "Ben <ben@example.org>"]
    let lines = ["Tapping twice crashes.", "", "Seen on iPad mini.", "- one", "- two", "See #12."]
    switch Int.random(in: 0..<23, using: &random) {
    case 18: return [PlanField.milestone.write(pick([.null, .string("v1"), .string("v2.0")]))]
    case 19:
      return [
        PlanField.iteration.write(pick([.null, .string("2026-12-07"), .string("2026-12-21")]))
      ]
    case 20:
      return Edit.attachment(
        Attachment(
          id: document.newItemID(in: .files, using: &random), name: pick(["a.png", "로그인.txt"]),
          size: pick([nil, 0, 12]), type: pick(["", "image/png"]),
          at: pick([nil, Timestamp(milliseconds: milliseconds)]), by: pick(people),
          blob: String(repeating: pick(["0", "a", "f"]), count: 40)))
    case 21:
      guard let item = document.itemIDs(in: .files).sorted().randomElement(using: &random) else {
        return [.add(pick(people), to: .assignees)]
      }
      return [document.removal(ofItem: ExactString(item), in: "files")]
    case 0: return [.title(title())]
    case 1:
      return [
        .state(pick(["todo", "doing", "done"])), .rank("gVbZS7\(pick(["d", "e", "f", "g"]))"),
      ]
    case 2: return [.due(pick([nil, CalendarDay("2026-12-01"), CalendarDay("2026-12-24")]))]
    case 3: return [.priority(pick([nil, .low, .high, .urgent]))]
    case 4: return [.owner(pick([nil, people[0], people[1]]))]
    case 5: return [.body((0..<Int.random(in: 0..<5, using: &random)).map { _ in pick(lines) })]
    case 6, 7: return [.add(pick(["bug", "docs", "ios", "later", "ui"]), to: .labels)]
    case 8: return [.remove(pick(["bug", "docs", "ios", "later", "ui"]), from: .labels)]
    case 9:
      return Edit.checklistItem(
        document.newItemID(in: .checklist, using: &random), text: pick(lines),
        rank: "gVb\(pick(["1", "2", "3"]))")
    case 10, 11:
      guard let item = document.itemIDs(in: .checklist).sorted().randomElement(using: &random)
      else { return [.add(pick(people), to: .assignees)] }
      return Bool.random(using: &random)
        ? [.check(item, done: Bool.random(using: &random))]
        : [document.removal(ofItem: ExactString(item), in: "checklist")]
    case 13:
      return [
        .write(
          .field("custom.points"),
          pick([.null, .number(3), .number(8), .string("not a number")] as [JSONValue]))
      ]
    case 14:
      let part = ElementPath.setMember(
        set: "custom.parts", member: ExactString(pick(["server", "page", "gone"])))
      return [Bool.random(using: &random) ? .write(part, .bool(true)) : .clear(part)]
    case 12:
      return Edit.comment(
        document.newItemID(in: .comments, using: &random), text: [pick(lines)],
        at: Timestamp(milliseconds: milliseconds), by: pick(people))
    case 15:
      return [
        PlanField.repeat.write(
          pick([.null, .string("every 2 weeks"), .string("every month on last from done")]))
      ]
    case 16:
      return Edit.time(
        TimeEntry(
          id: document.newItemID(in: .time, using: &random),
          at: Timestamp(milliseconds: milliseconds), by: pick(people), minutes: pick([5, 90]),
          day: pick([nil, CalendarDay("2026-11-20")]), note: pick(["", "review"])))
    case 17:
      guard let item = document.itemIDs(in: .time).sorted().randomElement(using: &random) else {
        return [.add("ui", to: .labels)]
      }
      return [document.removal(ofItem: ExactString(item), in: "time")]
    default:
      return [document.deletion(at: Timestamp(milliseconds: milliseconds), by: pick(people))]
    }
  }

  /// Returns a plan after one, two or three random commands, like those of a person between two
  /// syncs.
  package mutating func work(on document: PlanDocument) -> PlanDocument {
    var document = document
    for _ in 0..<pick([1, 1, 1, 2, 3]) {
      document.apply(change(of: document), stamp: stamp())
    }
    return document
  }
}
