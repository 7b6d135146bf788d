package import PlanModel
import PlanStore
import PlanView

/// The requested properties of a column; nil or empty properties keep their values.
package struct ColumnChanges: Sendable {
  package var title: String?
  package var kind: Column.Kind?
  /// Places the column before the one with this id or title; takes precedence over `after`.
  package var before: String?
  /// Places the column after the one with this id or title.
  package var after: String?
  /// The most plans that the column should hold: a number from 1, or `none`.
  package var limit: String?
  /// The columns from which plans may come, by id or title. A lone `any` or `none` allows all
  /// columns.
  package var from: [String] = []

  package init() {}

  package var isEmpty: Bool {
    kind == nil && from.isEmpty && [title, before, after, limit].allSatisfy { $0 == nil }
  }
}

extension Workspace {
  /// Adds a column, or restores a removed one with its old properties.
  ///
  /// - Parameter name: The id, or a title from which the id is made: `Ready for QA` gives
  ///   `ready-for-qa`.
  /// - Throws: `Problem` if the board has a column with this id, or if no id can be made from the
  ///   title.
  package func addColumn(_ name: String, _ changes: ColumnChanges) async throws -> BoardChange {
    let (id, changes) = try changes.named(name)
    return try await changeBoard { document in
      let board = Board(document)
      guard board[column: id] == nil else {
        throw Problem.usage(
          "there is a column '\(id)' already",
          hints: ["change it with \(pmgit: "column", "edit", id)"])
      }
      var restored = document
      restored.apply([.write(PlanList.columns.path(id, "gone"), .null)], stamp: .none)
      let old = Board(restored)[column: id]
      let title = try board.freeTitle(changes.title ?? old?.title ?? id, for: id)
      let index = try changes.index(of: id, on: board)
      // A column placed beside others gets the kind of the column on its left. So a column before
      // Done is not for finished work.
      let left = index.map { board.columns[max(0, $0 - 1)] }
      let kind = changes.kind ?? old?.kind ?? left?.kind ?? .doing
      let end = kind == .done ? board.columns.count : board.startOfFinishedWork
      let rank =
        (index == nil ? old?.rank : nil)
        ?? board.rank(of: id, at: index ?? end, using: &participant.random)
      let column = Column(id: id, title: title, kind: kind, rank: rank)
      let edits = try Edit.column(column) + changes.ruleEdits(for: id, on: board)
      return BoardEdits(
        subject: "add column \(changes.title == nil ? id : title)",
        done: "added column \(title)" + (title == id ? "" : " (\(id))") + " of kind \(kind)",
        edits: edits + [.write(PlanList.columns.path(id, "gone"), .null)])
    }
  }

  /// Changes a column's title, kind, position, limit, or the columns from which plans may come.
  ///
  /// - Parameter named: The column's id or title.
  package func changeColumn(_ named: String, _ changes: ColumnChanges) async throws -> BoardChange {
    var outcome = try await changeBoard { document in
      let board = Board(document)
      let id = try board.column(named: named).id
      guard !changes.isEmpty else {
        throw Problem.usage(
          "nothing to set for column '\(id)'",
          hints: ["give --title, --kind, --limit, --from, or a place"])
      }
      var edits: [Edit] = []
      if let title = changes.title {
        let title = try board.freeTitle(title, for: id)
        edits.append(.write(PlanList.columns.path(id, "title"), .string(title)))
      }
      if let kind = changes.kind {
        edits.append(.write(PlanList.columns.path(id, "kind"), .string(kind.rawValue)))
      }
      if let index = try changes.index(of: id, on: board) {
        let rank = board.rank(of: id, at: index, using: &participant.random)
        edits.append(.write(PlanList.columns.path(id, "rank"), .string(rank)))
      }
      return BoardEdits(
        subject: "change column \(id)", done: "changed column \(id)",
        edits: try edits + changes.ruleEdits(for: id, on: board))
    }
    outcome.notices += try outcome.noticesOfKind()
    return outcome
  }

