package import PlanModel
import PlanStore
import PlanView

/// The requested properties of a field; nil properties keep their values.
package struct CustomFieldChanges: Sendable {
  package var title: String?
  package var kind: CustomField.Kind?
  package var help: String?
  /// The options, in order; nil to keep them.
  package var options: [String]?
  /// Options to add behind the others.
  package var addedOptions: [String] = []
  package var removedOptions: [String] = []
  package var isOnCard: Bool?

  package init() {}

  package var isEmpty: Bool {
    title == nil && kind == nil && help == nil && options == nil && addedOptions.isEmpty
      && removedOptions.isEmpty && isOnCard == nil
  }
}

extension Workspace {
  /// Adds a field to the plans of the board, or restores a removed one with its old properties.
  ///
  /// - Throws: `Problem` if the board has the field, if the id has a meaning of its own in queries
  ///   or files, or if options are missing.
  package func addField(_ id: String, _ changes: CustomFieldChanges) async throws -> BoardChange {
    let id = try Self.newFieldID(id, of: changes.kind ?? .text)
    return try await changeBoard { document in
      let board = Board(document)
      guard board[field: id] == nil, !document.hasItem(ExactString(id), in: "fields") else {
        throw Problem.usage(
          "there is a field '\(id)' already",
          hints: ["change it with \(pmgit: "field", "edit", id)"])
      }
      var restored = document
      restored.apply([.write(PlanList.fields.path(id, "gone"), .null)], stamp: .none)
      let old = Board(restored)[field: id]
      let rank = old?.rank ?? board.rankOfNewField(using: &participant.random)
      let field = try changes.applied(to: old, id: id, rank: rank, on: board)
      return BoardEdits(
        subject: "add field \(field.title)",
        done: "added field \(Self.words(for: field)) of kind \(field.kind.rawValue)",
        edits: field.definition + [.write(PlanList.fields.path(id, "gone"), .null)])
    }
  }

  /// Changes the properties of a field. Plans keep their values. Values that no longer fit are not
  /// shown, and a warning counts them.
  ///
  /// - Parameter named: The field's id or title.
  package func changeField(
    _ named: String, _ changes: CustomFieldChanges
  ) async throws -> BoardChange {
    var outcome = try await changeBoard { document in
      let board = Board(document)
      let old = try board.field(orThrow: named)
      guard !changes.isEmpty else {
        throw Problem.usage(
          "nothing to set for field '\(old.id)'",
          hints: ["give --title, --kind, --add-option, --help-text, --card or --no-card"])
      }
      let field = try changes.applied(to: old, id: old.id, rank: old.rank, on: board)
      // Only changed members are written: writing others would decide conflicts that nobody has
      // looked at.
      let before = Set(old.definition)
      return BoardEdits(
        subject: "change field \(old.id)", done: "changed field \(old.id)",
        edits: field.definition.filter { !before.contains($0) })
    }
    outcome.notices += try misfitNotices(after: outcome)
    return outcome
  }

  /// Removes a field. Plans keep their values, which show again if the field is added again.
  package func removeField(_ named: String) async throws -> BoardChange {
    var outcome = try await changeBoard { document in
      let field = try Board(document).field(orThrow: named)
      return BoardEdits(
        subject: "remove field \(field.title)", done: "removed field \(Self.words(for: field))",
        edits: [document.removal(ofItem: ExactString(field.id), in: "fields")])
    }
    let (before, after) = (outcome.change.before.board, outcome.change.after.board)
    guard let field = before.fields.first(where: { after[field: $0.id] == nil }) else {
      return outcome
    }
    let count = try outcome.change.after.plans(withTexts: false).plans
      .count { !$0.isDeleted && !field.storedTexts(of: $0).allSatisfy(\.isEmpty) }
    if count > 0 {
      let plans = CountWords.words(count, "plan")
      let hint: Hint = "\(pmgit: "field", "add", field.id) shows them again"
      outcome.notices += [
        Notice("\(plans) keep\(count == 1 ? "s" : "") a value of '\(field.id)'", hints: [hint])
      ]
    }
    return outcome
  }

  /// Returns a warning with the number of plans whose values do not fit their changed field.
  private func misfitNotices(after outcome: BoardChange) throws -> [Notice] {
    let (before, after) = (outcome.change.before.board, outcome.change.after.board)
    let changed = after.fields.filter { before[field: $0.id] != $0 }
    guard !changed.isEmpty else { return [] }
    let plans = try outcome.change.after.plans(withTexts: false).plans.filter { !$0.isDeleted }
    return changed.compactMap { field in
      let count = plans.count { $0.hasMisfit(of: field) }
      guard count > 0 else { return nil }
      return .warning(
        "\(CountWords.words(count, "plan")) \(count == 1 ? "has" : "have") a value of "
          + "'\(field.id)' that does not fit; it is kept, and not shown",
        hints: ["see them with \(pmgit: "doctor")"])
    }
  }

