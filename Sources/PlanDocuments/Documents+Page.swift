package import PlanActions
package import PlanModel
package import PlanView

/// Documents that only the web page requests.
extension Documents {
  /// Returns the array of notices for the user, with only the hints that the page shows; see
  /// `Hint.isForPages`.
  package static func notices(_ found: [Notice]) -> JSONValue {
    notices(found, where: \.isForPages)
  }

  /// Returns the array of notices, with only some of their hints.
  ///
  /// - Parameter isWanted: Whether a hint is included.
  static func notices(_ notices: [Notice], where isWanted: (Hint) -> Bool) -> JSONValue {
    .objects(notices) { notice in
      [
        "message": .string(notice.message.text()), "warning": .bool(notice.isWarning),
        "hints": .strings(notice.hints.filter(isWanted).map { $0.text() }),
      ]
    }
  }

  /// Returns the document of a problem, with only the hints that the page shows; see
  /// `Hint.isForPages`.
  package static func pageError(_ problem: Problem) -> JSONObject {
    var problem = problem
    problem.hints = problem.hints.filter(\.isForPages)
    return error(problem, naming: nil)
  }

  /// Returns the document with the ids of the plans that a query found, in the query's order.
  /// Deleted plans are only counted, because the page does not show them.
  package static func matches(_ found: PlansFound) -> JSONObject {
    let present = found.plans.filter { !$0.isDeleted }
    return [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex),
      "plans": .strings(present.map(\.id.text)),
      "deleted": .number(found.plans.count - present.count),
    ]
  }

  /// Returns the document with deleted plans, each with its column, who deleted it, and when.
  package static func deleted(_ found: DeletedPlans) throws -> JSONObject {
    let board = found.shown.board
    return [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex), "more": .number(found.more),
      "plans": try .objects(found.plans) { plan in
        [
          "id": .string(plan.id.text), "short": .string(try found.shown.shortID(plan.id)),
          "title": .string(plan.title), "state": .string(plan.state),
          "column": .string(board[column: plan.state]?.title ?? plan.state),
          "by": .optional(plan.deletion.flatMap { $0.by.isEmpty ? nil : $0.by }),
          "at": .optional(plan.deletion?.at?.description),
        ]
      },
    ]
  }

  /// Returns the document with the words that can replace the last word of a query.
  package static func completions(_ words: [Completion]) -> JSONObject {
    [
      "format": format,
      "words": .objects(words) {
        [
          "text": .string($0.text), "about": .string($0.about), "goesOn": .bool($0.goesOn),
        ]
      },
    ]
  }

  /// Returns the document of a quick line: the title, and of each mark its place and its value or
  /// problem.
  package static func quick(_ line: QuickPlan) -> JSONObject {
    [
      "format": format, "board": .string(line.shown.name.text),
      "commit": .string(line.shown.commit.hex), "title": .string(line.title),
      "marks": .objects(zip(line.marks, line.places)) { mark, place in
        [
          "kind": .string(mark.mark.kind.rawValue), "typed": .string(mark.mark.typed),
          "start": .number(place.lowerBound), "end": .number(place.upperBound),
          "value": .string(mark.value), "new": .bool(mark.isNew),
          "problem": mark.problem.flatMap { pageError($0)["error"] } ?? .null,
        ]
      },
    ]
  }

  /// Returns the document with the commits at which the page can show the board, newest first.
  package static func moments(_ commits: [CommitSummary]) -> JSONObject {
    [
      "format": format,
      "moments": .objects(commits) {
        [
          "commit": .string($0.id.hex), "at": .string($0.at.description), "by": .string($0.by),
          "subject": .string($0.subject),
        ]
      },
    ]
  }

  /// Returns the document with the history in words: the changes of each commit to each plan.
  package static func story(_ found: HistoryShown) throws -> JSONObject {
    story(
      Timeline(
        found.entries, board: found.shown.board,
        viewpoint: try found.shown.viewpoint(of: found.entries.compactMap(\.plan))))
  }

  /// Returns the document with the rows of a timeline.
  package static func story(_ timeline: Timeline) -> JSONObject {
    [
      "format": format,
      "entries": .objects(timeline.rows) { row in
        var entry = words(of: row)
        entry["plan"] = .optional(row.entry.plan?.text)
        entry["title"] = .string(row.entry.planTitle)
        return entry
      },
    ]
  }

  /// Returns who changed what in a commit, in words.
  static func words(of row: Timeline.Row) -> JSONObject {
    [
      "commit": .string(row.entry.commit.hex), "at": .optional(row.entry.at?.description),
      "by": .string(row.entry.author), "agent": .optional(row.entry.agent?.name),
      "for": .optional(row.entry.agent?.person), "changes": .strings(row.changes.map(\.string)),
    ]
  }

  /// Returns the document with the values of a conflict merged line by line. Where changes overlap,
  /// the merged text contains both versions between markers. The conflict itself is not resolved.
  ///
  /// - Throws: `Problem` if the values are not texts.
  package static func merged(_ page: ConflictPage, of open: OpenConflict) throws
    -> JSONObject
  {
    guard let merged = page.merged else { throw Problem.notMergeable(open.field) }
    return [
      "format": format, "text": .string(Lines.joined(merged.lines)), "clean": .bool(merged.isClean),
    ]
  }

  /// Returns the document with the fields in conflict, grouped by plan. The board's settings come
  /// first, with the id `board`.
  package static func waiting(_ found: ConflictsListed) throws -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex),
      "plans": try .objects(found.list().entries) { entry in
        [
          "id": .string(entry.id), "short": .string(entry.shortID),
          "title": .string(entry.title.string),
          "conflicts": .array(entry.fields.map(conflict)),
        ]
      },
    ]
  }

  /// Returns the document with the next undo and the next redo in words. A member is null if there
  /// is nothing to undo or nothing to redo.
  package static func undoable(undo: UndoPreview?, redo: UndoPreview?) -> JSONObject {
    ["format": format, "undo": .optional(undo?.words), "redo": .optional(redo?.words)]
  }

  /// Returns the document of a typed day; null for `none`.
  package static func day(_ day: CalendarDay?) -> JSONObject {
    ["format": format, "day": .optional(day?.description)]
  }

  /// Returns the document of one plan with all that the page shows of it, such as its texts as
  /// blocks of Markdown, its linked plans, its code commits, and its conflicts.
  package static func detail(_ found: PlanShown, _ detail: PlanDetail) -> JSONObject {
    var document = plan(found)
    document["board"] = .string(found.shown.name.text)
    document["short"] = .string(detail.summary.shortID)
    document["column"] = .string(detail.summary.columnTitle)
    document["body"] = Markdown.blocks(detail.plan.body)
    document["comments"] = .objects(detail.comments) { entry in
      [
        "id": .string(entry.comment.id), "by": .string(entry.author),
        "when": .string(entry.timeWords), "text": .string(Lines.joined(entry.comment.text)),
        "blocks": Markdown.blocks(entry.comment.text),
      ]
    }
    document["files"] = .array(detail.files.map(file))
    document["links"] = .array(detail.links.map(link))
    document["blocks"] = .array(detail.blocked.map(related))
    document["relating"] = .array(detail.relating.map(related))
    document["children"] = .array(detail.children.map(related))
    document["commits"] = .objects(detail.commits) {
      [
        "id": .string($0.id), "words": .optional($0.words),
        "repository": .optional($0.repository?.name), "page": .optional($0.page),
      ]
    }
    document["conflicts"] = .array(detail.conflicts.map(conflict))
    document["created"] = .optional(detail.createdWords)
    document["updated"] = .optional(detail.updatedWords)
    document["problems"] = .strings(found.wrongValues.map(\.message))
    return document
  }

  private static func file(_ entry: PlanDetail.FileEntry) -> JSONValue {
    .object([
      "id": .string(entry.file.id), "name": .string(entry.file.name),
      "size": .optional(entry.sizeWords), "by": .string(entry.author),
      "when": .string(entry.timeWords), "type": .string(entry.file.type),
      "blob": .string(entry.file.blob),
    ])
  }

  private static func link(_ linked: PlanDetail.LinkedPlan) -> JSONValue {
    .object([
      "link": .string(linked.link.description), "kind": .string(linked.link.kind),
      "plan": linked.plan.map(related) ?? .null,
    ])
  }

  private static func related(_ plan: PlanDetail.RelatedPlan) -> JSONValue {
    .object([
      "id": .string(plan.id.text), "short": .string(plan.shortID), "title": .string(plan.title),
      "column": .string(plan.columnTitle), "done": .bool(plan.isDone),
    ])
  }

  static func conflict(_ field: ConflictList.Field) -> JSONValue {
    .object([
      "field": .string(field.name),
      "values": .objects(field.values) { value in
        [
          "number": .number(value.number), "words": .string(value.words.string),
          "by": .optional(value.author), "when": .string(value.timeWords),
          "value": PlanJSON.value(value.value, at: field.path),
        ]
      },
    ])
  }
}

