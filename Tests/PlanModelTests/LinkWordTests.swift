import PlanModel
import Testing

@Suite struct LinkWordTests {
  @Test(
    "Words of people and of other trackers are kinds of links",
    arguments: [
      ("blocked-by:k7", "blocked-by", false), ("Depends-On:k7", "blocked-by", false),
      ("depends_on:k7", "blocked-by", false), ("needs:k7", "blocked-by", false),
      ("blocked:k7", "blocked-by", false), ("blocks:k7", "blocked-by", true),
      ("parent:k7", "parent", false), ("subtask-of:k7", "parent", false),
      ("epic:k7", "parent", false), ("child:k7", "parent", true), ("parent-of:k7", "parent", true),
      ("subtask:k7", "parent", true), ("relates:k7", "relates", false),
      ("relates to:k7", "relates", false), ("see-also:k7", "relates", false),
      ("commit:k7", "commit", false),
    ])
  func words(text: String, kind: String, isReverse: Bool) throws {
    let link = try TypedLink(text)
    #expect(link.word.kind == kind)
    #expect(link.word.isReverse == isReverse)
    #expect(link.target == "k7")
  }

  @Test(
    "A typo is refused with the word that was meant",
    arguments: [
      ("blokced-by:q9", "did you mean 'blocked-by:q9'?"), ("block:gh:1", nil),
      ("blcks:q9", "did you mean 'blocks:q9'?"), ("parnet:q9", "did you mean 'parent:q9'?"),
      ("relate:q9", "did you mean 'relat"),
      ("github:owner/repo#1", "kinds are blocked-by or blocks"),
    ])
  func typos(text: String, hint: String?) {
    do throws(InvalidValue) {
      _ = try TypedLink(text)
      #expect(hint == nil)
    } catch {
      #expect(error.reason == "is of no kind that pmgit knows")
      #expect(hint.map(error.hint.contains) == true, "\(error.hint)")
      #expect(
        error.hint.contains("kinds are blocked-by or blocks, parent or child, relates, and commit"))
    }
  }

  @Test(
    "What is not KIND:ID is refused", arguments: ["", "blocked-by", ":k7", "blocked-by:", "  "])
  func malformed(text: String) {
    #expect(throws: InvalidValue.self) { try TypedLink(text) }
  }

  @Test("A long target is not repeated in the hint")
  func longTarget() {
    let text = "blokced-by:" + String(repeating: "x", count: 900)
    do throws(InvalidValue) {
      _ = try TypedLink(text)
      Issue.record("taken")
    } catch {
      #expect(error.hint.utf8.count < 200)
      #expect(error.value.count <= 60)
    }
  }
}