  /// Removes a column. If plans are still in it, they keep its id, and a warning reports them.
  package func removeColumn(_ named: String) async throws -> BoardChange {
    var outcome = try await changeBoard { document in
      let board = Board(document)
      let found = try board.column(named: named)
      guard board.columns.count > 1 else {
        throw Problem.usage(
          "'\(found.id)' is the last column", hints: ["add another one before you remove it"])
      }
      return BoardEdits(
        subject: "remove column \(found.title)", done: "removed column \(found.title)",
        edits: [document.removal(ofItem: ExactString(found.id), in: "columns")])
    }
    let (before, after) = (outcome.change.before.board, outcome.change.after.board)
    guard let column = before.columns.first(where: { after[column: $0.id] == nil }) else {
      return outcome
    }
    outcome.notices += after.notices(ofRemoved: column, from: before)
    let left = try outcome.change.after.plans(withTexts: false).plans
      .count { $0.state == column.id && !$0.isDeleted }
    if left > 0 { outcome.notices.append(after.notice(of: left, leftIn: column)) }
    return outcome
  }
}

extension BoardChange {
  /// Returns a warning if no column has the former kind of a column any more, and a notice for a
  /// column whose plans are now finished, or open again.
  fileprivate func noticesOfKind() throws -> [Notice] {
    let now = change.after.board
    var notices: [Notice] = []
    for former in change.before.board.columns {
      guard let kind = now[column: former.id]?.kind, kind != former.kind else { continue }
      if let lack = now.lack(of: former.kind) { notices.append(lack) }
      guard kind == .done || former.kind == .done else { continue }
      let count = try change.after.plans(withTexts: false).plans
        .count { $0.state == former.id && !$0.isDeleted }
      if count == 0 { continue }
      let are = count == 1 ? "is" : "are"
      let plans = "\(CountWords.words(count, "plan")) in '\(former.id)' \(are)"
      notices.append(Notice("\(plans) \(kind == .done ? "finished now" : "open again")"))
    }
    return notices
  }
}

extension ColumnChanges {
  /// Returns the id for a new column, and the changes. A name that is not a valid id is also the
  /// default title.
  fileprivate func named(_ name: String) throws -> (id: String, changes: ColumnChanges) {
    if Validation.isColumnID(name) { return (name, self) }
    guard let id = Column.id(from: name) else {
      throw Problem.usage(
        "'\(name.excerpt)' has no letter for the id of a column, which is of a-z, 0-9, '-' and '_'",
        hints: [
          "choose an id: \(pmgit: "column", "add", "review", "--title", title ?? name)"
        ])
    }
    var changes = self
    changes.title = title ?? name
    return (id, changes)
  }

  /// Returns a typed limit in stored form: a whole number from 1, or null for `none`.
  static func limit(_ text: String) throws -> JSONValue {
    if text.lowercased() == "none" { return .null }
    guard let number = Int(text), number > 0 else {
      throw Problem.usage(
        "the limit '\(text)' must be 1 or more", hints: ["write none for no limit"])
    }
    return .number(number)
  }

  fileprivate func ruleEdits(for id: String, on board: Board) throws -> [Edit] {
    var edits: [Edit] = []
    if let limit {
      edits.append(.write(PlanList.columns.path(id, "limit"), try Self.limit(limit)))
    }
    if !from.isEmpty {
      edits.append(.write(PlanList.columns.path(id, "from"), try origins(for: id, on: board)))
    }
    return edits
  }

  /// Returns the stored form of the columns from which plans may come: ids, or null for any.
  private func origins(for id: String, on board: Board) throws -> JSONValue {
    if [["any"], ["none"]].contains(from.map { $0.lowercased() }) { return .null }
    var ids: Set<String> = []
    for name in from { ids.insert(try board.column(named: name).id) }
    guard !ids.contains(id) else {
      throw Problem.usage("a plan can't come to column '\(id)' from '\(id)' itself")
    }
    return .strings(ids.sorted { ExactString($0) < ExactString($1) })
  }

  /// Returns the requested index among the other columns; nil if no position was requested.
  fileprivate func index(of id: String, on board: Board) throws -> Int? {
    guard let named = before ?? after else { return nil }
    let neighbour = try board.column(named: named).id
    guard neighbour != id else { throw Problem.usage("a column can't be placed next to itself") }
    let index = board.columns(besides: id).firstIndex { $0.id == neighbour } ?? 0
    return before == nil ? index + 1 : index
  }
}

