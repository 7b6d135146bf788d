import PlanModel
import PmgitTestSupport
import Testing

@Suite("Edits")
struct EditTests {
  static let (old, new) = (Stamp("s1"), Stamp("s2"))
  static let title = ElementPath.field("title")

  static func document(_ elements: [StampedValue], at path: ElementPath = title) -> PlanDocument {
    var document = PlanDocument(id: "p")
    document[path] = elements
    return document
  }

  static func written(
    _ value: JSONValue, over elements: [StampedValue], at path: ElementPath = title
  ) -> [StampedValue] {
    var document = document(elements, at: path)
    document.apply([.write(path, value)], stamp: new)
    return document[path]
  }

  @Test("A write replaces all that was there by one element")
  func write() {
    let before = [
      StampedValue(stamp: Self.old, value: .string("a")),
      StampedValue(stamp: .none, value: .string("b")),
    ]
    let after = [StampedValue(stamp: Self.new, value: .string("c"))]
    #expect(Self.written(.string("c"), over: before) == after)
    #expect(Self.written(.string("c"), over: []) == after)
  }

  @Test("Writing what is there already leaves the older stamps")
  func noChange() {
    for stamps in [[Self.old], [Stamp.none], [Self.old, .none]] {
      let before = stamps.map { StampedValue(stamp: $0, value: .string("a")) }
      #expect(Self.written(.string("a"), over: before) == before)
    }
    let label = PlanSet.labels.path(of: "bug")
    let before = [StampedValue(stamp: Self.old, value: .bool(true))]
    #expect(Self.written(.bool(true), over: before, at: label) == before)
  }

  @Test("Writing a value that waits in a conflict decides for it", arguments: ["a", "b"])
  func decision(value: String) {
    let before = [
      StampedValue(stamp: Self.old, value: .string("a")),
      StampedValue(stamp: .none, value: .string("b")),
    ]
    let after = Self.written(.string(value), over: before)
    #expect(after == [StampedValue(stamp: Self.new, value: .string(value))])
  }

  @Test("Values that only look alike are different values")
  func lookalikes() {
    let before = [StampedValue(stamp: Self.old, value: .string("\u{E9}"))]
    let after = Self.written(.string("e\u{301}"), over: before)
    #expect(after == [StampedValue(stamp: Self.new, value: .string("e\u{301}"))])
    let number = [StampedValue(stamp: Self.old, value: .number(1))]
    let lexeme = JSONNumber("1.0").map(JSONValue.number) ?? .null
    #expect(Self.written(lexeme, over: number).first?.value == lexeme)
  }

  @Test("Taking away a member takes all its elements, and no other's")
  func clear() {
    var document = PlanDocument(id: "p")
    document.apply([.add("\u{E9}", to: .labels), .add("e\u{301}", to: .labels)], stamp: .none)
    document[PlanSet.labels.path(of: "\u{E9}")] += [
      StampedValue(stamp: Self.old, value: .bool(true))
    ]
    document.apply([.remove("\u{E9}", from: .labels)], stamp: Self.new)
    #expect(document.elements.keys.map(\.self) == [PlanSet.labels.path(of: "e\u{301}")])
    document.apply([.remove("never there", from: .labels)], stamp: Self.new)
    #expect(document.elements.count == 1)
  }

  @Test("Edits are made in their order: the last one of a path stands")
  func order() {
    var document = PlanDocument(id: "p")
    document.apply(
      [.title("a"), .title("b"), .add("x", to: .labels), .remove("x", from: .labels)],
      stamp: Self.new)
    #expect(document == Self.document([StampedValue(stamp: Self.new, value: .string("b"))]))
  }

  @Test("Edits touch their own paths alone, whatever the plan holds")
  func unknownMembers() throws {
    let before = try PlanFile.read(utf8(SampleFile.everything))
    var after = before
    after.apply(
      [.title("new"), .due(CalendarDay("2026-12-01")), .add("ui", to: .labels)], stamp: Self.new)
    let touched: Set<ElementPath> = [
      Self.title, .field("due"), PlanSet.labels.path(of: "ui"),
    ]
    for (path, elements) in before.elements where !touched.contains(path) {
      #expect(after[path] == elements, "\(path)")
    }
    #expect(Set(after.elements.keys) == Set(before.elements.keys).union(touched))
    #expect(after.format == before.format)
  }

