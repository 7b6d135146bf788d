import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("An import after the undo of an import")
struct UndoneImportTests {
  private static let id = PlanID.imported(as: "github:o/r#1")
  private static let start = Stamp("2026-11-20T10:00:00.000Z~strt0")

  private static func line(_ title: String, _ comments: [String]) -> String {
    let comments = comments.map {
      #"{"id":"IC_\#($0)","text":"\#($0)","by":"Kim","at":"2026-10-02T00:00:00Z"}"#
    }
    return #"{"aliases":["github:o/r#1"],"title":"\#(title)","state":"todo","#
      + #""checklist":[{"id":"L-\#(title)","text":"\#(title) line"}],"#
      + #""comments":[\#(comments.joined(separator: ","))]}"#
  }

  private static func importing(
    _ line: String, over document: PlanDocument?, _ stamp: Stamp
  ) throws -> PlanDocument {
    var random = SeededGenerator(seed: 1)
    let plan = try ImportPlan(
      ImportFile(Array(line.utf8), board: ReimportRun.board, me: "Ada"),
      existing: document.map { [Plan($0, id: id)] } ?? [], board: ReimportRun.board,
      ranks: ["a0"], now: Timestamp("2026-11-20T10:00:00Z") ?? Timestamp(seconds: 0),
      person: "Ada", using: &random)
    let step = try #require(plan.steps.first)
    return step.document(from: document ?? PlanDocument(id: ExactString(id.text)), stamp: stamp)
  }

  private static func undo(_ after: PlanDocument, to before: PlanDocument) -> PlanDocument {
    let write = DocumentWrites.Write(before: before, after: after, isOwn: true)
    var document = after
    _ = document.apply(
      UndoChange(.undo, of: [0], in: DocumentWrites([write]), undone: []),
      stamp: Stamp("2026-11-20T12:00:00.000Z~nd000"),
      deletion: { $0.deletion(at: Timestamp(seconds: 0), by: "") })
    return document
  }

  private static let second = Stamp("2026-11-20T11:00:00.000Z~chng0")
  private static let third = Stamp("2026-11-20T13:00:00.000Z~again")

  /// - Parameter isKnown: Whether the plan came from the source. Otherwise it was written here.
  @Test("Comments and lines come back", arguments: [true, false])
  func comesBack(isKnown: Bool) throws {
    var before = PlanDocument(id: ExactString(Self.id.text))
    if isKnown {
      before = try Self.importing(Self.line("One", []), over: nil, Self.start)
    } else {
      before.apply(
        [.title("One"), .state("todo"), .add("github:o/r#1", to: .aliases)], stamp: Self.start)
    }
    let record = Self.line("Two", ["Hi"])
    let after = try Self.importing(record, over: before, Self.second)
    let undone = Self.undo(after, to: before)
    #expect(Plan(undone, id: Self.id).comments.isEmpty && Plan(undone, id: Self.id).title == "One")
    let again = Plan(try Self.importing(record, over: undone, Self.third), id: Self.id)
    #expect(again.title == "Two" && again.comments.map(\.text) == [["Hi"]])
    #expect(again.checklist.map(\.text).contains("Two line"))
  }

  @Test("A line that came back has no conflict with the source's next text")
  func nextText() throws {
    let before = try Self.importing(Self.line("One", []), over: nil, Self.start)
    let after = try Self.importing(Self.line("Two", []), over: before, Self.second)
    let undone = Self.undo(after, to: before)
    let again = try Self.importing(Self.line("Two", []), over: undone, Self.third)
    let next = Self.line("Two", []).replacing("Two line", with: "Next line")
    let other = try Self.importing(next, over: nil, Stamp("2026-11-20T14:00:00.000Z~thr00"))
    let last = try Self.importing(
      next, over: PlanMerge.merge(again, other, bases: []),
      Stamp("2026-11-20T15:00:00.000Z~next0"))
    #expect(Plan(last, id: Self.id).conflicts.isEmpty)
    #expect(Plan(last, id: Self.id).checklist.map(\.text) == ["Next line"])
  }

  @Test("A decision stays that the undo of a later import brings back")
  func decisionStays() throws {
    let base = try Self.importing(Self.line("One", []), over: nil, Self.start)
    let a = try Self.importing(
      Self.line("Two", []), over: base, Stamp("2026-11-20T10:10:00.000Z~aaaa0"))
    let b = try Self.importing(
      Self.line("Three", []), over: base, Stamp("2026-11-20T10:20:00.000Z~bbbb0"))
    var decided = PlanMerge.merge(a, b, bases: [base])
    decided.apply([.title("Two")], stamp: Stamp("2026-11-20T10:30:00.000Z~dcd00"))
    let after = try Self.importing(Self.line("Four", []), over: decided, Self.second)
    let again = try Self.importing(
      Self.line("Four", []), over: Self.undo(after, to: decided), Self.third)
    #expect(Set(again[.field("title")].compactMap(\.value.string)) == ["Two", "Four"])
  }

  @Test("A comment that a person deleted here stays away")
  func staysAway() throws {
    let before = try Self.importing(Self.line("One", ["Hi"]), over: nil, Self.start)
    var deleted = before
    let comment = try #require(Plan(before, id: Self.id).comments.first)
    deleted.apply(
      [deleted.removal(ofItem: ExactString(comment.id), in: "comments")],
      stamp: Stamp("2026-11-20T10:30:00.000Z~gone0"))
    let record = Self.line("Two", ["Hi"])
    let after = try Self.importing(record, over: deleted, Self.second)
    let undone = Self.undo(after, to: deleted)
    let again = Plan(try Self.importing(record, over: undone, Self.third), id: Self.id)
    #expect(again.title == "Two" && again.comments.isEmpty)
  }

  @Test("A comment that a person deleted stays away if an import elsewhere had restored it")
  func staysAwayElsewhere() throws {
    let record = Self.line("One", ["Hi"])
    let edited = { (text: String) in
      record.replacing(#""text":"Hi""#, with: #""text":"\#(text)""#)
    }
    let before = try Self.importing(record, over: nil, Self.start)
    let after = try Self.importing(edited("Hello"), over: before, Self.second)
    let undone = Self.undo(after, to: before)
    let again = try Self.importing(edited("Hello"), over: undone, Self.third)
    var deleted = try Self.importing(edited("Hello"), over: nil, Self.second)
    let comment = try #require(Plan(deleted, id: Self.id).comments.first)
    deleted.apply(
      [deleted.removal(ofItem: ExactString(comment.id), in: "comments")],
      stamp: Stamp("2026-11-20T14:00:00.000Z~gone0"))
    let merged = PlanMerge.merge(again, deleted, bases: [])
    #expect(Plan(merged, id: Self.id).comments.isEmpty)
    let last = try Self.importing(
      edited("Hey"), over: merged, Stamp("2026-11-20T15:00:00.000Z~next0"))
    #expect(Plan(last, id: Self.id).comments.isEmpty)
  }
}
