package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document with the cards of a board: for each plan the data that its card shows,
  /// without the description and the comments.
  ///
  /// The member `left` is the number of plans that were left out.
  ///
  /// - Parameters:
  ///   - unshared: The plans that were changed here since the last sync; nil if unknown.
  ///   - finished: How many finished plans of each column are wanted, the first ones as they are
  ///     shown; nil for all. Those in conflict are never left out.
  package static func cards(
    _ found: PlansFound, unshared: Set<PlanID>?, finished: Int? = nil
  ) throws -> JSONObject {
    let all = found.plans.filter { !$0.isDeleted }
    let plans = finished.map { all.leavingOutFinished(over: $0, on: found.shown.board) } ?? all
    var document = try document(of: plans, in: found, unshared)
    document["left"] = .number(all.count - plans.count)
    return document
  }

  /// Returns the document with the changes since an earlier state of the board: the changed cards,
  /// and the plans that no longer have a card.
  ///
  /// The member `changes` has the latest change of each changed plan.
  package static func news(_ news: BoardNews, unshared: Set<PlanID>?) throws -> JSONObject {
    let found = news.found
    let plans = found.plans.filter { !$0.isDeleted && news.concerned.contains($0.id) }
    let there = Set(plans.map(\.id))
    var document = try document(of: plans, in: found, unshared)
    document["from"] = .string(news.from.hex)
    document["gone"] = .strings(news.changed.filter { !there.contains($0) }.map(\.text))
    document["unshared"] = unshared.map { .strings($0.sorted().map(\.text)) } ?? .null
    document["settingsChanged"] = .bool(news.changedSettings)
    document["changes"] = .objects(news.lastChanges) { entry in
      [
        "plan": .optional(entry.plan?.text), "title": .string(entry.planTitle),
        "commit": .string(entry.commit.hex), "by": .string(entry.author),
        "at": .optional(entry.at?.description),
        "fields": .strings(entry.changes.map(\.path.fieldName)),
      ]
    }
    return document
  }

  /// Returns the document with the cards of some plans, the conflicts of these plans and of the
  /// settings, and the members of `frame`.
  private static func document(
    of plans: [Plan], in found: PlansFound, _ unshared: Set<PlanID>?
  ) throws -> JSONObject {
    let waiting = try found.conflicts(of: plans).entries.map { ($0.id, $0.fields.map(conflict)) }
    let conflicts = Dictionary(uniqueKeysWithValues: waiting)
    var document = try frame(found)
    document["unsharedCount"] =
      unshared.map { unshared in
        .number(found.allPlans.count { !$0.isDeleted && unshared.contains($0.id) })
      } ?? .null
    document["conflicts"] = .array(conflicts["board"] ?? [])
    document["plans"] = try .objects(zip(plans, cards(plans, of: found, unshared))) { plan, card in
      var card = card
      card["conflicts"] = .array(conflicts[plan.id.text] ?? [])
      return card
    }
    return document
  }

  /// Returns the settings that a page with cards needs, the number of plans in each column, and the
  /// unreadable files.
  private static func frame(_ found: PlansFound) throws -> JSONObject {
    let shown = found.shown
    var counts: [ExactString: Int] = [:]
    for plan in found.allPlans where !plan.isDeleted {
      counts[ExactString(plan.state), default: 0] += 1
    }
    return [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "title": .optional(shown.board.title), "today": .string(shown.today.description),
      "past": shown.past.map { past in
        .object([
          "commit": .string(past.id.hex), "at": .string(past.at.description),
          "by": .string(past.by), "subject": .string(past.subject),
        ])
      } ?? .null,
      "properties": .array(PlanProperty.all.map { property($0, on: shown.board) }),
      "fields": .objects(shown.board.fields, BoardJSON.field),
      "unreadable": .objects(
        ([shown.missing.settings].compactMap(\.self) + shown.missing.plans)
      ) {
        file($0)
      },
      "columns": .objects(lanes(of: shown.board, states: counts.keys, columns: nil)) { column in
        var object = BoardJSON.column(column)
        object["count"] = .number(counts[ExactString(column.id)] ?? 0)
        object["known"] = .bool(shown.board[column: column.id] != nil)
        return object
      },
    ]
  }

  /// Returns the data that a page needs to show and edit a property.
  ///
  /// The milestones or iterations of the board are the `choices` of a property that names them.
  private static func property(_ property: PlanProperty, on board: Board) -> JSONValue {
    var object: JSONObject = [
      "name": .string(property.name), "title": .string(property.title),
      "kind": .string(property.kind.rawValue), "forms": .string(property.forms),
    ]
    if let kind = property.phaseKind {
      object["choices"] = .objects(board.phases[kind], BoardJSON.phase)
    }
    return .object(object)
  }

  private static func cards(
    _ plans: [Plan], of found: PlansFound, _ unshared: Set<PlanID>?
  ) throws -> [JSONObject] {
    let board = SummarizedBoard(found.shown.board, try found.shown.viewpoint(), found.relations)
    return plans.map { plan in
      var card = self.card(PlanSummary(plan, on: board))
      card["unshared"] = unshared.map { .bool($0.contains(plan.id)) } ?? .null
      card["parents"] = .strings(found.relations.parents(of: plan.id).map(\.text))
      card["children"] = found.relations.progress(of: plan.id).map(progress) ?? .null
      return card
    }
  }

  private static func card(_ summary: PlanSummary) -> JSONObject {
    let plan = summary.plan
    var card: JSONObject = [
      "id": .string(plan.id.text), "short": .string(summary.shortID),
      "title": .string(plan.title), "state": .string(plan.state), "rank": .string(plan.rank),
      "done": .bool(summary.isDone),
      "dueWords": .optional(summary.dueWords), "overdue": .bool(summary.isOverdue),
      "age": .optional(summary.ageWords), "stale": .bool(summary.isStale),
      "assignees": .strings(plan.assignees),
      "labels": .strings(plan.labels),
      "fields": .objects(summary.cardFieldWords) { field, words in
        [
          "id": .string(field.id), "title": .string(field.title), "words": .string(words.string),
        ]
      },
      "checklist": summary.checklist.map(progress) ?? .null,
      "comments": .number(plan.outline.commentAuthors.count),
      "hasBody": .bool(plan.outline.hasBody),
      "blockers": .strings(summary.blockers.map(\.text)),
      "updated": .optional(plan.updated?.description),
      "created": .optional(plan.created?.at?.description),
    ]
    for property in PlanProperty.all {
      card[ExactString(property.name)] = property.value(of: plan)?.json ?? .null
    }
    return card
  }

  private static func progress(_ progress: Progress) -> JSONValue {
    .object(["done": .number(progress.done), "total": .number(progress.total)])
  }
}

extension [Plan] {
  /// Returns the plans without finished plans beyond the first `most` of their column.
  /// Finished plans are shown in the reverse order of their ranks. Plans in conflict are kept.
  fileprivate func leavingOutFinished(over most: Int, on board: Board) -> [Plan] {
    var columns: [ExactString: [Int]] = [:]
    for index in indices where board.kind(of: self[index].state) == .done {
      columns[ExactString(self[index].state), default: []].append(index)
    }
    var left: Set<Int> = []
    for places in columns.values where places.count > most {
      let shown = places.sorted {
        Rank.precedes((self[$1].rank, self[$1].id.text), (self[$0].rank, self[$0].id.text))
      }
      left.formUnion(shown.dropFirst(most).filter { self[$0].conflicts.isEmpty })
    }
    return left.isEmpty ? self : indices.filter { !left.contains($0) }.map { self[$0] }
  }
}
