import PlanModel
import PmgitTestSupport
import Testing

/// Undo must remove the person's own changes, and nothing that other people wrote.
@Suite("Taking back")
struct PlanUndoTests {
  private static let title = ElementPath.field("title")
  private static let bug = PlanSet.labels.path(of: "bug")

  /// Returns the values at each path; null alone counts as no value.
  private static func values(_ document: PlanDocument) -> [ElementPath: [JSONValue]] {
    document.elements.mapValues { $0.map(\.value) }.filter { $0.value != [.null] }
  }

  /// The stamps of three commands, in order.
  private static let change = Stamp("2026-11-20T10:00:00.000Z~chng0")
  private static let undo = Stamp("2026-11-20T11:00:00.000Z~nd000")
  private static let redo = Stamp("2026-11-20T12:00:00.000Z~red00")

  /// A change by the person who undoes it.
  private struct Change {
    let before: PlanDocument?
    let after: PlanDocument

    var write: DocumentWrites.Write {
      DocumentWrites.Write(before: before, after: after, isOwn: true)
    }
  }

  /// Undoes a change in a document that others may have changed since. If the change created the
  /// document, the document is marked as deleted.
  private static func takeBack(
    _ change: Change, in document: PlanDocument, stamp: Stamp = undo
  ) -> (document: PlanDocument, kept: [ElementPath]) {
    let writes = since(change.after, document) + [change.write]
    let (document, kept) = apply(
      UndoChange(
        .undo, of: [writes.count - 1], in: DocumentWrites(writes), undone: []),
      to: document, stamp: stamp)
    return (document, kept.map(\.path))
  }

  /// Redoes a change in a document that others may have changed since.
  private static func bringBack(
    _ change: Change, from undone: PlanDocument, in document: PlanDocument, stamp: Stamp = redo
  ) -> (document: PlanDocument, kept: [ElementPath]) {
    let undoing = DocumentWrites.Write(
      before: change.after, after: undone, isOwn: true, kind: .undoing)
    let writes = since(undone, document) + [undoing, change.write]
    let last = writes.count - 1
    let (document, kept) = apply(
      UndoChange(
        .redo(undoings: [last - 1]), of: [last], in: DocumentWrites(writes), undone: [last]),
      to: document, stamp: stamp)
    return (document, kept.map(\.path))
  }

  private static func since(
    _ former: PlanDocument, _ now: PlanDocument
  ) -> [DocumentWrites.Write] {
    former == now ? [] : [DocumentWrites.Write(before: former, after: now, isOwn: false)]
  }

  private static func apply(
    _ change: UndoChange, to document: PlanDocument, stamp: Stamp = undo
  ) -> (document: PlanDocument, kept: [KeptPath]) {
    var document = document
    let kept = document.apply(change, stamp: stamp) { _ in
      .write(.field("deleted"), .string("taken back"))
    }
    return (document, kept)
  }

  /// Returns random edits of a document, at existing and new paths.
  private static func edits(
    of document: PlanDocument, _ random: inout SeededGenerator
  ) -> [Edit] {
    let fresh: [ElementPath] = [
      title, bug, .field("due"), PlanSet.labels.path(of: "new"), .other("extra"),
    ]
    let paths = document.elements.keys.sorted() + fresh
    return (0..<(1 + random.number(below: 5))).map { _ in
      let path = random.pick(paths)
      // Members of items are never cleared: their removal is a value.
      let isItem = if case .item = path { true } else { false }
      return !isItem && random.chance(30) ? .clear(path) : .write(path, random.jsonValue(depth: 1))
    }
  }

  @Test(
    "A change that nobody touched is taken back to the value, and again", arguments: Seeds.each(300)
  )
  func alone(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let before = random.planDocument()
    var after = before
    after.apply(Self.edits(of: before, &random), stamp: Self.change)
    let undone = Self.takeBack(Change(before: before, after: after), in: after)
    #expect(undone.kept.isEmpty)
    #expect(Self.values(undone.document) == Self.values(before), "seed \(seed)")
    // Restored values have new stamps: an old element would count as replaced in another clone.
    let values = Self.values(after)
    for (path, elements) in undone.document.elements
    where after[path] != before[path] && values[path] != nil {
      #expect(elements.allSatisfy { $0.stamp.text.text.hasSuffix("~nd000") }, "seed \(seed)")
    }
    let redone = Self.bringBack(
      Change(before: before, after: after), from: undone.document, in: undone.document)
    #expect(redone.kept.isEmpty)
    #expect(Self.values(redone.document) == Self.values(after), "seed \(seed)")
  }

