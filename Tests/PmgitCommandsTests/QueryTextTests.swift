import Testing

@testable import PmgitCommands

@Suite("The words of a query")
struct QueryTextTests {
  @Test("The minus of a term is hidden from the parser, and a NOT stays as it was typed")
  func minuses() {
    let typed = ["list", "-label:later", "NOT late", "--all"]
    let hidden = QueryText.hidingMinuses(typed)
    #expect(hidden.map { $0.hasPrefix("-") } == [false, false, false, true])
    #expect(QueryText.written(hidden) == typed)
    #expect(QueryText.joined(["NOT late", "login"]) == "NOT late login")
  }
}
