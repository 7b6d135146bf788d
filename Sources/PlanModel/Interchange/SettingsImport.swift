/// Which board settings an import may change.
package enum SettingsScope: Sendable {
  case nothing
  /// Adds columns that the board lacks but lines name, and milestones of the file that the board
  /// lacks.
  case missingColumns
  /// All settings are taken from the file: the title, the limit for attached files, columns,
  /// fields, views, milestones, iterations, rules and accounts.
  case all
}

/// The edits of board settings that an import makes before it changes plans.
package struct SettingsImport: Sendable {
  package private(set) var edits: [Edit] = []
  /// The paths at which the board had no value.
  private var newPaths: Set<ElementPath> = []
  /// The ids of the added columns, from left to right.
  package private(set) var added: [String] = []
  /// The ids of the milestones that were added because the board lacked them.
  package private(set) var addedMilestones: [String] = []
  /// The ids of the removed columns, which the file lacks and which have no plans.
  package private(set) var removed: [String] = []
  /// The settings after the edits.
  private var document: PlanDocument

  /// The most columns that an import may add. A file that names more probably uses `state` for
  /// something else.
  static let mostAdded = 50

  /// The edits that add what the board lacks. Another clone may add the same independently, so
  /// their values are derived.
  package var additions: [Edit] { edits.filter { newPaths.contains($0.path) } }

  /// The edits that change what the board has.
  package var changes: [Edit] { edits.filter { !newPaths.contains($0.path) } }

  /// The board that receives the plans, after the edits.
  package var board: Board { Board(document) }

  /// Determines which settings of a file change the board.
  ///
  /// - Parameters:
  ///   - document: The settings before the import.
  ///   - inUse: The columns that have plans; they are never removed.
  /// - Throws: `ImportError` if the scope is `all` and the file has no settings. With
  ///   `missingColumns`, if the file names more than `mostAdded` new columns, or no id can be made
  ///   from a name.
  package init(
    _ text: ImportText, _ scope: SettingsScope, on document: PlanDocument,
    inUse: Set<ExactString>, using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    self.document = document
    switch scope {
    case .nothing: break
    case .missingColumns:
      try addColumns(text, using: &generator)
      let known = board.phases
      for phase in text.settings?.phases.milestones ?? []
      where known[phase.kind, phase.id] == nil {
        applyChanges(Edit.phase(phase))
        addedMilestones.append(phase.id)
      }
    case .all:
      guard let settings = text.settings else {
        throw ImportError(
          line: 1,
          reason: "the settings of a board must stand here; 'export --settings' writes them")
      }
      take(settings, inUse: inUse, using: &generator)
      try take(settings.accounts)
    }
  }

  /// Applies the edits that change a value. Edits that write the shown value are dropped, so they
  /// do not resolve a conflict.
  private mutating func applyChanges(_ wanted: [Edit]) {
    let changes = wanted.filter { edit in
      guard case .write(let path, let value) = edit else { return true }
      return document.value(at: path) ?? .null != value
    }
    newPaths.formUnion(
      changes.map(\.path).filter { path in
        // A removal is a decision of the person who imports.
        if case .item(_, _, "gone") = path { false } else { document[path].isEmpty }
      })
    document.apply(changes, stamp: .none)
    edits += changes
  }
}

// MARK: - All settings

extension SettingsImport {
  private mutating func take(
    _ given: Board, inUse: Set<ExactString>, using generator: inout some RandomNumberGenerator
  ) {
    let before = board
    if let title = given.title { applyChanges([.write(.field("title"), .string(title))]) }
    if let limit = given.fileLimit { applyChanges([.fileLimit(limit)]) }
    let ranks = Rank.ranks(
      for: given.columns.map(\.id), present: { before[column: $0]?.rank }, using: &generator)
    for (column, rank) in zip(given.columns, ranks) {
      applyChanges(Self.edits(for: column, rank: rank, isNew: before[column: column.id] == nil))
      if before[column: column.id] == nil { added.append(column.id) }
    }
    for (name, query) in given.views.sorted(by: { $0.key < $1.key }) {
      let look = (given.looks[name] ?? ViewLook()).edits(ofView: name)
      applyChanges([.write(PlanList.views.path(name, "query"), .string(query))] + look)
      if before.views[name] == nil {
        applyChanges([.write(PlanList.views.path(name, "gone"), .null)])
      }
    }
    takeFields(given, before: before, using: &generator)
    for phase in given.phases.milestones + given.phases.iterations {
      let isNew = before.phases[phase.kind, phase.id] == nil
      let gone = phase.kind.list.path(phase.id, "gone")
      applyChanges(Edit.phase(phase).filter { isNew || $0 != .write(gone, .null) })
    }
    for rule in given.rules {
      let isNew = !before.rules.contains { $0.id == rule.id }
      let gone = PlanList.rules.path(rule.id, "gone")
      applyChanges(Edit.rule(rule).filter { isNew || $0 != .write(gone, .null) })
    }
    guard !given.columns.isEmpty else { return }
    for column in before.columns where given[column: column.id] == nil {
      guard !inUse.contains(ExactString(column.id)) else { continue }
      applyChanges([document.removal(ofItem: ExactString(column.id), in: "columns")])
      removed.append(column.id)
    }
  }

  /// Adds accounts and changes their people. Accounts that the file lacks stay.
  ///
  /// - Throws: `ImportError` if the board would have too many accounts.
  private mutating func take(_ given: Accounts) throws(ImportError) {
    var known = Set(board.accounts.entries.map(\.account.id))
    let count = edits.count
    for entry in given.entries {
      let isNew = known.insert(entry.account.id).inserted
      let gone = Edit.write(Accounts.path(entry.account, "gone"), .null)
      applyChanges(Edit.account(entry.account, of: entry.person).filter { isNew || $0 != gone })
    }
    guard edits.count > count else { return }
    guard known.count <= Accounts.most, document.leavesRoomForMerges else {
      throw ImportError(
        line: 1,
        reason: "the board would have \(known.count) accounts; at most \(Accounts.most) fit, and "
          + "fewer with long names")
    }
  }