extension Board {
  /// Returns a warning that a removed column still holds plans, and how to move them. Plans of a
  /// column of kind done are open again, and go to another one, or back.
  fileprivate func notice(of count: Int, leftIn column: Column) -> Notice {
    let alike = columns.filter { $0.kind == column.kind }
    let others = (column.kind == .done ? alike : alike + columns)
      .filter { $0.admits(column.id) }
    let them = count == 1 ? "it" : "them"
    let moves = others.prefix(1).map { other in
      Hint([
        .text("move \(them) with "),
        .command(["pmgit", "move", "--where", "state:\(column.id)", other.id]),
      ])
    }
    let reopened = column.kind == .done ? "; \(count == 1 ? "it is" : "they are") open again" : ""
    return .warning(
      "'\(column.id)' still holds \(CountWords.words(count, "plan")), "
        + "which the board goes on to show\(reopened)",
      hints: moves.isEmpty
        ? ["bring the column back with \(pmgit: "column", "add", column.id)"] : Array(moves))
  }

  /// Returns what changes for plans that are started or finished, because a column was removed.
  fileprivate func notices(ofRemoved column: Column, from before: Board) -> [Notice] {
    let kind = column.kind
    guard before.columns.first(where: { $0.kind == kind })?.id == column.id else { return [] }
    if let lack = lack(of: kind) { return [lack] }
    guard let next = columns.first(where: { $0.kind == kind }) else { return [] }
    switch kind {
    case .todo: return []
    case .doing: return [Notice("'pmgit move ID doing' now moves plans to \(next.title.excerpt)")]
    case .done: return [Notice("'pmgit done' now moves plans to \(next.title.excerpt)")]
    }
  }

  /// Returns a warning if the board has no column of a kind any more.
  fileprivate func lack(of kind: Column.Kind) -> Notice? {
    if columns.contains(where: { $0.kind == kind }) { return nil }
    // The usual name of such a column, unless another one has it.
    let name = columns.contains { $0.id == kind.rawValue } ? "NAME" : kind.rawValue
    let words = ["pmgit", "column", "add", name, "--kind", kind.rawValue]
    return .warning(
      "the board has no column of kind \(kind.rawValue) any more",
      hints: [Hint([.text("add one with "), .command(words)])])
  }

  fileprivate func columns(besides id: String) -> [Column] { columns.filter { $0.id != id } }

  /// Returns a rank that places a column at an index among the other columns.
  fileprivate func rank(
    of id: String, at index: Int, using generator: inout some RandomNumberGenerator
  ) -> String {
    let others = columns(besides: id)
    return Rank.between(
      index > 0 ? others[index - 1].rank : nil, index < others.count ? others[index].rank : nil,
      using: &generator)
  }

  /// Returns the text as a valid title. Fails if another column has it as title or id, ignoring
  /// case, because commands accept both.
  fileprivate func freeTitle(_ text: String, for id: String) throws -> String {
    let title = try Validation.title(text)
    let names = columns.filter { $0.id != id }.flatMap { [$0.id, $0.title] }
    guard !names.contains(where: { $0.lowercased() == title.lowercased() }) else {
      throw Problem.usage(
        "another column is called '\(title)'", hints: ["choose a heading of its own"])
    }
    return title
  }

  /// Returns the column with this id or title, ignoring case.
  ///
  /// - Throws: A problem that lists the board's columns.
  package func column(named text: String) throws -> Column {
    guard let column = columns(named: text).first else {
      throw Problem.unknownColumn(text, on: self)
    }
    return column
  }

  /// Finds a column by id or title on the board that the person saw, and returns its present
  /// version.
  ///
  /// - Throws: A problem that lists the columns. This includes a column that was removed since.
  func column(named text: String, basis: Board) throws -> Column {
    let id = try basis.column(named: text).id
    guard let column = self[column: id] else { throw Problem.unknownColumn(text, on: self) }
    return column
  }
}
