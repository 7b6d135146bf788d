import PlanModel

extension ExportFormat {
  /// One line per plan. `pmgit import` recognizes it by its `pmgit:ID`; see `TodoTxtLine`.
  static let todoTxt = ExportFormat(id: "todo-txt", name: "todo.txt") { export in
    export.plans.map { line(of: $0, export) + "\n" }.joined()
  }

  /// The properties with a form of their own.
  private static let ownFields: Set<PlanField> = [.due, .start, .priority, .repeat]

  private static func line(of plan: Plan, _ export: PlanExport) -> String {
    let start = beginning(of: plan, export)
    let end = words(of: plan, export).joined(separator: " ")
    let title = title(of: plan)
    let line = "\(start)\(title) \(end)"
    if TodoTxtLine(line).exported?.title == title { return line }
    // The title begins like a priority or a day, so its first character is encoded.
    return "\(start)\(PercentText.encoded(String(title.prefix(1)), where: { _ in true }))"
      + "\(title.dropFirst()) \(end)"
  }

  /// Returns `x`, the priority and the days, with a space at the end.
  private static func beginning(of plan: Plan, _ export: PlanExport) -> String {
    var words: [String] = []
    let created = export.day(plan.created?.at)
    if export.isDone(plan) {
      words.append("x")
      if let closed = export.day(export.closed(plan)) {
        words.append(closed.description)
        // A single day would mean the completion.
        if let created { words.append(created.description) }
      }
    } else {
      if let priority = plan.priority { words.append("(\(letter(of: priority)))") }
      if let created { words.append(created.description) }
    }
    return words.map { $0 + " " }.joined()
  }

  private static func title(of plan: Plan) -> String {
    let hasMark = plan.title.contains(TodoTxtLine.mark)
    return PercentText.encoded(plan.title) { scalar in
      scalar.properties.generalCategory == .control || scalar == ":" && hasMark
    }
  }

  private static func words(of plan: Plan, _ export: PlanExport) -> [String] {
    var words = ["\(TodoTxtLine.mark)\(plan.id)"]
    words += plan.labels.map { label in
      let isContext = label.hasPrefix("@") && label.utf8.count > 1
      return (isContext ? "" : "+") + PercentText.word(label)
    }
    if let due = plan.due { words.append("due:\(due)") }
    if let start = plan.start { words.append("t:\(start)") }
    if let rule = plan.repetition { words.append(repetition(rule)) }
    if let priority = plan.priority, export.isDone(plan) {
      words.append("pri:\(letter(of: priority))")
    }
    if let state = state(of: plan, export) { words.append(state) }
    words += plan.assignees.map { "assignee:\(PercentText.word($0))" }
    words += plan.properties(besides: ownFields).map { "\($0.name):\(PercentText.word($0.value))" }
    words += plan.links.filter { Link.knownKinds.contains($0.kind) }.map {
      "\($0.kind):\(PercentText.word($0.target))"
    }
    words += plan.aliases.map { "alias:\(PercentText.word($0))" }
    if let commit = export.commit { words.append("\(PlanExport.commitName):\(commit)") }
    return words
  }

  /// Returns the word that stores the column; nil if an import finds the column without it.
  private static func state(of plan: Plan, _ export: PlanExport) -> String? {
    let isDone = export.isDone(plan)
    let usual = isDone ? export.board.columns.first { $0.kind == .done } : export.board.entry
    guard plan.state != usual?.id, !plan.state.isEmpty else { return nil }
    return "\(isDone ? "done" : "state"):\(PercentText.word(plan.state))"
  }

  private static func letter(of priority: Priority) -> String {
    switch priority {
    case .urgent: "A"
    case .high: "B"
    case .medium: "C"
    case .low: "D"
    }
  }

  /// Returns `rec:+2w` for a rule without days of its own, else `repeat:` with the rule.
  private static func repetition(_ rule: Repetition) -> String {
    var words = rule.description.split(separator: " ").dropFirst().map { String($0) }
    let isFromDone = words.suffix(2) == ["from", "done"]
    if isFromDone { words.removeLast(2) }
    if words.count == 1 { words.insert("1", at: 0) }
    let units = ["day": "d", "week": "w", "month": "m", "year": "y"]
    if words.count == 2, let count = Int(words[0]) {
      let unit = words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1]
      if let unit = units[unit] { return "rec:\(isFromDone ? "" : "+")\(count)\(unit)" }
    }
    return "repeat:\(PercentText.word(rule.description))"
  }
}