  private static func words(for field: CustomField) -> String {
    field.title == field.id ? field.id : "\(field.title) (\(field.id))"
  }

  /// Returns a command that adds a field.
  private static func example(_ id: String, title: String, _ kind: CustomField.Kind) -> Hint {
    "\(pmgit: "field", "add", id, "--title", title, "--kind", kind.rawValue)"
  }

  /// Returns the id in lower case. Fails if it is invalid or has a meaning of its own.
  private static func newFieldID(_ typed: String, of kind: CustomField.Kind) throws -> String {
    let id = typed.lowercased()
    guard CustomField.isID(id) else {
      var hints: [Hint] = ["use 1 to 63 of a-z, 0-9, '-' and '_', beginning with a letter"]
      if let near = Column.id(from: typed), CustomField.isID(near), !CustomField.isReserved(near) {
        hints.insert(Self.example(near, title: typed, kind), at: 0)
      }
      throw Problem.usage("'\(typed.excerpt)' is not the id of a field", hints: hints)
    }
    guard !CustomField.isReserved(id) else {
      let free = ["my-\(id)", "\(id)-field"].first { !CustomField.isReserved($0) } ?? "x-\(id)"
      let command = Self.example(free, title: id, kind)
      throw Problem.usage(
        "'\(id)' is a word of pmgit, in queries or in files",
        hints: ["choose another id, with the same title if you like: \(command)"])
    }
    return id
  }
}

extension Plan {
  /// Whether the plan has a value that does not fit a field.
  fileprivate func hasMisfit(of field: CustomField) -> Bool {
    let fitting = Set(field.value(of: self)?.texts ?? [])
    return field.storedTexts(of: self).contains { !$0.isEmpty && !fitting.contains($0) }
  }
}

extension Board {
  /// Returns the field with this id or title.
  ///
  /// - Throws: A problem that lists the board's fields.
  func field(orThrow named: String) throws -> CustomField {
    guard let field = field(named: named) else { throw Problem.unknownField(named, on: self) }
    return field
  }
}

extension CustomFieldChanges {
  /// Returns the definition with the changes; `old` is nil for a new field.
  fileprivate func applied(
    to old: CustomField?, id: String, rank: String, on board: Board
  ) throws -> CustomField {
    guard let kind = kind ?? old?.kind else {
      let kinds = CustomField.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.usage("the kind of field '\(id)' is missing", hints: ["--kind is \(kinds)"])
    }
    let options = try newOptions(old?.options ?? []).map { try CustomField.validOptions($0) }
    guard kind.hasOptions || options?.isEmpty ?? true else {
      throw Problem.usage(
        "a field of kind \(kind.rawValue) has no options", hints: ["--kind choice has them"])
    }
    let all = kind.hasOptions ? options ?? old?.options ?? [] : []
    guard !kind.hasOptions || !all.isEmpty else {
      throw Problem.usage(
        "field '\(id)' needs options", hints: ["give each with --option, the least one first"])
    }
    let title = try title.map { try Validation.line($0, field: "title") }
    let help = try newHelp(old?.help)
    return CustomField(
      id: id, title: title ?? old?.title, kind: kind, options: all,
      help: help, isOnCard: isOnCard ?? old?.isOnCard ?? false, rank: rank)
  }

  /// Returns the options with those added and without those removed; nil to keep the old ones.
  private func newOptions(_ old: [String]) throws -> [String]? {
    guard !addedOptions.isEmpty || !removedOptions.isEmpty else { return options }
    var all = options ?? old
    for option in removedOptions {
      let name = SearchText(option)
      guard let place = all.firstIndex(where: { name.equals($0) }) else {
        let known = all.map { "'\($0.excerpt)'" }.joined(separator: ", ")
        throw Problem.usage(
          "there is no option '\(option.excerpt)'",
          hints: [all.isEmpty ? "the field has no options" : "the options are \(known)"])
      }
      all.remove(at: place)
    }
    return all + addedOptions
  }

  private func newHelp(_ old: String?) throws -> String? {
    guard let help else { return old }
    return help.lowercased() == "none" ? nil : try Validation.line(help, field: "help")
  }
}
