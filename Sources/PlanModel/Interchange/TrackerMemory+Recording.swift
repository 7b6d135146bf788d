/// Records a change in the memory before and after a bridge sends it.
extension TrackerMemory {
  /// Returns the edits that record that a change is about to be sent.
  package func edits(announcing change: TrackerChange) -> [Edit] {
    if case .comment(let id, _) = change { return [write(.sending(id), .bool(true))] }
    return values(of: change).map { name, value in
      write(.sent(name), value.isNull ? .bool(false) : value)
    }
  }

  /// Returns the edits that remove the record of a change that was about to be sent.
  package func edits(forgetting change: TrackerChange) -> [Edit] {
    guard case .comment(let id, _) = change else { return [] }
    return [.clear(path(.sending(id)))]
  }

  /// Returns the edits that record that the tracker has taken a change.
  ///
  /// - Parameters:
  ///   - key: The id that the tracker gave to a comment; nil if it is unknown. Then the next import
  ///     finds the comment by its text.
  ///   - refused: The part of the change that the tracker has not taken.
  package func edits(
    recording change: TrackerChange, as key: String? = nil, without refused: TrackerChange? = nil
  ) -> [Edit] {
    if let refused { return edits(recording: change, as: key) + edits(refusing: refused) }
    if case .comment(let id, let text) = change {
      return key.map { comment(id, text, as: $0) } ?? []
    }
    let values = values(of: change)
    let accounts =
      if case .assignees(let added, _) = change { added.flatMap(edits(ofAccount:)) } else {
        [Edit]()
      }
    return values.map { write($0.name, $0.value) } + values.map { .clear(path(.sent($0.name))) }
      + accounts
  }

  /// Returns the values of a change, as the memory stores them; empty for a comment.
  private func values(of change: TrackerChange) -> [(name: Name, value: JSONValue)] {
    let field = { (field: PlanField, value: JSONValue) in
      [(Name(of: field.path), TrackerMemory.stored(value))]
    }
    return switch change {
    case .title(let title): field(.title, .string(title))
    case .body(let lines): field(.body, lines.isEmpty ? .null : .strings(lines))
    case .close(let reason), .reason(let reason):
      field(.state, .optional(board.column(of: reason)?.id))
    case .reopen: field(.state, .optional(board.entry?.id))
    case .milestone(let id): field(.milestone, .optional(id))
    case .due(let day): field(.due, .optional(day?.description))
    case .labels, .assignees: change.members.map { ($0.name, .bool($0.isAdded)) }
    case .comment: []
    }
  }

  /// Returns the edits that record what the tracker has not taken, and what it has instead. It is
  /// sent again only if somebody changes it.
  private func edits(refusing change: TrackerChange) -> [Edit] {
    var edits = change.members.flatMap { name, isAdded in
      [write(name, .bool(!isAdded)), write(.refused(name), .bool(isAdded))]
    }
    if let (name, value) = change.refusable {
      edits += [write(name, document.value(at: path(name)) ?? .null), write(.refused(name), value)]
    }
    return edits
  }

  private func write(_ name: TrackerMemory.Name, _ value: JSONValue) -> Edit {
    .write(path(name), value)
  }

  private func path(_ name: TrackerMemory.Name) -> ElementPath {
    TrackerMemory.path(name, of: item)
  }

  /// Returns the edits that record the assignee of a login, if the names differ.
  private func edits(ofAccount login: String) -> [Edit] {
    guard let assignee = assignee(with: login), assignee.lowercased() != login.lowercased() else {
      return []
    }
    return [write(.account(login), .string(assignee))]
  }

  private func comment(_ id: String, _ text: [String], as key: String) -> [Edit] {
    let name = TrackerMemory.Name.item(ImportedItems.typable(key), in: .comments)
    return [
      write(name, TrackerMemory.hash(ofLines: text)),
      write(name.part("item"), .string(id)),
      .clear(path(.sending(id))),
    ]
  }
}

extension Board {
  /// Returns the column of issues that were closed for a reason.
  fileprivate func column(of reason: ClosingReason) -> Column? {
    switch reason {
    case .completed: firstDone
    case .notPlanned: columns(named: "Not planned").first { $0.kind == .done }
    case .duplicate: columns(named: "Duplicate").first { $0.kind == .done }
    }
  }

  /// Returns the reason for which a plan's issue is closed; nil for an open plan.
  func closingReason(of state: String) -> ClosingReason? {
    switch issueState(of: state) {
    case "": nil
    case "Not planned": .notPlanned
    case "Duplicate": .duplicate
    default: .completed
    }
  }

  /// Returns the state of a plan's issue in a tracker without columns: empty for an open issue,
  /// else the reason why it is closed.
  func issueState(of column: String) -> String {
    guard kind(of: column) == .done else { return "" }
    let reasons = ["Not planned", "Duplicate"]
    return reasons.first { columns(named: $0).contains { $0.id == column } } ?? "Done"
  }

  /// Whether a value of `state` is a column of finished plans.
  func isClosed(_ state: JSONValue) -> Bool { state.string.map { kind(of: $0) == .done } ?? false }

  /// The column of other closed issues.
  fileprivate var firstDone: Column? { columns.first { $0.kind == .done } }
}
