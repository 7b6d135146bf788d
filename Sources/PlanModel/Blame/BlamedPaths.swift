extension PlanDocument {
  /// Returns the paths whose authors `blame` reports, in the order in which a plan is shown.
  ///
  /// The order is fields, labels and other sets, checklist, description, comments, and members that
  /// this version does not know. Ranks, the creation time and removed values are left out. A
  /// checked item has two paths, because one person may have written it and another checked it.
  package func blamedPaths(of plan: Plan) -> [ElementPath] {
    let fields = PlanField.allCases.filter { ![.rank, .body, .created].contains($0) }.map(\.path)
    let sets = elements.keys.filter { path in
      if case .setMember = path { true } else { false }
    }.sorted()
    let checklist = plan.checklist.flatMap { item in
      [Self.path("checklist", item.id, "text")]
        + (item.done ? [Self.path("checklist", item.id, "done")] : [])
    }
    let comments = plan.comments.map { Self.path("comments", $0.id, "text") }
    let others = elements.keys.filter { path in
      if case .other = path { true } else { false }
    }.sorted()
    return (fields + sets + checklist + [PlanField.body.path] + comments + others).filter {
      value(at: $0).map { !$0.isNull } ?? false
    }
  }

  private static func path(_ list: ExactString, _ item: String, _ member: ExactString)
    -> ElementPath
  {
    .item(list: list, item: ExactString(item), member: member)
  }

  /// Returns the text of the list item at a path; nil if the path is not in an item.
  package func itemText(at path: ElementPath) -> String? {
    guard case .item(let list, let item, _) = path else { return nil }
    return value(at: .item(list: list, item: item, member: "text"))?.string
  }
}
