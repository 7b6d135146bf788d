package import PlanActions
import PlanModel

extension Batch {
  /// Reads a batch from JSON Lines. Each line is an object with one verb and its values:
  ///
  ///     {"add": {"title": "Fix login", "due": "fri"}, "as": "t1"}
  ///     {"move": {"plan": "$t1", "column": "doing"}}
  package static func parse(_ bytes: [UInt8], as form: Batch.Form) -> Batch {
    let text = JSONLines(bytes, eachIs: "a change")
    var faults = text.problems.map { BatchFault(line: $0.line, .usage($0.reason)) }
    var (lines, names): ([BatchLine], Set<String>) = ([], [])
    for line in text.lines {
      do { lines.append(try parse(line)) } catch {
        faults.append(BatchFault(line: line.number, Problem(error)))
        if let name = line.object["as"]?.string { names.insert(name) }
      }
    }
    return Batch(lines, faults: faults, faultyNames: names, form: form)
  }

  private static func parse(_ line: JSONLines.Line) throws -> BatchLine {
    let verbs = line.object.members.filter { $0.key != "as" }
    guard let member = verbs.first else {
      throw Problem.usage("the change has no verb", hints: [knownVerbs])
    }
    guard let verb = BatchLine.Verb(rawValue: member.key.text) else {
      let near = Suggestion.nearest(
        to: member.key.text, in: BatchLine.Verb.allCases.map(\.rawValue))
      throw Problem.usage(
        "there is no verb '\(member.key.text.excerpt)'",
        hints: [near.map { "did you mean '\($0)'?" } ?? knownVerbs])
    }
    guard verbs.count == 1 else {
      throw Problem.usage(
        "the change has '\(verbs[1].key.text.excerpt)' beside its verb '\(verb.rawValue)'",
        hints: ["give each verb a line of its own, and its values in its own object"])
    }
    guard let object = member.value.object else {
      throw Problem.usage(
        "the value of '\(verb.rawValue)' is not an object", hints: ["write it as {\"plan\": …}"])
    }
    let action = try RequestValues.parse(object) { try $0.action(verb) }
    // Checked last: if the name of the title is misspelt, that mistake is reported instead.
    if case .add(let request) = action, request.title == nil, request.template == nil {
      throw Problem.usage("'title' is missing")
    }
    return BatchLine(line.number, verb, action, as: try name(line.object["as"]))
  }

  private static let knownVerbs: Hint = {
    let verbs = BatchLine.Verb.allCases.map { "'\($0.rawValue)'" }
    return Hint("the verbs are \(verbs.joined(separator: ", "))")
  }()

  private static func name(_ value: JSONValue?) throws -> String? {
    guard let value, !value.isNull else { return nil }
    guard let name = value.string else { throw Problem.usage("'as' is not a text") }
    return name
  }
}

extension RequestValues {
  /// Returns the action of a verb with these values.
  ///
  /// The values have the names of a plan's members in JSON. They are parsed like the options of the
  /// command that has the verb's name. A line of a batch, a request of the page and the call of a
  /// tool have the same values.
  package func action(_ verb: BatchLine.Verb) throws -> BatchLine.Action {
    switch verb {
    case .add: .add(try added())
    case .edit: .edit(EditPlan(try plans(), fields: try edited()))
    case .move: .move(try moved())
    case .start: .move(MovePlans(try plans(), to: .first(.doing)))
    case .done: .move(MovePlans(try plans(), to: .first(.done)))
    case .comment: try comment()
    case .check: try check()
    case .spend:
      .spend(
        SpendTime(
          try requiredText("plan"), length: try requiredText("time"),
          day: try text("on"), note: try text("note")))
    case .delete: .delete(try plans())
    case .restore: .restore(try plans())
    }
  }

  private func added() throws -> AddPlan {
    var fields = try fields()
    fields[.links].added += try texts("links")
    fields[.aliases].added += try texts("aliases")
    fields.checklist += try texts("checklist")
    return AddPlan(fields, isAtTop: try flag("top"), template: try text("from"))
  }

  private func moved() throws -> MovePlans {
    guard let column = try columnName() else { throw Problem.usage("'column' is missing") }
    return MovePlans(try plans(), to: column, at: try place())
  }

  private func edited() throws -> FieldChanges {
    var fields = try fields()
    fields.bodyAppended = try lines("bodyAppend")
    return fields
  }

  private func comment() throws -> BatchLine.Action {
    let edited = try word("edit")
    let deleted = try word("delete")
    let text = try lines("text")
    switch (edited, deleted, text) {
    case (nil, nil, let text?): return .comment(CommentOnPlan(try plans(), text: text))
    case (let comment?, nil, let text?):
      return .changeComment(
        ChangeComment(try requiredText("plan"), comment: comment, .edit(text)))
    case (nil, let comment?, nil):
      return .changeComment(
        ChangeComment(try requiredText("plan"), comment: comment, .delete))
    case (_, nil, nil): throw Problem.usage("'text' is missing")
    default: throw Problem.usage("'delete' takes no 'text', and excludes 'edit'")
    }
  }

  private func check() throws -> BatchLine.Action {
    let (item, items) = (try word("item"), try optionalWords("items"))
    let (text, place) = (try text("text"), try count("to"))
    let isAll = try flag("all")
    let (unchecks, removes) = (try flag("undo"), try flag("remove"))
    if text != nil || place != nil {
      guard let item, items == nil, !isAll, !unchecks, !removes else {
        throw Problem.usage("'text' and 'to' change one 'item' of one 'plan'")
      }
      return .changeLine(
        ChangeLine(try requiredText("plan"), line: item, text: text, place: place))
    }
    guard !(unchecks && removes) else {
      throw Problem.usage("'undo' and 'remove' exclude each other")
    }
    let lines: CheckLines.Lines
    switch (item, items, isAll) {
    case (let item?, nil, false): lines = .named([item])
    case (nil, let items?, false) where !items.isEmpty: lines = .named(items)
    case (nil, nil, true): lines = .all
    default: throw Problem.usage("name the checklist lines by 'item', 'items' or \"all\": true")
    }
    return .check(
      CheckLines(
        try plans(), lines: lines,
        action: unchecks ? .uncheck : removes ? .remove : .check))
  }
}