  @Test(
    "Every edit writes the member and the value of its field",
    arguments: [
      (.title("T"), "title", .string("T")),
      (.body(["a", ""]), "body", .strings(["a", ""])),
      (.body([]), "body", .array([])),
      (.state("doing"), "state", .string("doing")),
      (.due(CalendarDay("2026-12-01")), "due", .string("2026-12-01")), (.due(nil), "due", .null),
      (.priority(.urgent), "priority", .string("urgent")), (.priority(nil), "priority", .null),
      (.owner("Dev"), "owner", .string("Dev")), (.owner(nil), "owner", .null),
      (.estimate(JSONNumber(3)), "estimate", .number(3)), (.estimate(nil), "estimate", .null),
      (.rank("a0"), "rank", .string("a0")),
      (
        .created(at: Timestamp(milliseconds: 0), by: "Dev"), "created",
        .object(["at": .string("1970-01-01T00:00:00.000Z"), "by": .string("Dev")])
      ),
    ] as [(Edit, ExactString, JSONValue)])
  func fields(edit: Edit, name: ExactString, value: JSONValue) {
    #expect(edit == .write(.field(name), value))
  }

  @Test("A plan that is created carries no stamps")
  func creation() {
    var document = PlanDocument(id: "p")
    document.apply(
      [.title("T"), .add("bug", to: .labels)]
        + Edit.checklistItem("c1", text: "t", rank: "a0"), stamp: .none)
    #expect(!text(PlanFile.bytes(of: document)).contains("stamps"))
    #expect(document.elements.count == 5)
  }

  @Test("The id of an item is five characters of base 32, and none that is taken")
  func itemIDs() {
    var random = SeededGenerator(seed: 1)
    var taken: Set<String> = []
    for _ in 0..<1000 { taken.insert(Edit.itemID(besides: taken, using: &random)) }
    let digits = Set("0123456789abcdefghjkmnpqrstvwxyz")
    #expect(taken.allSatisfy { $0.count == 5 && digits.isSuperset(of: $0) })
    #expect(taken.count == 1000)
    // The same random numbers would give the same ids again if those were not taken.
    random = SeededGenerator(seed: 1)
    #expect(!taken.contains(Edit.itemID(besides: taken, using: &random)))
  }

  @Test("Clearing what was never set is no edit")
  func clearingNothing() {
    var document = PlanDocument(id: "p")
    document.apply([.title("T")], stamp: .none)
    let before = document
    document.apply([.due(nil), .owner(nil), .body([])], stamp: Stamp("s"))
    #expect(document == before)
    document.apply([.owner("Dev")], stamp: Stamp("s"))
    document.apply([.owner(nil)], stamp: Stamp("t"))
    #expect(document.value(at: .field("owner")) == .null)
  }
}

@Suite("Stamps")
struct StampTests {
  @Test("A stamp is the time, a tilde and five random characters")
  func text() throws {
    var random = SeededGenerator(seed: 1)
    let time = try #require(Timestamp("2026-11-20T10:22:31.120Z"))
    let stamps = (0..<1000).map { _ in Stamp(at: time, using: &random) }
    let digits = Set("0123456789abcdefghjkmnpqrstvwxyz")
    for stamp in stamps {
      let parts = stamp.text.text.split(separator: "~")
      #expect(parts.count == 2 && parts[0] == "2026-11-20T10:22:31.120Z")
      #expect(parts[1].count == 5 && digits.isSuperset(of: parts[1]))
      #expect(stamp.time == time)
    }
    #expect(Set(stamps).count == 1000)
  }

  @Test(
    "A text without a time before its tilde has no time",
    arguments: [
      "", "~", "~abcde", "2026-11-20T10:22:31.120Z", "yesterday~abcde", "2026-11-20~abcde",
    ])
  func malformed(text: String) {
    #expect(Stamp(ExactString(text)).time == nil)
  }

  @Test("Stamps are sorted by their bytes, and none is the least")
  func order() {
    let texts: [ExactString] = [
      "", "2026-11-20T10:22:31.120Z~a", "2026-11-20T10:22:31.121Z~0", "e\u{301}", "\u{E9}",
    ]
    let sorted = texts.map(Stamp.init)
    #expect(sorted.reversed().sorted() == sorted)
    #expect(sorted[0] == .none)
  }
}
