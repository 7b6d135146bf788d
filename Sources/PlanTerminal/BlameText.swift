package import PlanModel
package import PlanView

/// Who last wrote each value of a plan.
///
/// For programs: commit, time, author, field, line of the description, value.
package enum BlameText {
  package static func table(
    _ values: [BlamedValue], board: Board, viewpoint: Viewpoint
  ) -> TableText {
    TableText(
      headings: Array(repeating: "", count: 5),
      rows: values.map { value in
        [
          StyledText(value.origin?.commit.abbreviated ?? "", .muted),
          StyledText(value.origin.map { viewpoint.words(since: $0.at) } ?? "", .muted),
          StyledText(value.origin.map { Person($0.author).fullName } ?? "unknown", .person),
          StyledText(value.name, .muted), value.words(on: board),
        ]
      },
      records: values.map { value in
        PlainRecord([
          value.origin?.commit.hex, value.origin?.at.description, value.origin?.author,
          value.line == nil ? value.name : "body", value.line.map(String.init), value.plain,
        ])
      },
      nothing: "nothing is on the plan")
  }
}
