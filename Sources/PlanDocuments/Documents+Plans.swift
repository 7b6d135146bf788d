import Parallel
package import PlanActions
package import PlanModel
package import PlanView

extension Documents {
  /// Returns the document of a plan that was shown.
  ///
  /// - Parameter members: The members of the plan to include; nil for all. The other functions have
  ///   the same parameter.
  package static func plan(_ found: PlanShown, only members: PlanMembers? = nil) -> JSONObject {
    plan(found.plan, on: found.shown, only: members)
  }

  /// Returns the document of one plan on a board.
  package static func plan(
    _ plan: Plan, on shown: ShownBoard, only members: PlanMembers? = nil
  ) -> JSONObject {
    [
      "format": format, "commit": .string(shown.commit.hex),
      "plan": object(plan, on: shown, only: members),
    ]
  }

  /// Returns the document with the plans that a query found. `finishedLeftOut` is the number of
  /// finished plans that were left out.
  ///
  /// - Parameter totals: The sums of fields, by name; nil to leave `sums` out.
  package static func plans(
    _ found: PlansFound, totals: [FieldTotal]? = nil, only members: PlanMembers? = nil
  ) -> JSONObject {
    var object = plans(found.plans, on: found.shown, only: members)
    object["finishedLeftOut"] = .number(found.hiddenCount)
    if let totals { object["sums"] = sums(totals) }
    return object
  }

  /// Returns the sums of fields, by the names of the fields; null for a sum that is too large.
  static func sums(_ totals: [FieldTotal]) -> JSONValue {
    .object(
      totals.reduce(into: JSONObject()) { object, total in
        object[ExactString(total.field.name)] = total.sum.number.map(JSONValue.number) ?? .null
      })
  }

  /// Returns the document with plans that were named.
  package static func plans(
    _ plans: [Plan], on shown: ShownBoard, only members: PlanMembers? = nil
  ) -> JSONObject {
    [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "plans": objects(plans, on: shown, only: members),
    ]
  }

  static func objects(
    _ plans: [Plan], on shown: ShownBoard, only members: PlanMembers? = nil
  ) -> JSONValue {
    let (board, today) = (shown.board, shown.today)
    return .array(
      Processors.flatMap(plans.count, fewest: fewestForProcessors) { range in
        plans[range].map {
          .object(PlanJSON.object($0, board: board, today: today, only: members))
        }
      })
  }

  /// The fewest plans whose documents are made on all processors.
  private static let fewestForProcessors = 500

  static func object(
    _ plan: Plan, on shown: ShownBoard, only members: PlanMembers? = nil
  ) -> JSONValue {
    .object(PlanJSON.object(plan, board: shown.board, today: shown.today, only: members))
  }

  /// Returns the lines of an export, one plan per line, without a surrounding document.
  ///
  /// - Parameter withSettings: Whether to begin with an additional line for the board's settings.
  package static func lines(_ found: PlansFound, withSettings: Bool = false) -> String {
    let settings = BoardJSON.line(found.shown.board, name: found.shown.name)
    let plans = found.plans.map { plan in
      PlanJSON.object(plan, board: found.shown.board, today: found.shown.today)
    }
    return ((withSettings ? [settings] : []) + plans)
      .map { CanonicalJSON.line(of: .object($0)) + "\n" }.joined()
  }

  /// Returns the document with a plan that was added.
  package static func added(_ changes: PlanChanges, only members: PlanMembers? = nil) throws
    -> JSONObject
  {
    var object = plan(try changes.after.plan(changes.plans[0]), on: changes.after, only: members)
    object["rules"] = rules(changes.rules)
    return object
  }

  /// Returns the document with the result of an action that changes plans: one plan, or several.
  package static func changes(
    _ changes: PlanChanges, only members: PlanMembers? = nil
  ) throws -> JSONObject {
    let plans = try changes.plans.map { try changes.after.plan($0) }
    var object =
      plans.count == 1
      ? plan(plans[0], on: changes.after, only: members)
      : Self.plans(plans, on: changes.after, only: members)
    object["decided"] = decided(changes.decided)
    object["notices"] = notices(changes.notices, where: { _ in true })
    object["dryRun"] = .bool(changes.isDryRun)
    object["rules"] = rules(changes.rules)
    if let count = changes.hadLabel { object["hadLabel"] = .number(count) }
    return object
  }

  /// Returns the document with the result of a change of claims.
  ///
  /// - Parameter members: The members of the plans; nil for all.
  package static func claims(
    _ changes: PlanChanges, only members: PlanMembers? = nil
  ) throws -> JSONObject {
    var object = try self.changes(changes, only: members)
    object["remote"] = .optional(changes.acceptedBy)
    return object
  }

  /// Returns the actions that the board's rules did, for each plan.
  static func rules(_ runs: [RuleRun]) -> JSONValue {
    .objects(runs) { run in
      [
        "rule": .string(run.rule), "plan": .string(run.plan.text),
        "actions": .strings(run.actions),
        "refused": .objects(run.refused) {
          ["action": .string($0.part), "reason": .string($0.reason)]
        },
      ]
    }
  }

