extension PlanDocument {
  /// The id of the document that holds a board's own settings.
  package static let boardID: ExactString = "board"

  /// A new board's settings: three columns and no title.
  ///
  /// Its bytes are part of the first commit of every new board, so they never change.
  package static var newBoard: PlanDocument {
    var document = PlanDocument(id: boardID, format: 1)
    for column in [
      Column(id: "todo", title: "Todo", kind: .todo, rank: "a0"),
      Column(id: "doing", title: "Doing", kind: .doing, rank: "a1"),
      Column(id: "done", title: "Done", kind: .done, rank: "a2"),
    ] {
      document.apply(Edit.column(column), stamp: .none)
    }
    return document
  }
}

extension Edit {
  fileprivate static let fileLimitPath = ElementPath.field("fileLimit")

  /// Returns the edit that sets the limit for attached files, in bytes; nil restores the usual
  /// limit.
  package static func fileLimit(_ bytes: Int?) -> Edit {
    .write(fileLimitPath, bytes.map(JSONValue.number) ?? .null)
  }

  /// Returns the edits that write a column's title, kind and rank, and its limit if it has one.
  package static func column(_ column: Column) -> [Edit] {
    let edits: [Edit] = [
      .write(PlanList.columns.path(column.id, "title"), .string(column.title)),
      .write(PlanList.columns.path(column.id, "kind"), .string(column.kind.rawValue)),
      .write(PlanList.columns.path(column.id, "rank"), .string(column.rank)),
    ]
    guard let limit = column.limit else { return edits }
    return edits + [.write(PlanList.columns.path(column.id, "limit"), .number(limit))]
  }
}

extension Board {
  /// Reads the board from its document, using the shown values.
  package init(_ document: PlanDocument) {
    let present = document.records(in: "columns").filter { !$0.value.isRemovedItem }
    let columns = present.map { id, record in
      Column(
        id: id.text, title: record["title"]?.string ?? id.text,
        kind: record["kind"]?.string.flatMap(Column.Kind.init) ?? .todo,
        rank: record["rank"]?.string ?? "", limit: record["limit"]?.number?.integer,
        from: record["from"]?.array?.compactMap(\.string) ?? [])
    }
    self.init(
      title: document.value(at: .field("title"))?.string,
      columns: columns.sorted { Rank.precedes(($0.rank, $0.id), ($1.rank, $1.id)) })
    for (name, record) in document.records(in: "views") where !record.isRemovedItem {
      views[name.text] = record["query"]?.string
      let look = ViewLook(record)
      if !look.isEmpty { looks[name.text] = look }
    }
    let allFields = document.records(in: "fields").filter { !$0.value.isRemovedItem }
      .compactMap { CustomField($0, $1) }
      .sorted { Rank.precedes(($0.rank, $0.id), ($1.rank, $1.id)) }
    fields = Array(allFields.prefix(CustomField.most))
    let allPhases = Phases.all(in: document)
    phases = Phases(Phase.Kind.allCases.flatMap { allPhases[$0].prefix(Phase.most) })
    unread = [
      UnreadSettings(.fields, read: fields.count, of: allFields.count),
      UnreadSettings(.milestones, read: phases.milestones.count, of: allPhases.milestones.count),
      UnreadSettings(.iterations, read: phases.iterations.count, of: allPhases.iterations.count),
    ].compactMap(\.self)
    rules = document.storedRules
    accounts = Accounts(document)
    fileLimit = document.value(at: Edit.fileLimitPath)?.number?.integer
    conflicts = document.conflicts
  }
}
