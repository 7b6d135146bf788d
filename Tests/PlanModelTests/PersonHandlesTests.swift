import PlanModel
import Testing

@Suite("Handles of people")
struct PersonHandlesTests {
  private static let index = PeopleIndex([
    "Dev One <one@example.com>", "Dev Two <two@example.org>", "Mia Kim <mia@example.org>", "kim",
    "김민수 <minsu@example.kr>", "None Any <me@example.net>", "only@example.net",
  ])

  @Test("A handle finds one person and nobody else; a word of two people is none")
  func unique() {
    let handles = Self.index.handles
    #expect(handles.count == Self.index.people.count)
    for person in handles {
      #expect(!person.handles.isEmpty)
      for handle in person.handles {
        #expect(
          Self.index.find(handle, upTo: .whole).map(\.person) == [person.person], "\(handle)")
      }
    }
    let first = handles[0].handles
    #expect(first.first == "one" && !first.contains("dev") && first.contains("dev one"))
    #expect(handles.first { $0.person.email == "me@example.net" }?.handles.contains("me") == false)
    #expect(handles.first { $0.person.name == "김민수" }?.handle(beginningWith: "김") == "김민수")
    #expect(handles[1].handle(beginningWith: "TWO@") == "two@example.org")
    #expect(handles[1].handle(beginningWith: "x") == nil)
  }
}
