package import PlanModel

/// A field of a plan in words.
package struct NamedField: Sendable {
  package let name: String
  package let value: StyledText
  /// The plan on this board that a link leads to.
  package var plan: PlanID?

  fileprivate init(_ name: String, _ value: StyledText, plan: PlanID? = nil) {
    (self.name, self.value, self.plan) = (name, value, plan)
  }
}

extension PlanDetail {
  /// The fields in the order of their importance to people. Empty fields are included.
  package var namedFields: [NamedField] {
    let since = summary.stateSinceWords.map { StyledText(", moved \($0)", .muted) } ?? StyledText()
    let unknown = isKnownColumn ? StyledText() : StyledText(" (not a column)", .conflict)
    let creator = plan.created.map { Person($0.by).fullName } ?? ""
    var named = [NamedField("state", StyledText(summary.columnTitle) + unknown + since)]
    named += PlanProperty.all.map { NamedField($0.name, words(for: $0)) }
    named.append(NamedField("span", span))
    named += fields.map { NamedField($0.field.title, $0.words) }
    named += [
      NamedField("assignees", people),
      NamedField("labels", PlanTokens.labels(summary).joined(by: " ")),
    ]
    if let progress {
      named.append(
        NamedField(
          "children",
          StyledText("\(progress.done)/\(progress.total) done, listed below", .muted)))
    }
    named += links.map { NamedField($0.link.kind, words(for: $0), plan: $0.plan?.id) }
    named += blocked.map { NamedField("blocks", words(for: $0), plan: $0.id) }
    named += relating.map { NamedField(Link.relatesKind, words(for: $0), plan: $0.id) }
    named += commitFields
    named.append(NamedField("aliases", StyledText(plan.aliases.joined(separator: " "))))
    let by: StyledText = creator.isEmpty ? "" : " by \(creator, .person)"
    named.append(NamedField("created", StyledText(createdWords ?? "") + by))
    named.append(NamedField("updated", StyledText(updatedWords ?? "")))
    return named
  }

  /// The five newest code commits as fields, and the number of the others. A plan may have
  /// hundreds.
  private var commitFields: [NamedField] {
    let most = 5
    let shown = commits.prefix(most).map { commit in
      let repository = commit.repository.map { StyledText("\($0.name) ") } ?? ""
      let id = repository + StyledText(String(commit.id.prefix(10)), .id)
      return NamedField(Link.commitKind, commit.words.map { id + StyledText(" \($0)") } ?? id)
    }
    guard commits.count > most else { return shown }
    let more = StyledText("and \(commits.count - most) more", .muted)
    return shown + [NamedField(Link.commitKind, more)]
  }

  private func words(for property: PlanProperty) -> StyledText {
    switch property.value(of: plan) {
    case .day where property.field == .due: due
    case .priority: PlanTokens.priority(summary)
    case .person(let person): StyledText(Person(person).fullName, .person)
    case .moment where property.field == .lease: StyledText(leaseWords ?? "")
    case let value: StyledText(value?.text ?? "")
    }
  }

  private var due: StyledText {
    guard let day = plan.due?.description, let words = summary.dueWords else { return "" }
    if words == day { return StyledText(day) }
    guard summary.isOverdue else { return StyledText(day) + StyledText(", \(words)", .muted) }
    return StyledText("\(PlanTokens.overdueMark) \(day), \(words)", .overdue)
  }

  /// The number of days from the start to the due date, and contradictions between the plan's days.
  private var span: StyledText {
    let days = days.map { StyledText(CountWords.words($0, "day")) }
    let faults = dayFaults.map { StyledText("\(PlanTokens.overdueMark) \($0)", .overdue) }
    return ([days].compactMap(\.self) + faults).joined(by: ", ")
  }

  private var people: StyledText {
    plan.assignees.map { StyledText(Person($0).fullName, .person) }.joined(by: ", ")
  }

  private func words(for linked: LinkedPlan) -> StyledText {
    linked.plan.map(words) ?? StyledText(linked.link.target, .id)
  }

  private func words(for plan: RelatedPlan) -> StyledText {
    "\(plan.shortID, .id) \(plan.title)\(", ", .muted)\(plan.columnTitle, .muted)"
  }
}
