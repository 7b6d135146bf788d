import PlanModel
import Testing

@Suite("Values that are written once")
struct RewritingTests {
  private static let created = ElementPath.field("created")
  private static let text = PlanList.comments.path("c3f8z", "text")

  private func document(_ values: [(ElementPath, [String])]) -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    for (path, texts) in values {
      document[path] = texts.enumerated().map { index, text in
        StampedValue(stamp: Stamp(ExactString("s\(9 - index)")), value: .string(text))
      }
    }
    return document
  }

  private func change(_ path: ElementPath, _ values: String...) -> Rewriting {
    Rewriting(path, values: Set(values.map { .string($0) }))
  }

  @Test("Another value, be it shown or not, and none are changes of what was written once")
  func changed() {
    let old = document([(Self.created, ["Ada"]), (Self.text, ["well"])])
    #expect(Rewriting.all(from: old, to: old).isEmpty)
    let other = document([(Self.created, ["Ben"]), (Self.text, ["well"])])
    #expect(Rewriting.all(from: old, to: other) == [change(Self.created, "Ben")])
    let waiting = document([(Self.created, ["Ada", "Ben"]), (Self.text, ["well"])])
    #expect(Rewriting.all(from: old, to: waiting) == [change(Self.created, "Ben")])
    let none = Set(Rewriting.all(from: old, to: document([])))
    #expect(none == [change(Self.created), change(Self.text)])
  }

  @Test("What was not there may come, and a choice among values that were there is free")
  func allowed() {
    let new = document([(Self.created, ["Ada"]), (Self.text, ["well"])])
    #expect(Rewriting.all(from: document([]), to: new).isEmpty)
    let both = document([(Self.created, ["Ada", "Ben"])])
    #expect(Rewriting.all(from: both, to: document([(Self.created, ["Ben"])])).isEmpty)
  }

  @Test("Every other value may change, and so may the removal of a comment")
  func others() {
    let gone = PlanList.comments.path("c3f8z", "gone")
    let done = PlanList.checklist.path("c3f8z", "text")
    let old = document([(.field("title"), ["a"]), (gone, ["x"]), (done, ["y"])])
    #expect(Rewriting.all(from: old, to: document([])).isEmpty)
  }
}