  /// Adds and changes fields. Fields that the file lacks stay, because plans may have values.
  private mutating func takeFields(
    _ given: Board, before: Board, using generator: inout some RandomNumberGenerator
  ) {
    let ranks = Rank.ranks(
      for: given.fields.map(\.id), present: { before[field: $0]?.rank }, using: &generator)
    for (field, rank) in zip(given.fields, ranks) {
      let placed = CustomField(
        id: field.id, title: field.title, kind: field.kind, options: field.options,
        help: field.help, isOnCard: field.isOnCard, rank: rank)
      let isNew = before[field: field.id] == nil
      let gone = PlanList.fields.path(field.id, "gone")
      applyChanges(placed.definition + (isNew ? [.write(gone, .null)] : []))
    }
  }

  private static func edits(for column: Column, rank: String, isNew: Bool) -> [Edit] {
    var placed = column
    placed.rank = rank
    placed.limit = nil
    let path = { (member: String) in PlanList.columns.path(column.id, member) }
    return Edit.column(placed) + [
      .write(path("limit"), column.limit.map(JSONValue.number) ?? .null),
      .write(path("from"), column.from.isEmpty ? .null : .strings(column.from)),
    ] + (isNew ? [.write(path("gone"), .null)] : [])
  }
}

extension Rank {
  /// Returns ranks that put columns or fields in the wanted order.
  ///
  /// Existing ranks are kept if they already have that order; otherwise all ranks are new.
  fileprivate static func ranks(
    for wanted: [String], present rank: (_ id: String) -> String?,
    using generator: inout some RandomNumberGenerator
  ) -> [String] {
    let present = wanted.compactMap(rank)
    guard zip(present, present.dropFirst()).allSatisfy({ Rank.isLess($0, $1) }) else {
      return Rank.rekey(count: wanted.count, between: nil, and: nil, using: &generator)
    }
    var ranks: [String] = []
    var next = present[...]
    for id in wanted {
      if let rank = rank(id) {
        ranks.append(rank)
        next.removeFirst()
      } else {
        ranks.append(Rank.between(ranks.last, next.first, using: &generator))
      }
    }
    return ranks
  }
}

// MARK: - Missing columns

extension SettingsImport {
  private mutating func addColumns(
    _ text: ImportText, using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    let names = text.columnNames(unknownTo: board)
    guard names.count <= Self.mostAdded else {
      throw ImportError(
        line: 1,
        reason: "the file names \(names.count) columns that are not here; "
          + "an import adds at most \(Self.mostAdded)")
    }
    let before = board
    for name in names {
      let board = board
      // An earlier iteration may have added a column with this title.
      guard board.columns(named: name).isEmpty else { continue }
      var column: Column
      do throws(InvalidValue) {
        if let given = text.settings?.columns(named: name).first {
          column = given
        } else {
          column = try Column(named: name, on: board)
        }
      } catch {
        throw ImportError(
          line: text.firstLine(withState: name) ?? 1,
          reason: "\(error.field) '\(error.value)' \(error.reason); \(error.hint)")
      }
      let first = before.columns.first { $0.kind == column.kind }
      let index = board.index(for: column, as: text.settings, behind: first)
      let ranks = board.columns.map(\.rank)
      column.rank = Rank.between(
        index > 0 ? ranks[index - 1] : nil, index < ranks.count ? ranks[index] : nil,
        using: &generator)
      applyChanges(Edit.column(column) + [.write(PlanList.columns.path(column.id, "gone"), .null)])
      added.append(column.id)
    }
  }
}

extension Column {
  /// Creates a column of kind `doing` with this title.
  ///
  /// The id is the title if the title is a valid id. Otherwise it consists of the title's letters
  /// and digits, and of a number if that id is taken. Throws if no id can be made.
  fileprivate init(named name: String, on board: Board) throws(InvalidValue) {
    let title = try Validation.line(name, field: "state")
    if Validation.isColumnID(title) {
      self.init(id: title, title: title, kind: .doing)
      return
    }
    let stem = Column.importedID(from: title)
    let ids = stem.map { stem in [stem] + (2...99).map { "\(stem)-\($0)" } }
    guard let id = ids?.first(where: { board[column: $0] == nil }) else {
      throw InvalidValue(
        field: "state", value: name, reason: "gives no id for a column",
        hint: "add one with 'pmgit column add', and name it here")
    }
    self.init(id: id, title: title, kind: .doing)
  }
}

extension Board {
  /// Returns the index for a new column: after the nearest column that precedes it on another
  /// board, or 0 if there is no such column. If the other board is nil or lacks the new column, it
  /// is the index of the first column of kind `done`.
  ///
  /// - Parameter first: The first column of this kind before the import. The new column is behind
  ///   it in any case, because `done` and `start` use the first column of a kind.
  fileprivate func index(for column: Column, as other: Board?, behind first: Column?) -> Int {
    let least = columns.firstIndex { $0.id == first?.id }.map { $0 + 1 } ?? 0
    guard let other, other[column: column.id] != nil else {
      return max(least, startOfFinishedWork)
    }
    let before = other.columns.prefix { $0.id != column.id }
    let neighbour = before.last { self[column: $0.id] != nil }
    return max(least, columns.firstIndex { $0.id == neighbour?.id }.map { $0 + 1 } ?? 0)
  }
}
