import PlanModel
import PmgitTestSupport
import Testing

@Suite("Plans for programs")
struct PlanJSONTests {
  static func line(_ document: PlanDocument) -> String {
    let plan = Plan(document, id: SampleFile.id)
    let today = CalendarDay("2026-12-02") ?? CalendarDay(dayNumber: 0)
    return CanonicalJSON.line(
      of: .object(PlanJSON.object(plan, board: Board(.newBoard), today: today)))
  }

  @Test("Every key is there, absent values as null, absent lists empty")
  func empty() {
    #expect(
      Self.line(PlanDocument(id: "p")) == """
        {"aliases":[],"assignees":[],"body":"","checklist":[],"comments":[],"conflicts":[],\
        "created":null,"custom":{},"deleted":null,"due":null,"estimate":null,"files":[],\
        "id":"k7m2q9x4t1ab","iteration":null,"labels":[],"lease":null,"links":[],\
        "milestone":null,"moved":null,"overdue":false,"owner":null,"priority":null,"rank":"",\
        "repeat":null,"spent":0,"start":null,"state":"","time":[],"title":"","updated":null}
        """)
  }

  @Test("Every value is there")
  func full() throws {
    var document = try PlanFile.read(utf8(SampleFile.documented))
    let time = Timestamp(milliseconds: 0)
    document.apply(
      [.owner("Dev"), .estimate(JSONNumber("0.50")), .add("Kim", to: .assignees)]
        + [.add("relates:a00000000000", to: .links), .add("gh:1", to: .aliases)]
        + Edit.comment("m1", text: ["Hi.", "Bye."], at: time, by: "Kim"), stamp: .none)
    document[.field("title")] += [
      StampedValue(stamp: Stamp("2026-11-20T10:30:00.000Z~aaaaa"), value: .string("New"))
    ]
    let deletion = document.deletion(at: time, by: "Kim")
    document.apply([deletion], stamp: .none)
    #expect(
      Self.line(document) == """
        {"aliases":["gh:1"],"assignees":["Kim"],\
        "body":"Tapping Login twice crashes.\\nSeen on iPad mini.",\
        "checklist":[{"done":false,"id":"c3f8z","text":"write a failing test"}],\
        "comments":[{"at":"1970-01-01T00:00:00.000Z","by":"Kim","id":"m1","text":"Hi.\\nBye."}],\
        "conflicts":[{"field":"title","values":[{"at":"2026-11-20T10:30:00.000Z","value":"New"},\
        {"at":null,"value":"Fix login on iPad"}]}],\
        "created":{"at":"2026-11-20T09:00:00.000Z","by":"Dev One <one@example.com>"},"custom":{},\
        "deleted":{"at":"1970-01-01T00:00:00.000Z","by":"Kim","holds":true},"due":"2026-12-01",\
        "estimate":0.50,"files":[],"id":"k7m2q9x4t1ab","iteration":null,"labels":["bug","ui"],\
        "lease":null,"links":["relates:a00000000000"],"milestone":null,\
        "moved":"2026-11-20T10:22:31.120Z","overdue":true,\
        "owner":"Dev","priority":"high","rank":"a0V3k","repeat":null,"spent":0,"start":null,\
        "state":"doing","time":[],"title":"New",\
        "updated":"2026-11-20T10:30:00.000Z"}
        """)
  }
}
