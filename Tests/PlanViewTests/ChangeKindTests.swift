import PlanModel
import PlanView
import Testing

@Suite("Change kinds")
struct ChangeKindTests {
  private static let plan = PlanID("k7m2tq643ymb")

  private static func change(
    _ path: ElementPath, from old: JSONValue? = nil, to new: JSONValue? = nil,
    isReopened: Bool = false
  ) -> FieldChange {
    FieldChange(path: path, old: old, new: new, isReopened: isReopened)
  }

  private static let state = change(.field("state"), from: .string("todo"), to: .string("doing"))
  private static let title = change(.field("title"), from: .string("a"), to: .string("b"))
  private static let comment = change(
    .item(list: "comments", item: "x", member: "text"), to: .array([.string("hello")]))

  @Test(
    "The most important change names the kind",
    arguments: [
      ([state, title], ChangeKind.moved), ([title], .edited), ([comment], .commented),
      ([comment, state], .moved), ([], .edited),
      ([change(.field("created"), to: .object([:])), state], .created),
      ([change(.field("deleted"), to: .object([:]))], .deleted),
      ([change(.field("deleted"), from: .object([:]))], .restored),
      ([change(.field("deleted"), from: .null), state], .moved),
      ([change(.field("title"), to: .string("a"), isReopened: true), comment], .conflict),
      ([change(.item(list: "comments", item: "x", member: "gone"), to: .string("y"))], .edited),
    ])
  func kinds(changes: [FieldChange], kind: ChangeKind) {
    #expect(ChangeKind(of: changes, plan: Self.plan) == kind)
    #expect(ChangeKind(of: changes, plan: nil) == .settings)
  }
}