/// Converts Markdown to JSON trees, from which the web page builds its nodes. The page never parses
/// text as markup.
enum Markdown {
  static func blocks(_ lines: [String]) -> JSONValue {
    .array(MarkdownReader.blocks(of: lines).map(block))
  }

  private static func block(_ block: MarkdownBlock) -> JSONValue {
    switch block {
    case .paragraph(let inlines):
      .object(["is": .string("paragraph"), "text": self.inlines(inlines)])
    case .heading(let level, let inlines):
      .object(["is": .string("heading"), "level": .number(level), "text": self.inlines(inlines)])
    case .code(let language, let text):
      .object(["is": .string("code"), "language": .string(language), "code": .string(text)])
    case .quote(let blocks):
      .object(["is": .string("quote"), "blocks": .array(blocks.map(self.block))])
    case .list(let start, let items):
      .object([
        "is": .string("list"), "start": start.map { .number($0) } ?? .null,
        "items": .array(items.map(item)),
      ])
    case .table(let table): self.table(table)
    case .rule: .object(["is": .string("rule")])
    }
  }

  private static func item(_ item: MarkdownItem) -> JSONValue {
    .object([
      "done": item.isDone.map { .bool($0) } ?? .null, "line": .number(item.line),
      "blocks": .array(item.blocks.map(block)),
    ])
  }

  private static func table(_ table: MarkdownTable) -> JSONValue {
    .object([
      "is": .string("table"), "alignments": .strings(table.alignments.map(\.rawValue)),
      "heading": .array(table.heading.map(inlines)),
      "rows": .array(table.rows.map { .array($0.map(inlines)) }),
    ])
  }

  private static func inlines(_ inlines: [MarkdownInline]) -> JSONValue {
    .array(inlines.map(inline))
  }

  private static func inline(_ inline: MarkdownInline) -> JSONValue {
    switch inline {
    case .text(let text): .string(text)
    case .code(let text): .object(["is": .string("code"), "code": .string(text)])
    case .emphasis(let inner): .object(["is": .string("em"), "text": inlines(inner)])
    case .strong(let inner): .object(["is": .string("strong"), "text": inlines(inner)])
    case .struck(let inner): .object(["is": .string("del"), "text": inlines(inner)])
    case .link(let target, let inner):
      .object(["is": .string("link"), "target": .string(target), "text": inlines(inner)])
    case .lineBreak: .object(["is": .string("break")])
    }
  }
}
