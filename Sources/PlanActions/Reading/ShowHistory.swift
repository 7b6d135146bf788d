import PlanModel
import PlanStore
package import PlanView

/// A request for the changes of a board.
package struct ShowHistory: Sendable {
  /// In the query language; empty for everything that changed.
  package let query: String
  /// A word that may be the beginning of one plan's id, or an alias: then only that plan is meant.
  package let name: String?
  /// The most commits; nil for all.
  package let limit: Int?

  package init(_ query: String = "", name: String? = nil, limit: Int? = nil) {
    (self.query, self.name, self.limit) = (query, name, limit)
  }
}

/// The changes of a board, newest first.
package struct HistoryShown {
  package let shown: ShownBoard
  package let entries: [TimelineEntry]
  /// The files that could not be read, if the request needed plans.
  package let missing: MissingFiles?
  /// Remarks about terms of the query that may not mean what they say.
  package let notices: [Notice]
}

extension Workspace {
  package func history(_ request: ShowHistory) throws -> HistoryShown {
    let shown = try board()
    var missing: MissingFiles?
    var notices: [Notice] = []
    let subject = try subject(request, in: shown, &missing, &notices)
    let entries = try shown.reader.history(of: subject, limit: request.limit)
    return HistoryShown(
      shown: shown, entries: entries.map(TimelineEntry.init), missing: missing, notices: notices)
  }

  private func subject(
    _ request: ShowHistory, in shown: ShownBoard, _ missing: inout MissingFiles?,
    _ notices: inout [Notice]
  ) throws -> HistorySubject {
    if request.query.isEmpty { return .board }
    if let name = request.name, try names(name, in: shown.reader) {
      return .plan(try shown.reader.resolve(name))
    }
    let contents = try contents(of: shown)
    missing = contents.missing
    let query = try query(request.query, in: contents)
    notices = query.notes.map(Notice.init)
    let wanted = Set(query.select(from: contents.plans).map(\.id))
    if wanted.isEmpty, let name = request.name, !name.contains(":") {
      throw Problem(unknown: name, lacking: missing)
    }
    return .plans(wanted)
  }

  /// Whether any plan's id begins with the word, or any plan has it as an alias.
  private func names(_ word: String, in reader: any BoardReader) throws -> Bool {
    if try !reader.ids(beginningWith: word).isEmpty { return true }
    return try !reader.aliases().plans(called: word).isEmpty
  }
}

extension TimelineEntry {
  init(_ entry: HistoryEntry) {
    self.init(
      commit: CommitID(entry.commit), at: entry.at, author: entry.by, plan: entry.plan,
      planTitle: entry.title,
      changes: entry.changes.map {
        FieldChange(path: $0.path, old: $0.old, new: $0.new, itemText: $0.itemText)
      })
  }
}

extension Problem {
  /// A name that no plan has, as far as the files that can be read tell.
  fileprivate init(unknown name: String, lacking missing: MissingFiles?) {
    self.init(StoreError.unknownPlan(typed: name))
    guard let files = missing?.plans, !files.isEmpty else { return }
    detail += files.prefix(BrokenFile.mostExplained).map {
      "'\($0.path)' can't be read: \($0.reason)"
    }
    hints.append("see what happened, and what mends it, with \(pmgit: "status")")
  }
}
