import PlanModel
import Testing

@Suite("Merging plans")
struct PlanMergeTests {
  /// Returns a document with one element for each letter. The letter is the stamp, and the value is
  /// the letter in lower case.
  static func document(_ letters: String, at path: ElementPath = .field("title")) -> PlanDocument {
    var document = PlanDocument(id: "p")
    document[path] = letters.map { letter in
      StampedValue(
        stamp: Stamp(ExactString(String(letter))), value: .string(String(letter).lowercased()))
    }
    return document
  }

  /// Returns the letters of the elements at a path, the shown one first.
  static func letters(
    _ document: PlanDocument, at path: ElementPath = .field("title")
  ) -> String {
    document[path].map(\.stamp.text.text).joined()
  }

  @Test(
    "One path, one base",
    arguments: [
      // Base, one side, the other side, merged with the shown element first.
      ("", "", "", ""),
      ("a", "a", "a", "a"),
      ("a", "b", "a", "b"),
      ("a", "b", "b", "b"),
      ("a", "b", "c", "cb"),
      ("", "b", "", "b"),
      ("", "b", "c", "cb"),
      ("a", "", "a", ""),
      ("a", "", "", ""),
      // A concurrent write survives a removal.
      ("a", "", "b", "b"),
      // An unresolved conflict on both sides remains.
      ("cb", "cb", "cb", "cb"),
      // One side resolves the conflict, the other leaves it unchanged.
      ("cb", "d", "cb", "d"),
      // One side resolves the conflict with a candidate, the other with a new value.
      ("cb", "d", "e", "ed"),
      // One side has merged more than the other.
      ("a", "cb", "b", "cb"),
      ("a", "cba", "ba", "cba"),
      // The same value with two stamps is two elements; a base may remove one of them.
      ("a", "b", "B", "bB"),
      ("b", "bB", "c", "cB"),
    ])
  func onePath(base: String, a: String, b: String, merged: String) {
    for path in [
      ElementPath.field("title"), .item(list: "l", item: "i", member: "m"), .other("x"),
    ] {
      let bases = [Self.document(base, at: path)]
      let sides = (Self.document(a, at: path), Self.document(b, at: path))
      let result = PlanMerge.merge(sides.0, sides.1, bases: bases)
      #expect(Self.letters(result, at: path) == merged)
      #expect(PlanMerge.merge(sides.1, sides.0, bases: bases) == result)
    }
  }

  @Test("Without a base everything of both sides is kept")
  func noBase() {
    let merged = PlanMerge.merge(Self.document("a"), Self.document("cb"), bases: [])
    #expect(Self.letters(merged) == "cba")
  }

  @Test("Different paths never meet")
  func differentPaths() {
    var (ours, theirs) = (Self.document("a"), Self.document("a"))
    ours.apply([.state("doing"), .add("bug", to: .labels)], stamp: Stamp("s1"))
    theirs.apply([.title("New"), .add("ui", to: .labels)], stamp: Stamp("s2"))
    let merged = PlanMerge.merge(ours, theirs, bases: [Self.document("a")])
    #expect(merged.value(at: .field("state")) == .string("doing"))
    #expect(merged.value(at: .field("title")) == .string("New"))
    let plan = Plan(merged, id: SampleFile.id)
    #expect(plan.labels == ["bug", "ui"])
    #expect(plan.conflicts.isEmpty)
  }

  @Test("Paths that only look alike never meet")
  func lookalikes() {
    let (composed, decomposed) = (ElementPath.field("\u{E9}"), ElementPath.field("e\u{301}"))
    let merged = PlanMerge.merge(
      Self.document("a", at: composed), Self.document("b", at: decomposed), bases: [])
    #expect(merged.elements.count == 2)
    #expect(Self.letters(merged, at: composed) == "a")
  }