  /// Returns the conflicts that a change resolved; `plan` is null for the board's settings.
  static func decided(_ fields: [Decided]) -> JSONValue {
    .objects(fields) {
      [
        "plan": .optional($0.plan?.text), "field": .string($0.field),
        "values": .number($0.count),
      ]
    }
  }

  /// Returns the document with the result of an undo or a redo.
  package static func undo(
    _ outcome: UndoOutcome, only members: PlanMembers? = nil
  ) throws -> JSONObject {
    let plans = try outcome.after.plans(outcome.plans)
    let found = Set(plans.map(\.id))
    var object = Self.plans(plans, on: outcome.after, only: members)
    object["result"] = .string(outcome.way.verb)
    object["gone"] = .strings(outcome.plans.filter { !found.contains($0) }.map(\.text))
    object["changes"] = .objects(outcome.commits) {
      ["commit": .string($0.id.hex), "subject": .string($0.subject)]
    }
    object["kept"] = .objects(outcome.kept) {
      [
        "plan": .optional($0.plan?.text), "field": .string($0.path.fieldName),
        "reason": .string($0.reason.code),
      ]
    }
    return object
  }

  /// Returns the document of the changes that can be undone, newest first.
  package static func undoable(_ changes: [CommitSummary], on board: BoardName) -> JSONObject {
    [
      "format": format, "board": .string(board.text),
      "changes": .objects(changes) {
        [
          "commit": .string($0.id.hex), "at": .string($0.at.description),
          "subject": .string($0.subject),
        ]
      },
    ]
  }

  /// Returns the document with the result of an import.
  package static func imported(_ imported: PlansImported) -> JSONObject {
    let (report, after) = (imported.report, imported.after)
    var object: JSONObject = [
      "format": format, "board": .string(after.name.text), "commit": .string(after.commit.hex),
      "added": .number(imported.added), "updated": .number(imported.updated),
      "unchanged": .number(imported.unchanged), "noted": .number(imported.noted),
      "conflicts": .number(imported.conflicts), "kept": .number(imported.kept),
      "closed": .strings(imported.closed.map(\.text)), "dryRun": .bool(imported.isDryRun),
      "linked": .strings(report.relinked.map(\.id.text)),
      "leftOut": .strings(report.leftOut.map(\.text)),
      "restored": .strings(report.restored.map(\.text)),
      "changedSinceDeletion": .strings(report.changedSinceDeletion.map(\.text)),
      "danglingLinks": .objects(report.danglingLinks) {
        ["plan": .string($0.plan.text), "link": .string($0.link.description)]
      },
      "unknown": .strings(report.unknown.keys.sorted().map(\.text)),
      "ignored": .strings(report.ignored.keys.sorted() + imported.settings.ignored),
      "settings": .optional(imported.settings.outcome?.rawValue),
      "addedColumns": .strings(imported.settings.added),
      "addedMilestones": .strings(imported.settings.addedMilestones),
      "removedColumns": .strings(imported.settings.removed),
      "from": imported.tracker.map { .object(tracker($0)) } ?? .null,
    ]
    if imported.isDryRun { object["plans"] = .array(imported.dryRun.map(dryRun)) }
    return object
  }

  /// Returns the format of another tool's file, the number of its plans, and the data that could
  /// not be carried over.
  private static func tracker(_ tracker: TrackerImport) -> JSONObject {
    [
      "format": .string(tracker.id), "name": .string(tracker.name),
      "plans": .number(tracker.count),
      "losses": .objects(tracker.losses) {
        ["what": .string($0.what), "count": .number($0.count)]
      },
    ]
  }

  /// Returns the preview of one plan of an import.
  private static func dryRun(_ plan: ImportedPlan) -> JSONValue {
    let value = { (value: JSONValue?, path: ElementPath) in
      value.map { PlanJSON.value($0, at: path) } ?? .null
    }
    return .object([
      "plan": .string(plan.plan.text), "title": .string(plan.title),
      "line": plan.line.map { .number($0) } ?? .null,
      "outcome": .string(plan.outcome.rawValue),
      "changes": .objects(plan.changes) { change in
        [
          "field": .string(change.path.fieldName), "old": value(change.old, change.path),
          "new": value(change.new, change.path),
        ]
      },
      "conflicts": .objects(plan.conflicts) { conflict in
        [
          "field": .string(conflict.path.fieldName),
          "values": .array(conflict.values.map { value($0, conflict.path) }),
        ]
      },
      "kept": .objects(plan.kept) { kept in
        [
          "field": .string(kept.path.fieldName), "here": value(kept.here, kept.path),
          "outside": value(kept.tracker, kept.path),
        ]
      },
    ])
  }
}

extension Documents {
  /// Returns the document with the people on a board's plans, and how many plans each of them has.
  package static func people(_ found: PeopleFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "people": .objects(found.people) { row in
        [
          "name": .string(row.person.name), "email": .string(row.person.email),
          "owned": .number(row.owned), "assigned": .number(row.assigned),
          "plans": .number(row.plans),
        ]
      },
    ]
  }

  /// Returns the document with the labels on a board's plans.
  package static func labels(_ found: LabelsFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "labels": .objects(found.labels) { row in
        [
          "name": .string(row.name), "open": .number(row.open), "plans": .number(row.plans),
        ]
      },
    ]
  }
}
