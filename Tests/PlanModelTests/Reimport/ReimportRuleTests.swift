import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Rules of importing again")
struct ReimportRuleTests {
  private static let one = PlanID.imported(as: "x:1")
  private static let first = Stamp("2026-11-20T10:00:00.000Z~frst0")

  private static func stamp(_ hour: Int, _ command: String) -> Stamp {
    Stamp(ExactString("2026-11-20T\(hour):00:00.000Z~\(command)"))
  }

  /// Returns the plan `x:1` after the import of a line.
  private static func importing(
    _ members: String, aliases: String = #"["x:1"]"#, over document: PlanDocument?, _ stamp: Stamp
  ) throws -> (document: PlanDocument, notes: ImportNotes) {
    var random = SeededGenerator(seed: 1)
    let line = #"{"aliases":\#(aliases),"state":"todo",\#(members)}"#
    let plan = try ImportPlan(
      ImportFile(Array(line.utf8), board: ReimportRun.board, me: "Ada"),
      existing: document.map { [Plan($0, id: one)] } ?? [], board: ReimportRun.board,
      ranks: ["a0"], now: Timestamp("2026-11-20T10:00:00Z") ?? Timestamp(seconds: 0),
      person: "Ada", using: &random)
    let step = try #require(plan.steps.first)
    return step.result(from: document ?? PlanDocument(id: ExactString(one.text)), stamp: stamp)
  }

  private static func titles(_ document: PlanDocument) -> Set<String> {
    Set(document[.field("title")].compactMap(\.value.string))
  }

