import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The POST requests below `/api/boards/BOARD/`, by the last part of the URL. Each of them changes
/// the board by one action, except `read`, which changes the clone's record of what was read.
///
/// Each action parses its values first, and returns a function that makes the change. So a
/// malformed request changes nothing.
enum Actions {
  typealias Action = @Sendable (RequestValues) throws -> Call
  typealias Call = (Workspace) async throws -> JSONObject

  static let all: [String: Action] = [
    verbs, plans, sharing, settings, names, definitions, notes,
  ].reduce(into: [:]) { $0.merge($1) { _, last in last } }

  /// Whether a request may contain `dryRun` and `commit`. They are not allowed in requests that
  /// contact a remote, undo or redo the latest changes, or do not change the board.
  static func isDecided(_ name: String) -> Bool { sharing[name] == nil && notes[name] == nil }

  /// The verbs of a batch, with the same values.
  private static let verbs: [String: Action] = Dictionary(
    uniqueKeysWithValues: BatchLine.Verb.allCases.map { ($0.rawValue, action($0)) })

  private static func action(_ verb: BatchLine.Verb) -> Action {
    { values in
      let action = try values.action(verb)
      return { board in written(try await board.make(action)) }
    }
  }

  private static let plans: [String: Action] = [
    "add": { values in
      let line = try values.text("line")
      let action = try values.action(.add)
      guard let line, case .add(let request) = action else {
        return { board in written(try await board.make(action)) }
      }
      guard request.title == nil, request.template == nil else {
        throw Problem.usage("'line' excludes 'title' and 'from'")
      }
      return { board in
        let request = try board.request(
          for: board.quickPlan(line), fields: request.fields, isAtTop: request.isAtTop)
        return written(try await board.add(request))
      }
    },
    "attach": { values in
      let file = NewFile(
        name: try values.requiredText("name"), bytes: try values.bytes("content"))
      let plan = try values.requiredText("plan")
      return { board in written(try await board.attach([file], to: plan)) }
    },
    "remove-file": { values in
      let (plan, file) = (try values.requiredText("plan"), try values.requiredText("file"))
      return { board in written(try await board.removeFiles([file], from: plan)) }
    },
    "resolve": { values in
      let (plan, field) = (try values.requiredText("plan"), try values.text("field"))
      let seen = try values.text("seen")
      let decision: Decision =
        switch (try values.count("take"), try values.text("value")) {
        case (let number?, nil): .take(number)
        case (nil, let value?): .value(value)
        default:
          throw Problem.usage("give 'take', the number of a value, or 'value', another one")
        }
      return { board in
        let open = try board.openConflict(plan, field: field, at: seen)
        if case .value(let value) = decision {
          try board.page(for: open).requireDecided(Lines.entered(value))
        }
        return written(try await board.resolve(open, by: decision))
      }
    },
  ]

  private static let sharing: [String: Action] = [
    "take": { values in
      let request = TakePlan(
        .named(try values.requiredText("plan")), starts: try values.optionalFlag("start") ?? true,
        over: try values.text("over"))
      return { board in written(try await board.take(request)) }
    },
    "undo": { values in
      let (count, commit) = (try values.count("count") ?? 1, try values.text("of"))
      return { board in written(try await board.undo(count, basis: commit)) }
    },
    "redo": { _ in
      return { board in written(try await board.redo()) }
    },
    "sync": { _ in
      return { board in written(try await board.sync()) }
    },
  ]

  private static let settings: [String: Action] = [
    "title": { values in
      let title = try values.requiredText("title")
      return { board in written(try await board.setTitle(title.isEmpty ? nil : title)) }
    },
    "add-column": { values in
      let (id, changes) = (try values.requiredText("column"), try values.column())
      return { board in written(try await board.addColumn(id, changes)) }
    },
    "set-column": { values in
      let (id, changes) = (try values.requiredText("column"), try values.column())
      return { board in written(try await board.changeColumn(id, changes)) }
    },
    "remove-column": { values in
      let id = try values.requiredText("column")
      return { board in written(try await board.removeColumn(id)) }
    },
    "add-milestone": { values in
      let name = try values.requiredText("name")
      var changes = PhaseChanges()
      changes.due = try values.text("due")
      return { [changes] board in written(try await board.addMilestone(name, changes)) }
    },
    "set-milestone": { values in
      let name = try values.requiredText("milestone")
      var changes = PhaseChanges()
      (changes.title, changes.due) = (try values.text("title"), try values.text("due"))
      return { [changes] board in
        written(try await board.changePhase(.milestone, name, changes))
      }
    },
    "remove-milestone": { values in
      let name = try values.requiredText("milestone")
      return { board in written(try await board.removePhase(.milestone, name)) }
    },
    "add-iteration": { values in
      var request = AddIterations()
      request.name = try values.requiredText("name")
      (request.length, request.start) = (try values.text("every"), try values.text("start"))
      request.last = try values.text("last")
      return { [request] board in written(try await board.addIterations(request)) }
    },
    "save-view": { values in
      let request = try savedView(values)
      return { board in written(try await board.saveView(request)) }
    },
    "remove-view": { values in
      let name = try values.requiredText("name")
      return { board in written(try await board.removeView(name)) }
    },
  ]