  @Test(
    "A change that is taken back leaves the plan as old as it was, under stamps that a command writes",
    arguments: Seeds.each(300))
  func times(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let before = Self.lived(random.planDocument(), &random)
    var after = before
    after.apply(Self.edits(of: before, &random), stamp: Self.change)
    let undone = Self.takeBack(Change(before: before, after: after), in: after).document
    let check = StampCheck(now: try #require(Self.undo.time))
    #expect(check.problem(in: undone, since: after) == nil, "seed \(seed)")
    let id = try #require(PlanID("k70000000000"))
    let (old, new) = (Plan(before, id: id), Plan(undone, id: id))
    #expect(new.updated == old.updated, "seed \(seed)")
    #expect(new.stateSince == old.stateSince && new.ownerSince == old.ownerSince, "seed \(seed)")
    #expect(new.conflicts.map(\.path) == old.conflicts.map(\.path), "seed \(seed)")
    #expect(
      new.conflicts.map { $0.values.map(\.value) } == old.conflicts.map { $0.values.map(\.value) },
      "seed \(seed)")
    let redone = Self.bringBack(
      Change(before: before, after: after), from: undone, in: undone
    ).document
    #expect(check.problem(in: redone, since: undone) == nil, "seed \(seed)")
    #expect(Plan(redone, id: id).updated == Plan(after, id: id).updated, "seed \(seed)")
  }

  /// Returns the document with stamps from one day. Some values have no stamp, like values from the
  /// creation of a plan.
  private static func lived(
    _ document: PlanDocument, _ random: inout SeededGenerator
  ) -> PlanDocument {
    let start = Timestamp("2026-11-19T08:00:00Z")?.milliseconds ?? 0
    var document = document
    for path in document.elements.keys.sorted() {
      document[path] = document[path].map { element in
        let time = Timestamp(milliseconds: start + Int64(random.number(below: 80_000_000)))
        let isFirst = document[path].count == 1 && random.chance(30)
        return StampedValue(
          stamp: isFirst ? .none : Stamp(at: time, using: &random), value: element.value)
      }
    }
    document.apply([.created(at: Timestamp(milliseconds: start), by: "Ada")], stamp: .none)
    return document
  }

  @Test("A deletion that is taken back to holds again, although what it has seen has other stamps")
  func deletion() throws {
    let id = try #require(PlanID("k70000000000"))
    var before = PlanDocument(id: ExactString(id.text))
    before.apply([.title("old"), .state("todo")], stamp: .none)
    before.apply([before.deletion(at: Timestamp(seconds: 0), by: "A")], stamp: Self.change)
    var after = before
    after.apply([.title("new"), PlanDocument.restoration], stamp: Self.undo)
    #expect(!Plan(after, id: id).isDeleted)
    let (undone, kept) = Self.takeBack(
      Change(before: before, after: after), in: after, stamp: Self.redo)
    let plan = Plan(undone, id: id)
    #expect(kept.isEmpty && plan.isDeleted && plan.title == "old" && plan.conflicts.isEmpty)
  }

