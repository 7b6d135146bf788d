/// What one needs to know of a plan to offer it, and its labels and people, for completion.
package struct PlanOutline: Hashable, Sendable {
  package let id: PlanID
  package var title: String
  /// The id of the column; it may be one that the board does not have.
  package var state: String
  package var rank: String
  package var isDeleted: Bool
  /// Whether it was deleted once, and so can be restored, even if it was changed since.
  package var isRestorable: Bool
  /// Whether values of it wait for a decision.
  package var isInConflict: Bool
  package var labels: [String]
  package var aliases: [String]
  /// The owner, the assignees, the author and those who commented, in git's form.
  package var people: [String]

  package init(_ plan: Plan) {
    (id, title, state, rank) = (plan.id, plan.title, plan.state, plan.rank)
    (isDeleted, isRestorable) = (plan.isDeleted, plan.deletion != nil)
    isInConflict = !plan.conflicts.isEmpty
    (labels, aliases, people) = (plan.labels, plan.aliases, plan.people)
  }
}

// MARK: - One line of text

extension PlanOutline {
  /// The outline as one line: fields between tabs, members of lists between unit separators.
  ///
  /// Values with a control character could not be told apart in it. Titles have it replaced; of the
  /// others, which no shell is offered, nothing is kept.
  package var line: String {
    let title = String(title.map { Self.hasControl($0) ? " " : $0 })
    let flags = (isDeleted ? "d" : "") + (isRestorable ? "r" : "") + (isInConflict ? "c" : "")
    let fields = [id.text, flags, kept(state), kept(rank), title]
    return (fields + [labels, aliases, people].map(list)).joined(separator: "\t")
  }

  /// Reads what `line` wrote; nil for any other text.
  package init?(line: String) {
    let fields = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
    guard fields.count == 8, let id = PlanID(String(fields[0])) else { return nil }
    self.id = id
    (isDeleted, isRestorable) = (fields[1].contains("d"), fields[1].contains("r"))
    isInConflict = fields[1].contains("c")
    (state, rank, title) = (String(fields[2]), String(fields[3]), String(fields[4]))
    (labels, aliases, people) = (
      Self.members(fields[5]), Self.members(fields[6]), Self.members(fields[7])
    )
  }

  private func kept(_ text: String) -> String { text.contains(where: Self.hasControl) ? "" : text }

  private func list(_ members: [String]) -> String {
    members.filter { !$0.isEmpty && !$0.contains(where: Self.hasControl) }
      .joined(separator: "\u{1F}")
  }

  private static func members(_ field: Substring) -> [String] {
    field.split(separator: "\u{1F}" as Character).map(String.init)
  }

  /// Looks at scalars: a line feed can be part of a character, as in `\r\n`.
  private static func hasControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
