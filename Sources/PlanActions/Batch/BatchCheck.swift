import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Fails with all faults of a batch that can be found without the board: lines that could not be
  /// read, references to plans that no earlier line adds, and values of invalid form.
  func requireSound(_ batch: Batch) throws {
    var faults = batch.faults
    var names = batch.faultyNames
    for line in batch.lines {
      let problems = line.referenceFaults(knowing: names) + valueFaults(in: line.action)
      faults += problems.map { BatchFault(line: line.number, $0) }
      guard let name = line.name else { continue }
      if let problem = line.nameFault(knowing: names) {
        faults.append(BatchFault(line: line.number, problem))
      }
      names.insert(name)
    }
    guard faults.isEmpty else { throw Problem(ofBatch: faults.sorted { $0.line < $1.line }) }
  }

  private func valueFaults(in action: BatchLine.Action) -> [Problem] {
    switch action {
    case .add(let request): return valueFaults(in: request.fields)
    case .edit(let request): return valueFaults(in: request.fields)
    case .comment(let request):
      return request.text.trimmingEmptyLines.isEmpty ? [.usage("the comment is empty")] : []
    case .changeLine(let request):
      return request.text.map { valueFaults(in: FieldChanges(newLine: $0)) } ?? []
    case .spend(let request):
      return Problem.found { _ = try WorkLength.parse(request.length) }
    case .move, .changeComment, .check, .delete, .restore: return []
    }
  }

  private func valueFaults(in fields: FieldChanges) -> [Problem] {
    var faults: [Problem] = []
    if let title = fields.title { faults += Problem.found { _ = try Validation.title(title) } }
    for property in PlanProperty.all {
      guard let text = fields[property.field] else { continue }
      faults += Problem.found { _ = try value(text, of: property, on: nil) }
    }
    if let period = fields.postpone {
      faults += Problem.found { _ = try DueDate.parsePeriod(period) }
      if fields[.due] != nil { faults.append(.usage("'due' and 'postpone' exclude each other")) }
    }
    faults += fields.repeatFaults
    for set in PlanSet.allCases {
      for member in fields[set].added + (fields[set].all ?? []) {
        faults += Problem.found {
          if set == .links {
            _ = try TypedLink(member)
          } else {
            _ = try Validation.line(member, field: set.memberName)
          }
        }
      }
    }
    for text in fields.checklist {
      faults += Problem.found { _ = try Validation.line(text, field: "checklist text") }
    }
    return faults
  }
}

extension FieldChanges {
  /// The problems of values that change how the plan repeats.
  fileprivate var repeatFaults: [Problem] {
    var faults: [Problem] = []
    if let text = repeatFrom, Repetition.Origin(rawValue: text.lowercased()) == nil {
      faults.append(.usage("'repeatFrom' must be done or due"))
    }
    if skips, self[.due] != nil || postpone != nil {
      faults.append(.usage("'skip' excludes 'due' and 'postpone'"))
    }
    return faults
  }
}

extension BatchLine {
  /// Returns a problem for each reference to a plan that no earlier line adds.
  fileprivate func referenceFaults(knowing names: Set<String>) -> [Problem] {
    var faults: [Problem] = []
    _ = action.mapNames { typed in
      guard let name = BatchNames.name(in: typed), !names.contains(name) else { return typed }
      let near = Suggestion.nearest(to: name, in: names.sorted())
      faults.append(
        .usage(
          "no earlier line adds a plan as '\(name.excerpt)'",
          hints: [near.map { "did you mean '$\($0)'?" } ?? "write \"as\" beside its \"add\""]))
      return typed
    }
    return faults
  }

  /// Returns the problem of the name that a line gives to its new plan; nil if the line has no
  /// name, or if the name is valid and new.
  fileprivate func nameFault(knowing names: Set<String>) -> Problem? {
    guard let name else { return nil }
    guard verb == .add else {
      return .usage("'as' names a plan that is added, and '\(verb.rawValue)' adds none")
    }
    guard BatchNames.isName(name) else {
      return .usage(
        "'\(name.excerpt)' can't be a name", hints: ["use at most 64 of a-z, 0-9, '-' and '_'"])
    }
    return names.contains(name)
      ? .usage("an earlier line adds a plan as '\(name)' too", hints: ["give it another name"])
      : nil
  }
}

extension Problem {
  /// Returns the problem that a check throws, as a list; the list is empty if the check succeeds.
  fileprivate static func found(_ check: () throws -> Void) -> [Problem] {
    do {
      try check()
      return []
    } catch {
      return [Problem(error)]
    }
  }

  private static let correct: Hint = "nothing was changed; correct that line and run it again"

  /// Creates the problem of a batch that was not run.
  ///
  /// - Parameter faults: The faults in line order; at least one.
  fileprivate init(ofBatch faults: [BatchFault]) {
    if faults.count == 1 {
      self = faults[0].numbered
      (code, kind, hints) = (.badBatch, .failed, hints + [Self.correct])
      return
    }
    let lines = faults.map { fault in
      let hint = fault.problem.hints.first.map { "; \($0.text())" } ?? ""
      return "\(fault.numbered.message)\(hint)"
    }
    self.init(
      code: .badBatch, message: "the batch has \(CountWords.words(faults.count, "error"))",
      hints: ["nothing was changed; correct these lines and run it again"], detail: lines)
  }
}