  @Test("Equal values under different stamps are no conflict: their stamps become a list")
  func equalValues() throws {
    let base = PlanDocument(id: "p")
    var (ours, theirs) = (base, base)
    ours.apply([.title("same"), .add("bug", to: .labels)], stamp: Stamp("s1"))
    theirs.apply([.title("same"), .add("bug", to: .labels)], stamp: Stamp("s2"))
    let merged = PlanMerge.merge(ours, theirs, bases: [base])
    #expect(merged.conflicts.isEmpty)
    let stamps = try JSONReader.value(in: PlanFile.bytes(of: merged)).object?["stamps"]
    #expect(
      stamps
        == .object([
          "fields": .object(["title": .strings(["s2", "s1"])]),
          "sets": .object(["labels": .object(["bug": .strings(["s2", "s1"])])]),
        ]))
  }

  @Test("A label added apart from its removal stays; one that was seen goes")
  func addWins() {
    var base = PlanDocument(id: "p")
    base.apply([.add("bug", to: .labels), .add("ui", to: .labels)], stamp: .none)
    var (remover, adder) = (base, base)
    remover.apply(
      [.remove("bug", from: .labels), .remove("ui", from: .labels)], stamp: Stamp("s1"))
    adder.apply([.remove("bug", from: .labels)], stamp: Stamp("s2"))
    adder.apply([.add("bug", to: .labels)], stamp: Stamp("s3"))
    let merged = PlanMerge.merge(remover, adder, bases: [base])
    #expect(Plan(merged, id: SampleFile.id).labels == ["bug"])
  }

  @Test("A label that both added and one removed again stays")
  func addedTwice() {
    let base = PlanDocument(id: "p")
    var (one, two) = (base, base)
    one.apply([.add("bug", to: .labels)], stamp: Stamp("s1"))
    two.apply([.add("bug", to: .labels)], stamp: Stamp("s2"))
    let both = PlanMerge.merge(one, two, bases: [base])
    one.apply([.remove("bug", from: .labels)], stamp: Stamp("s3"))
    let merged = PlanMerge.merge(one, both, bases: [Self.labelled("s1")])
    #expect(
      merged[PlanSet.labels.path(of: "bug")] == [
        StampedValue(stamp: Stamp("s2"), value: .bool(true))
      ])
  }

  static func labelled(_ stamp: ExactString) -> PlanDocument {
    var document = PlanDocument(id: "p")
    document.apply([.add("bug", to: .labels)], stamp: Stamp(stamp))
    return document
  }

  @Test("A decision meets what others had not seen, and no more")
  func decision() {
    // Both sides had a and b. One side resolved them to d, the other then merged c.
    let merged = PlanMerge.merge(
      Self.document("d"), Self.document("cba"), bases: [Self.document("ba")])
    #expect(Self.letters(merged) == "dc")
  }

  @Test("Criss-cross: two bases give the right answer, where either one alone gives a wrong one")
  func crissCross() {
    //   ┌─ b ─┬─ (cb) ── e     left:  merged c, then decided for e
    // o ┤      ╳
    //   └─ c ─┴─ (cb)          right: merged b, and still has both; the bases are b and c
    let (first, second) = (Self.document("b"), Self.document("c"))
    let left = Self.document("e")
    #expect(
      Self.letters(PlanMerge.merge(left, Self.document("f"), bases: [first, second])) == "fe")
    let waiting = Self.document("cb")
    #expect(Self.letters(PlanMerge.merge(left, waiting, bases: [first, second])) == "e")
    #expect(Self.letters(PlanMerge.merge(waiting, left, bases: [second, first])) == "e")
    #expect(Self.letters(PlanMerge.merge(left, waiting, bases: [first])) == "ec")
    #expect(Self.letters(PlanMerge.merge(left, waiting, bases: [second])) == "eb")
  }

  @Test("The greater format of both sides stands")
  func format() {
    let (old, new) = (PlanDocument(id: "p", format: 1), PlanDocument(id: "p", format: 3))
    #expect(PlanMerge.merge(old, new, bases: [old]).format == 3)
    #expect(PlanMerge.merge(new, old, bases: []).format == 3)
  }
}