  private static func savedView(_ values: RequestValues) throws -> SaveView {
    let query = try values.requiredText("query")
    let look = ViewLook(
      view: try values.text("view"), group: try values.text("group"),
      columns: try values.optionalTexts("columns"))
    switch (try values.text("name"), try values.text("title")) {
    case (let name?, nil): return SaveView(.name(name), query, look: look.isEmpty ? nil : look)
    case (nil, let title?): return SaveView(.title(title), query, look: look.isEmpty ? nil : look)
    default: throw Problem.usage("give 'name', or 'title', from which the name is made")
    }
  }

  /// The changes of names on all plans.
  private static let names: [String: Action] = [
    "rename-label": { values in
      let request = MemberRenaming(
        [try values.requiredText("label")], to: try values.requiredText("to"), saysMerged: true)
      return { board in written(try await board.renameLabels(request)) }
    },
    "remove-label": { values in
      let label = try values.requiredText("label")
      return { board in written(try await board.removeLabel(label)) }
    },
    "rename-person": { values in
      let request = MemberRenaming(
        [try values.requiredText("person")], to: try values.requiredText("to"), saysMerged: true)
      return { board in written(try await board.renamePeople(request)) }
    },
  ]

  /// The changes of the board's own fields and of its rules.
  private static let definitions: [String: Action] = [
    "add-field": { values in
      let (id, changes) = (try values.requiredText("field"), try field(values))
      return { board in written(try await board.addField(id, changes)) }
    },
    "set-field": { values in
      let (id, changes) = (try values.requiredText("field"), try field(values))
      return { board in written(try await board.changeField(id, changes)) }
    },
    "remove-field": { values in
      let id = try values.requiredText("field")
      return { board in written(try await board.removeField(id)) }
    },
    "add-rule": { values in
      let (name, text) = (try values.requiredText("rule"), try values.requiredText("text"))
      return { board in written(try await board.addRule(name, text)) }
    },
    "set-rule": { values in
      let (name, text) = (try values.requiredText("rule"), try values.requiredText("text"))
      return { board in written(try await board.changeRule(name, text)) }
    },
    "remove-rule": { values in
      let name = try values.requiredText("rule")
      return { board in written(try await board.removeRule(name)) }
    },
  ]

  private static func field(_ values: RequestValues) throws -> CustomFieldChanges {
    var changes = CustomFieldChanges()
    changes.title = try values.text("title")
    changes.kind = try values.choice("kind", of: CustomField.Kind.self)
    changes.help = try values.text("help")
    changes.options = try values.optionalTexts("options")
    changes.isOnCard = try values.optionalFlag("card")
    return changes
  }

  private static let notes: [String: Action] = [
    "read": { values in
      let commit = try values.requiredText("commit")
      let shown = try values.count("n") ?? Questions.mostNew
      return { board in
        try board.noteRead(upTo: commit, showing: shown)
        return ["format": .number(1), "board": .string(board.name.text), "notices": .array([])]
      }
    }
  ]

  // MARK: - Documents

  private static func written(_ changes: PlanChanges) -> JSONObject {
    document(
      changes.after, isChanged: changes.didChange, plans: changes.plans, notices: changes.notices)
  }

  private static func written(_ outcome: UndoOutcome) -> JSONObject {
    var notices = outcome.notices
    var lines: [PlanLine] = []
    // The undo is made, so failing to read the changes is not an error of the request.
    do { lines = try outcome.lines() } catch {
      notices.append(.warning("what changed can't be read: \(Problem(error).message)"))
    }
    var document = document(
      outcome.after, isChanged: outcome.didChange, plans: outcome.plans, notices: notices)
    document["lines"] = .objects(lines) { line in
      [
        "plan": .string(line.plan.id.text), "title": .string(line.plan.title),
        "words": .optional(line.words),
      ]
    }
    return document
  }

  private static func written(_ outcome: BoardChange) -> JSONObject {
    var document = document(outcome.after, isChanged: outcome.didChange, notices: outcome.notices)
    document["message"] = .string(outcome.words)
    return document
  }

  private static func written(_ synced: BoardSynced) -> JSONObject {
    var document = document(synced.shown, notices: synced.notices)
    document["message"] = .string(synced.summary)
    document["conflicts"] = .number(synced.conflictCount)
    return document
  }

  private static func document(
    _ shown: ShownBoard, isChanged: Bool, plans: [PlanID] = [], notices: [Notice]
  ) -> JSONObject {
    var document = document(shown, notices: notices)
    document["changed"] = .bool(isChanged)
    document["plans"] = .strings(plans.map(\.text))
    return document
  }

  private static func document(_ shown: ShownBoard, notices: [Notice]) -> JSONObject {
    [
      "format": .number(1), "board": .string(shown.name.text),
      "commit": .string(shown.commit.hex), "notices": Documents.notices(notices),
    ]
  }
}
