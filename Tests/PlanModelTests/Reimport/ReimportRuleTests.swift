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
  ///
  /// - Parameter kinds: The board, if the source has no columns.
  private static func importing(
    _ members: String, aliases: String = #"["x:1"]"#, state: String = "todo",
    kinds: Board? = nil, over document: PlanDocument?, _ stamp: Stamp
  ) throws -> (document: PlanDocument, notes: ImportNotes) {
    var random = SeededGenerator(seed: 1)
    let line = #"{"aliases":\#(aliases),"state":"\#(state)",\#(members)}"#
    let plan = try ImportPlan(
      ImportFile(Array(line.utf8), board: ReimportRun.board, me: "Ada"),
      existing: document.map { [Plan($0, id: one)] } ?? [], board: ReimportRun.board,
      ranks: ["a0"], now: Timestamp("2026-11-20T10:00:00Z") ?? Timestamp(seconds: 0),
      person: "Ada", using: &random)
    var step = try #require(plan.steps.first)
    step.tracker?.kinds = kinds
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

  @Test("Both values stay if two clones import different values of one conflict")
  func decidedTwice() throws {
    let merged = try Self.unsettled()
    let a = try Self.importing(#""title":"A""#, over: merged, Self.stamp(12, "aaaa1")).document
    let b = try Self.importing(#""title":"B""#, over: merged, Self.stamp(12, "bbbb1")).document
    #expect(Self.titles(a) == ["A"] && Self.titles(b) == ["B"])
    #expect(Self.titles(PlanMerge.merge(a, b, bases: [merged])) == ["A", "B"])
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

  private static let bug = #""title":"T","labels":["bug"]"#
  private static let noBug = #""title":"T","labels":[]"#

  @Test("A label stays that an old export of another clone did not have")
  func labelOfNewExport() throws {
    let a = try Self.importing(Self.bug, over: nil, Self.stamp(10, "aaaa0")).document
    let old = try Self.importing(Self.noBug, over: a, Self.stamp(11, "aaaa1")).document
    let b = try Self.importing(Self.bug, over: nil, Self.stamp(11, "bbbb0")).document
    let hub = PlanMerge.merge(old, b, bases: [])
    let new = try Self.importing(Self.bug, over: old, Self.stamp(12, "aaaa2")).document
    let again = try Self.importing(
      Self.bug, over: PlanMerge.merge(new, hub, bases: [old]), Self.stamp(13, "next0"))
    #expect(Plan(again.document, id: Self.one).labels == ["bug"])
  }

  @Test("A label stays that one clone has confirmed and another one has imported again")
  func confirmedLabel() throws {
    let base = try Self.importing(Self.noBug, over: nil, Self.first).document
    let a = try Self.importing(Self.bug, over: base, Self.stamp(11, "aaaa0")).document
    var b = try Self.importing(Self.bug, over: base, Self.stamp(11, "bbbb0")).document
    b = try Self.importing(Self.noBug, over: b, Self.stamp(12, "bbbb1")).document
    b = PlanMerge.merge(a, b, bases: [base])
    b = try Self.importing(Self.bug, over: b, Self.stamp(13, "bbbb2")).document
    var other = try Self.importing(Self.noBug, over: a, Self.stamp(13, "aaaa1")).document
    other = try Self.importing(Self.bug, over: other, Self.stamp(14, "aaaa2")).document
    let again = try Self.importing(
      Self.bug, over: PlanMerge.merge(b, other, bases: [a]), Self.stamp(15, "next0"))
    #expect(Plan(again.document, id: Self.one).labels == ["bug"])
  }

  private static func importing(
    titles: [String], over document: PlanDocument?, _ hour: Int, _ command: String
  ) throws -> PlanDocument {
    var result = document
    for (index, title) in titles.enumerated() {
      let stamp = stamp(hour + index, "\(command)\(index)")
      result = try importing(#""title":"\#(title)""#, over: result, stamp).document
    }
    return try #require(result)
  }

  @Test("A title that the source has adopted gives way to the source's next one")
  func adoptedTitle() throws {
    var document = try Self.importing(titles: ["Old"], over: nil, 10, "frst")
    document.apply([.title("New")], stamp: Self.stamp(11, "edit0"))
    document = try Self.importing(titles: ["New", "Newest"], over: document, 12, "next")
    #expect(Self.titles(document) == ["Newest"])
  }

  @Test("A title that one clone has confirmed and another one has imported again is no old one")
  func confirmedTitle() throws {
    let a = try Self.importing(titles: ["Old", "A"], over: nil, 10, "aaaa")
    var b = try Self.importing(titles: ["Old"], over: nil, 10, "bbbb")
    b.apply([.title("Mine")], stamp: Self.stamp(11, "edit0"))
    b = PlanMerge.merge(a, b, bases: [])
    b = try Self.importing(titles: ["A"], over: b, 12, "bbbc")
    let other = try Self.importing(titles: ["Old", "A"], over: a, 12, "aaab")
    let merged = PlanMerge.merge(b, other, bases: [a])
    let again = try Self.importing(titles: ["A"], over: merged, 15, "next")
    #expect(Self.titles(again) == ["A", "Mine"])
  }

  @Test("News is in conflict with a decision, although its clone knew the same value before")
  func newsAfterDecision() throws {
    let base = try Self.importing(titles: ["Old"], over: nil, 10, "frst")
    let a = try Self.importing(titles: ["A"], over: base, 11, "aaaa")
    let b = try Self.importing(titles: ["B"], over: base, 11, "bbbb")
    var decided = PlanMerge.merge(a, b, bases: [base])
    decided.apply([.title("Mine")], stamp: Self.stamp(12, "edit0"))
    decided = try Self.importing(titles: ["B"], over: decided, 13, "aaab")
    let other = try Self.importing(titles: ["Old", "B"], over: b, 12, "bbbc")
    let merged = PlanMerge.merge(decided, other, bases: [b])
    let again = try Self.importing(titles: ["B"], over: merged, 15, "next")
    #expect(Self.titles(again) == ["B", "Mine"])
  }

  @Test("News is in conflict with an edit, although an import has decided for the edit before")
  func newsAfterSettling() throws {
    var a = try Self.importing(titles: ["A"], over: nil, 10, "aaaa")
    a.apply([.title("Mine")], stamp: Self.stamp(11, "edit0"))
    var b = try Self.importing(titles: ["A"], over: nil, 10, "bbbb")
    b = PlanMerge.merge(a, b, bases: [])
    b = try Self.importing(titles: ["A"], over: b, 12, "bbbc")
    #expect(Self.titles(b) == ["Mine"])
    let other = try Self.importing(titles: ["Old", "A"], over: a, 12, "aaab")
    let merged = PlanMerge.merge(b, other, bases: [a])
    let again = try Self.importing(titles: ["A"], over: merged, 15, "next")
    #expect(Self.titles(again) == ["A", "Mine"])
  }

  @Test("A decision for an old value stays if another clone has imported the newer one before")
  func decisionBesideConfirmed() throws {
    var a = try Self.importing(titles: ["New"], over: nil, 10, "aaaa")
    a.apply([.title("Mine")], stamp: Self.stamp(11, "edit0"))
    var b = try Self.importing(titles: ["New"], over: nil, 11, "bbbb")
    b = try Self.importing(titles: ["New"], over: PlanMerge.merge(a, b, bases: []), 12, "bbbc")
    #expect(Self.titles(b) == ["Mine"])
    var other = try Self.importing(titles: ["Old"], over: a, 12, "aaab")
    #expect(Self.titles(other) == ["Mine", "Old"])
    other.apply([.title("Old")], stamp: Self.stamp(13, "edit1"))
    let again = try Self.importing(
      titles: ["New"], over: PlanMerge.merge(b, other, bases: [a]), 14, "next")
    #expect(Self.titles(again) == ["Mine", "Old"])
  }

  @Test("A decision for the value of the source stays if another clone has imported an old one")
  func decisionForNewest() throws {
    let base = try Self.importing(titles: ["Old"], over: nil, 10, "frst")
    var a = base
    a.apply([.title("Ada's")], stamp: Self.stamp(11, "edit0"))
    a = try Self.importing(titles: ["New"], over: a, 12, "aaaa")
    a.apply([.title("New")], stamp: Self.stamp(13, "edit1"))
    var b = base
    b.apply([.title("Ben's")], stamp: Self.stamp(11, "edit2"))
    b = try Self.importing(titles: ["New"], over: b, 12, "bbbb")
    a = try Self.importing(titles: ["New"], over: PlanMerge.merge(a, b, bases: [base]), 14, "aaab")
    #expect(Self.titles(a) == ["New", "Ben's"])
    let other = try Self.importing(titles: ["Old"], over: b, 13, "bbbc")
    let again = try Self.importing(
      titles: ["Newest"], over: PlanMerge.merge(a, other, bases: [b]), 15, "next")
    #expect(Self.titles(again) == ["New", "Ben's", "Newest"])
  }

  @Test("A first value of the source is in conflict with an edit that did not know it")
  func firstValue() throws {
    var a = try Self.importing(titles: ["T"], over: nil, 10, "aaaa")
    a.apply([.owner("Ada")], stamp: Self.stamp(11, "edit0"))
    let owned = #""title":"T","owner":"Kim""#
    let b = try Self.importing(owned, over: nil, Self.stamp(11, "bbbb0")).document
    let again = try Self.importing(
      owned, over: PlanMerge.merge(a, b, bases: []), Self.stamp(12, "next0"))
    #expect(Plan(again.document, id: Self.one).conflicts.map(\.path) == [PlanField.owner.path])
    #expect(again.notes.conflicts == [PlanField.owner.path])
  }

  @Test("A closed issue finishes a plan under way, also if a clone has added it as an open one")
  func closedInTracker() throws {
    let importing = { (state: String, document: PlanDocument?, stamp: Stamp) in
      try Self.importing(
        #""title":"T""#, state: state, kinds: ReimportRun.board, over: document, stamp)
    }
    let a = try importing("done", nil, Self.stamp(10, "aaaa0")).document
    var b = try importing("todo", nil, Self.stamp(10, "bbbb0")).document
    b.apply([.state("doing")], stamp: Self.stamp(11, "edit0"))
    let again = try importing("done", PlanMerge.merge(a, b, bases: []), Self.stamp(12, "next0"))
    #expect(again.document[.field("state")].map(\.value) == [.string("done")])
    #expect(again.notes.conflicts.isEmpty)
  }

  private static let noLine = #""title":"T","checklist":[]"#

  private static func line(_ text: String, done: Bool = false) -> String {
    #""title":"T","checklist":[{"id":"k1","text":"\#(text)","done":\#(done)}]"#
  }

  @Test("A line that the source has is not removed again by an earlier removal")
  func lineIsBack() throws {
    var a = try Self.importing(Self.line("One"), over: nil, Self.stamp(10, "aaaa0")).document
    a = try Self.importing(Self.noLine, over: a, Self.stamp(11, "aaaa1")).document
    let b = try Self.importing(
      Self.line("One", done: true), over: nil, Self.stamp(11, "bbbb0")
    ).document
    let again = try Self.importing(
      Self.line("One"), over: PlanMerge.merge(a, b, bases: []), Self.stamp(12, "next0"))
    #expect(Plan(again.document, id: Self.one).checklist.map(\.text) == ["One"])
  }

  /// - Parameter areBoth: Whether both clones have imported the removal.
  @Test("A line that imports removed comes back if its text was decided", arguments: [true, false])
  func decidedLine(areBoth: Bool) throws {
    var a = try Self.importing(Self.line("One"), over: nil, Self.stamp(10, "cccc0")).document
    a = try Self.importing(Self.noLine, over: a, Self.stamp(11, "cccc1")).document
    var b = try Self.importing(Self.line("Two"), over: nil, Self.stamp(10, "bbbb0")).document
    if areBoth { b = try Self.importing(Self.noLine, over: b, Self.stamp(12, "bbbb1")).document }
    var merged = PlanMerge.merge(a, b, bases: [])
    merged = try Self.importing(Self.noLine, over: merged, Self.stamp(13, "next0")).document
    #expect(Plan(merged, id: Self.one).checklist.isEmpty)
    merged.apply(
      [.write(PlanList.checklist.path("k1", "text"), .string("One"))],
      stamp: Self.stamp(14, "edit0"))
    merged = try Self.importing(Self.noLine, over: merged, Self.stamp(15, "next1")).document
    #expect(Plan(merged, id: Self.one).checklist.map(\.text) == ["One"])
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

  @Test("Only the last version of a comment stays if clones restored different ones")
  func restoredVersions() throws {
    let line = { (text: String) in
      Self.comments(#"{"id":"c1","text":"\#(text)","by":"Kim","at":"2026-10-02T00:00:00Z"}"#)
    }
    var base = try Self.importing(line("One"), over: nil, Self.first).document
    base = try Self.importing(Self.comments(""), over: base, Self.stamp(11, "gone0")).document
    let a = try Self.importing(line("One"), over: base, Self.stamp(13, "aaaa0")).document
    let b = try Self.importing(line("Two"), over: base, Self.stamp(12, "bbbb0")).document
    let again = try Self.importing(
      line("Two"), over: PlanMerge.merge(a, b, bases: [base]), Self.stamp(14, "next0"))
    #expect(Plan(again.document, id: Self.one).comments.map(\.text) == [["Two"]])
  }

  @Test("The stored form of what a source said is the same in each version")
  func storedForm() {
    let exact = JSONValue.string(String(repeating: "x", count: 62))
    #expect(TrackerMemory.stored(exact) == exact)
    #expect(
      TrackerMemory.stored(.string(String(repeating: "x", count: 63)))
        == .object(["hash": .string("f4479d13de606c07")]))
    #expect(TrackerMemory.stored(.array([])) == .null)
    #expect(TrackerMemory.hash(ofLines: ["Hi"]) == .object(["hash": .string("2d1af9bdcf8e2d74")]))
  }
}