  @Test("What others wrote or cleared since stays to the byte", arguments: Seeds.each(300))
  func others(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let before = random.planDocument()
    var after = before
    after.apply(Self.edits(of: before, &random), stamp: Self.change)
    let change = Change(before: before, after: after)
    var now = after
    now.apply(Self.edits(of: after, &random), stamp: Stamp("other"))
    let touched = Set(after.elements.keys).union(now.elements.keys).filter { after[$0] != now[$0] }
    let (undone, kept) = Self.takeBack(change, in: now)
    for path in touched { #expect(undone[path] == now[path], "seed \(seed), \(path)") }
    #expect(kept == change.write.paths.filter(touched.contains), "seed \(seed)")
    let (old, new) = (Self.values(before), Self.values(undone))
    for path in change.write.paths where !touched.contains(path) {
      // A plan that stays in its column keeps its rank.
      if path == .field("rank"), touched.contains(.field("state")) { continue }
      #expect(new[path] == old[path], "seed \(seed), \(path)")
    }
  }

  @Test("Going back to nothing is a value, which does not give way to what was written apart")
  func absence() {
    var before = PlanDocument(id: "p")
    before.apply([.write(Self.title, .string("a plan"))], stamp: .none)
    let due = ElementPath.field("due")
    var after = before
    after.apply(
      [.write(due, .string("2026-12-01")), .write(Self.bug, .bool(true))], stamp: Stamp("1"))
    let (undone, _) = Self.takeBack(Change(before: before, after: after), in: after)
    #expect(undone[due] == [StampedValue(stamp: Self.undo, value: .null)])
    // The value of a set member is only its presence.
    #expect(undone[Self.bug].isEmpty)
    var theirs = after
    theirs.apply([.write(due, .string("2026-12-24"))], stamp: Stamp("2"))
    let merged = PlanMerge.merge(undone, theirs, bases: [after])
    #expect(Set(merged[due].map(\.value)) == [.null, .string("2026-12-24")])
    let redone = Self.bringBack(
      Change(before: before, after: after), from: undone, in: undone)
    #expect(redone.document.value(at: due) == .string("2026-12-01"))
  }

  @Test("Where another wrote the same, the own value goes, and it is said that nothing shows")
  func sameApart() {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("old"))], stamp: Stamp("1"))
    var (mine, theirs) = (document, document)
    mine.apply([.write(Self.title, .string("new"))], stamp: Stamp("2"))
    theirs.apply([.write(Self.title, .string("new"))], stamp: Stamp("3"))
    var merged = PlanMerge.merge(mine, theirs, bases: [document])
    let writes = [(theirs, false), (mine, true)].map { after, isOwn in
      DocumentWrites.Write(before: document, after: after, isOwn: isOwn)
    }
    let history = DocumentWrites(writes, order: .graph([[], []]))
    let change = UndoChange(.undo, of: [1], in: history, undone: [])
    let kept: [KeptPath]
    (merged, kept) = Self.apply(change, to: merged)
    #expect(kept == [KeptPath(Self.title, .same)])
    #expect(merged[Self.title].map(\.value) == [.string("new")])
  }

  @Test("A plan that another has moved since stays where it is in its column")
  func place() {
    let (state, rank) = (ElementPath.field("state"), ElementPath.field("rank"))
    var document = PlanDocument(id: "p")
    document.apply([.write(state, .string("todo")), .write(rank, .string("a0"))], stamp: .none)
    let before = document
    document.apply(
      [.write(state, .string("doing")), .write(rank, .string("a1"))], stamp: Stamp("1"))
    let change = Change(before: before, after: document)
    document.apply([.write(state, .string("done"))], stamp: Stamp("2"))
    let (undone, kept) = Self.takeBack(change, in: document)
    #expect(kept == [state])
    #expect(undone == document)
  }

  @Test("An edit made apart from the undoing is there after the merge", arguments: Seeds.each(200))
  func merged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let before = random.planDocument()
    var after = before
    after.apply(Self.edits(of: before, &random), stamp: Self.change)
    let undone = Self.takeBack(Change(before: before, after: after), in: after).document
    var theirs = after
    let value = JSONValue.string("theirs")
    let path = random.pick(after.elements.keys.sorted() + [Self.title])
    theirs.apply([.write(path, value)], stamp: Stamp("other"))
    let merged = PlanMerge.merge(undone, theirs, bases: [after])
    #expect(merged[path].contains { $0.value == value }, "seed \(seed), \(path)")
  }

  @Test("The same value, written again by somebody else, is theirs")
  func sameValue() {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("old"))], stamp: Stamp("1"))
    let before = document
    document.apply([.write(Self.title, .string("mine"))], stamp: Stamp("2"))
    let change = Change(before: before, after: document)
    document.apply([.write(Self.title, .string("other"))], stamp: Stamp("3"))
    document.apply([.write(Self.title, .string("mine"))], stamp: Stamp("4"))
    let (undone, kept) = Self.takeBack(change, in: document)
    #expect(kept == [Self.title])
    #expect(undone == document)
  }

  @Test("Of candidates, the person's own goes and those of others stay")
  func candidates() {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("old"))], stamp: Stamp("1"))
    var mine = document
    mine.apply([.write(Self.title, .string("mine"))], stamp: Stamp("2"))
    var theirs = document
    theirs.apply([.write(Self.title, .string("theirs"))], stamp: Stamp("3"))
    let merged = PlanMerge.merge(mine, theirs, bases: [document])
    #expect(merged[Self.title].count == 2)
    let writes = [(theirs, false), (mine, true)].map { after, isOwn in
      DocumentWrites.Write(before: document, after: after, isOwn: isOwn)
    }
    let history = DocumentWrites(writes, order: .graph([[], []]))
    let (undone, kept) = Self.apply(
      UndoChange(.undo, of: [1], in: history, undone: []), to: merged)
    #expect(kept.isEmpty)
    #expect(undone[Self.title].map(\.value) == [.string("theirs")])
    // The redone values are shown next to the others.
    let undoing = DocumentWrites.Write(
      before: merged, after: undone, isOwn: true, kind: .undoing)
    let redo = UndoChange(
      .redo(undoings: [0]), of: [2],
      in: DocumentWrites([undoing] + writes, order: .graph([[1, 2], [], []])), undone: [2])
    let redone = Self.apply(redo, to: undone, stamp: Self.redo)
    #expect(redone.kept.isEmpty)
    #expect(
      Set(redone.document[Self.title].map(\.value)) == Set(merged[Self.title].map(\.value)))
    var changed = undone
    changed.apply([.write(Self.title, .string("newer"))], stamp: Stamp("9"))
    let newer = DocumentWrites.Write(before: undone, after: changed, isOwn: false)
    let late = UndoChange(
      .redo(undoings: [1]), of: [3],
      in: DocumentWrites(
        [newer, undoing] + writes, order: .graph([[1, 2, 3], [2, 3], [], []])), undone: [3])
    #expect(Self.apply(late, to: changed, stamp: Self.redo).document == changed)
  }

  @Test("A candidate that a merge made by hand left out does not come back with an undo of another")
  func leftOut() {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("old"))], stamp: Stamp("1"))
    let candidates = ["mine", "kept", "left out"].map { value in
      var after = document
      after.apply([.write(Self.title, .string(value))], stamp: Stamp(ExactString("2~\(value)")))
      return DocumentWrites.Write(before: document, after: after, isOwn: value == "mine")
    }
    let history = DocumentWrites(candidates, order: .graph([[], [], []]))
    var merged = document
    merged[Self.title] = candidates[1].after[Self.title] + candidates[0].after[Self.title]
    let change = UndoChange(.undo, of: [0], in: history, undone: [])
    #expect(Self.apply(change, to: merged).document[Self.title].map(\.value) == [.string("kept")])
  }

  @Test(
    "Two people who each undo their own value of a conflict leave both values, not none",
    arguments: Seeds.each(200))
  func twoUndos(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let before = random.planDocument()
    let sides = ["ada", "ben"].map { name in
      var after = before
      after.apply(
        Self.edits(of: before, &random) + [.write(Self.title, .string(name))],
        stamp: Stamp(ExactString("2026-11-20T10:00:00.000Z~\(name)")))
      return after
    }
    let merged = PlanMerge.merge(sides[0], sides[1], bases: [before])
    let undone = sides.indices.map { own in
      let writes = sides.indices.map { side in
        DocumentWrites.Write(before: before, after: sides[side], isOwn: side == own)
      }
      let history = DocumentWrites(writes, order: .graph([[], []]))
      return Self.apply(
        UndoChange(.undo, of: [own], in: history, undone: []), to: merged,
        stamp: Stamp(ExactString("2026-11-20T11:00:00.000Z~nd00\(own)"))
      ).document
    }
    let result = PlanMerge.merge(undone[0], undone[1], bases: [merged])
    for (path, elements) in merged.elements where elements.count > 1 {
      if case .setMember = path { continue }
      #expect(!result[path].isEmpty, "seed \(seed), \(path)")
    }
    let titles = Set(result[Self.title].map(\.value))
    #expect(titles == [.string("ada"), .string("ben")], "seed \(seed)")
  }

  @Test("What somebody else has deleted stays deleted")
  func deleted() {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("old"))], stamp: .none)
    let before = document
    document.apply([.write(Self.title, .string("mine"))], stamp: Stamp("1"))
    let change = Change(before: before, after: document)
    document.apply([document.deletion(at: Timestamp(seconds: 0), by: "B")], stamp: Stamp("2"))
    let (undone, kept) = Self.takeBack(change, in: document)
    #expect(undone == document)
    #expect(kept == [.field("deleted")])
  }

  @Test("A decision that is taken back leaves the candidates as they were shown")
  func decision() {
    var document = PlanDocument(id: "p")
    document[Self.title] = [
      StampedValue(stamp: Stamp("9"), value: .string("a")),
      StampedValue(stamp: Stamp("5"), value: .string("z")),
      StampedValue(stamp: Stamp("1"), value: .string("m")),
    ]
    var decided = document
    decided.apply([.write(Self.title, .string("m"))], stamp: Stamp("a"))
    let (undone, _) = Self.takeBack(Change(before: document, after: decided), in: decided)
    #expect(undone[Self.title].map(\.value) == ["a", "z", "m"].map(JSONValue.string))
    #expect(Set(undone[Self.title].map(\.stamp)).count == 3)
  }

  @Test("What was created whole goes whole, and not if anybody has touched it")
  func creation() {
    var made = PlanDocument(id: "p")
    made.apply(
      [.write(Self.title, .string("new")), .write(.field("rank"), .string("a0"))], stamp: .none)
    let change = Change(before: nil, after: made)
    #expect(
      Self.takeBack(change, in: made).document.value(at: .field("deleted")) == .string("taken back")
    )
    for edit in [
      Edit.write(Self.title, .string("theirs")), .clear(Self.title), .write(Self.bug, .bool(true)),
    ] {
      var touched = made
      touched.apply([edit], stamp: Stamp("other"))
      let (undone, kept) = Self.takeBack(change, in: touched)
      #expect(undone == touched, "\(edit)")
      #expect(kept.count == 1, "\(edit)")
    }
    // Moving a neighbour may change the rank of the plan.
    var moved = made
    moved.apply([.write(.field("rank"), .string("a1"))], stamp: Stamp("other"))
    #expect(Self.takeBack(change, in: moved).kept.isEmpty)
  }

  @Test(
    "A change that is made again leaves what was written since, to the byte",
    arguments: Seeds.each(300))
  func madeAgain(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let former = random.planDocument()
    var (made, now) = (former, former)
    made.apply(Self.edits(of: former, &random), stamp: Self.change)
    now.apply(Self.edits(of: former, &random), stamp: Stamp("other"))
    for path in former.elements.keys.sorted() where now[path].count > 1 && random.chance(50) {
      // An undo elsewhere has taken one of several values away.
      now[path].removeLast()
    }
    let (again, _) = Self.apply(
      UndoChange(redoing: made, over: former, now: now), to: now, stamp: Self.redo)
    let (values, wanted) = (Self.values(again), Self.values(made))
    for path in Set(made.elements.keys).union(now.elements.keys).sorted() {
      if now[path] != former[path] {
        #expect(again[path] == now[path], "seed \(seed), \(path)")
      } else if path != .field("rank") || now[.field("state")] == former[.field("state")] {
        // A plan that stays in its column keeps its rank.
        #expect(values[path] == wanted[path], "seed \(seed), \(path)")
      }
    }
  }

  @Test("A line that was added is removed, and stays if anybody has ticked it")
  func items() throws {
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("a plan"))], stamp: .none)
    let before = document
    document.apply(Edit.checklistItem("i1", text: "a line", rank: "a0"), stamp: Stamp("1"))
    let change = Change(before: before, after: document)
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    let (undone, _) = Self.takeBack(change, in: document)
    #expect(Plan(undone, id: id).checklist.isEmpty)
    // A concurrent check mark restores the item with its text.
    var ticked = document
    ticked.apply([.check("i1", done: true)], stamp: Stamp("other"))
    let merged = PlanMerge.merge(undone, ticked, bases: [document])
    #expect(Plan(merged, id: id).checklist.map(\.text) == ["a line"])
    let (untouched, kept) = Self.takeBack(change, in: ticked)
    #expect(untouched == ticked)
    #expect(kept.map(\.fieldName) == ["checklist/i1/done"])
    let redone = Self.bringBack(change, from: undone, in: undone).document
    #expect(Plan(redone, id: id).checklist == Plan(document, id: id).checklist)
  }
}