  /// Returns a plan of two clones that imported different titles, each at the same time.
  private static func unsettled() throws -> PlanDocument {
    let base = try importing(#""title":"Old""#, over: nil, first).document
    let a = try importing(#""title":"A""#, over: base, stamp(11, "aaaa0")).document
    let b = try importing(#""title":"B""#, over: base, stamp(11, "bbbb0")).document
    let merged = PlanMerge.merge(a, b, bases: [base])
    #expect(titles(merged) == ["A", "B"])
    return merged
  }

  @Test("What a source said is found by each alias of the line, in any order")
  func otherOrder() throws {
    var document = try Self.importing(
      #""title":"Fix""#, aliases: #"["x:1","x:9"]"#, over: nil, Self.first
    ).document
    document.apply([.title("Mine")], stamp: Self.stamp(11, "edit0"))
    let again = try Self.importing(
      #""title":"Fix""#, aliases: #"["x:9","x:1"]"#, over: document, Self.stamp(12, "next0"))
    #expect(Self.titles(again.document) == ["Mine"])
    #expect(again.notes.conflicts.isEmpty && again.notes.kept.count == 1)
  }

  @Test("The first import of a source decides no conflict by the value that is shown")
  func firstInConflict() throws {
    var base = PlanDocument(id: ExactString(Self.one.text))
    base.apply([.title("Old"), .state("todo"), .add("x:1", to: .aliases)], stamp: Self.first)
    var (a, b) = (base, base)
    a.apply([.title("A")], stamp: Self.stamp(11, "aaaa0"))
    b.apply([.title("B")], stamp: Self.stamp(11, "bbbb0"))
    let merged = PlanMerge.merge(a, b, bases: [base])
    let shown = Plan(merged, id: Self.one).title
    let result = try Self.importing(
      #""title":"\#(shown)""#, over: merged, Self.stamp(12, "next0"))
    #expect(Self.titles(result.document) == ["A", "B"])
  }

  @Test("A decision stays if the source says again one of the values that were in conflict")
  func decided() throws {
    var document = try Self.unsettled()
    document.apply([.title("Mine")], stamp: Self.stamp(12, "edit0"))
    let again = try Self.importing(
      #""title":"B""#, over: document, Self.stamp(13, "next0"))
    #expect(Self.titles(again.document) == ["Mine"])
    #expect(again.notes.conflicts.isEmpty)
    let news = try Self.importing(
      #""title":"C""#, over: again.document, Self.stamp(14, "news0"))
    #expect(Self.titles(news.document) == ["Mine", "C"] && news.notes.conflicts.count == 1)
  }

  @Test("A label that clones know differently stays if somebody has added it here")
  func doubtfulLabel() throws {
    let base = try Self.importing(#""title":"T","labels":[]"#, over: nil, Self.first).document
    let bug = #""title":"T","labels":["bug"]"#
    let a = try Self.importing(bug, over: base, Self.stamp(11, "aaaa0")).document
    var b = try Self.importing(bug, over: base, Self.stamp(11, "bbbb0")).document
    b = try Self.importing(#""title":"T","labels":[]"#, over: b, Self.stamp(12, "bbbb1")).document
    var merged = PlanMerge.merge(a, b, bases: [base])
    merged.apply([.remove("bug", from: .labels)], stamp: Self.stamp(13, "edit0"))
    merged.apply([.add("bug", to: .labels)], stamp: Self.stamp(13, "edit1"))
    let again = try Self.importing(
      #""title":"T","labels":[]"#, over: merged, Self.stamp(14, "next0"))
    #expect(Plan(again.document, id: Self.one).labels == ["bug"])
  }

  @Test("Equal lines are found in their order by the first import")
  func equalLines() throws {
    var document = PlanDocument(id: ExactString(Self.one.text))
    let edits: [Edit] = [.title("T"), .state("todo"), .add("x:1", to: .aliases)]
    document.apply(edits, stamp: Self.first)
    for (id, rank) in [("k1", "a1"), ("k2", "a2")] {
      document.apply(Edit.checklistItem(id, text: "Same", rank: rank), stamp: Self.first)
    }
    document.apply([.check("k1", done: true)], stamp: Self.first)
    let lines = #"{"text":"Same","done":true},{"text":"Same","done":false}"#
    let again = try Self.importing(
      #""title":"T","checklist":[\#(lines)]"#, over: document, Self.stamp(11, "next0"))
    let found = Plan(again.document, id: Self.one).checklist
    #expect(found.map(\.id) == ["k1", "k2"] && found.map(\.done) == [true, false])
  }

  private static func comments(_ comments: String) -> String {
    #""title":"T","comments":[\#(comments)]"#
  }

  @Test("An edited comment keeps the author and the time that the source no longer says")
  func authorOfEdited() throws {
    let base = try Self.importing(
      Self.comments(#"{"id":"c1","text":"Hi","by":"Kim","at":"2026-10-02T00:00:00Z"}"#),
      over: nil, Self.first
    ).document
    let again = try Self.importing(
      Self.comments(#"{"id":"c1","text":"Hello"}"#), over: base, Self.stamp(11, "next0"))
    let found = Plan(again.document, id: Self.one).comments
    #expect(found.map(\.text) == [["Hello"]] && found.map(\.by) == ["Kim"])
    #expect(found.map(\.at) == [Timestamp("2026-10-02T00:00:00Z")])
  }

  @Test("A comment that was removed here stays away, whatever the others of its moment say")
  func sameMoment() throws {
    let line = { (id: String, text: String) in
      #"{"id":"\#(id)","text":"\#(text)","by":"Kim","at":"2026-10-02T00:00:00Z"}"#
    }
    var document = try Self.importing(
      Self.comments("\(line("c1", "One")),\(line("c2", "Two"))"), over: nil, Self.first
    ).document
    let one = try #require(
      Plan(document, id: Self.one).comments.first { $0.text == ["One"] })
    document.apply(
      document.removals(ofItems: [ExactString(one.id)], in: "comments"),
      stamp: Self.stamp(11, "edit0"))
    let again = try Self.importing(
      Self.comments("\(line("c1", "One, edited")),\(line("c2", "Two"))"), over: document,
      Self.stamp(12, "next0"))
    #expect(Plan(again.document, id: Self.one).comments.map(\.text) == [["Two"]])
  }

  @Test("The stored form of what a source said is the same in each version")
  func storedForm() {
    let exact = JSONValue.string(String(repeating: "x", count: 62))
    #expect(ImportOrigin.stored(exact) == exact)
    #expect(
      ImportOrigin.stored(.string(String(repeating: "x", count: 63)))
        == .object(["hash": .string("f4479d13de606c07")]))
    #expect(ImportOrigin.stored(.array([])) == .null)
    #expect(ImportOrigin.hash(ofLines: ["Hi"]) == .object(["hash": .string("2d1af9bdcf8e2d74")]))
  }
}
