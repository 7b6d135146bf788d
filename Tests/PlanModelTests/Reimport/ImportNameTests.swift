import Testing

@testable import PlanModel

@Suite("Names in the memory of an import")
struct ImportNameTests {
  private typealias Name = TrackerMemory.Name

  @Test("are read as they are printed")
  func parsing() {
    #expect(Name(of: PlanSet.labels.path(of: "a/b")).member(of: .labels) == "a/b")
    #expect(Name(of: PlanSet.labels.path(of: "a/b")).member(of: .links) == nil)
    #expect(Name(of: PlanField.title.path).setMember == nil)
    let comment = Name.item("x1", in: .comments)
    #expect(comment.key(in: .comments) == "x1" && comment.key(in: .checklist) == nil)
    #expect(comment.part("item").key(in: .comments) == nil)
    #expect(comment.part("item").isPlaceOfComment && !comment.isPlaceOfComment)
    #expect(Name.sending("c1").sentComment == "c1" && Name.making("abc").seal == "abc")
    #expect(Name.account("Octocat").login == "octocat" && comment.login == nil)
  }

  @Test("have a member that begins with a combining character")
  func combining() {
    let path = PlanSet.labels.path(of: "\u{301}x")
    #expect(Name(of: path).member(of: .labels).map { Array($0.utf8) } == Array("\u{301}x".utf8))
  }
}
