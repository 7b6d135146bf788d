import PlanModel
import PmgitTestSupport
import Testing

@Suite struct PlanTextsTests {
  private var texts: PlanTexts {
    var texts = PlanTexts()
    texts.body = ["", "Tapping Login twice crashes."]
    texts.checklist = [
      ChecklistItem(id: "a", text: "find the cause", done: true, rank: "a"),
      ChecklistItem(id: "b", text: "write a test", done: false, rank: "b"),
    ]
    texts.comments = [Comment(id: "c", at: nil, by: "Mia", text: ["me too"])]
    return texts
  }

  /// Returns a plan for which only the outline of its texts was read.
  private func outlined(_ texts: PlanTexts) throws -> Plan {
    var values = PlanValues()
    values.title = "Login"
    values.setOutline(texts.outline)
    return Plan(id: try #require(PlanID("aaaaaaaaaaaa")), values)
  }

  @Test("A plan without its texts has their outline")
  func outlineOnly() throws {
    let plan = try outlined(texts)
    #expect(plan.outline == texts.outline && plan.title == "Login")
  }

  @Test("Writing one text of a plan keeps the others, and changes the outline")
  func written() throws {
    var values = PlanValues()
    values.texts = texts
    var plan = Plan(id: try #require(PlanID("aaaaaaaaaaaa")), values)
    #expect(plan.outline == texts.outline)
    plan.values.texts.body = [""]
    #expect(plan.comments == texts.comments && plan.checklist == texts.checklist)
    #expect(!plan.outline.hasBody)
  }

  @Test("The outline says what there is")
  func outline() {
    #expect(texts.outline.checklist == Progress(done: 1, total: 2))
    #expect(texts.outline.commentAuthors == ["Mia"])
    let none = PlanTexts().outline
    #expect(!none.hasBody && none.checklist == nil && none.commentAuthors.isEmpty)
  }
}
