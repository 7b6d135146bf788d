package import PlanActions
import PlanModel

/// Reads a batch from JSON Lines. Each line is an object with one verb and its values:
///
///     {"add": {"title": "Fix login", "due": "fri"}, "as": "t1"}
///     {"move": {"plan": "$t1", "column": "doing"}}
///
/// The values have the names of a plan's members in JSON. They are parsed like the options of the
/// command that has the verb's name. A request of the page and the call of a tool have the same
/// values.
package enum BatchRequest {
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
    let action = try RequestValues.parse(object) { try Self.action(verb, $0) }
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

  /// Reads the values of a verb.
  package static func action(
    _ verb: BatchLine.Verb, _ values: RequestValues
  ) throws -> BatchLine.Action {
    switch verb {
    case .add: .add(try added(values))
    case .edit: .edit(EditPlan(try values.plans(), fields: try edited(values)))
    case .move: .move(try moved(values))
    case .start: .move(MovePlans(try values.plans(), to: .first(.doing)))
    case .done: .move(MovePlans(try values.plans(), to: .first(.done)))
    case .comment: try comment(values)
    case .check: try check(values)
    case .spend:
      .spend(
        SpendTime(
          try values.requiredText("plan"), length: try values.requiredText("time"),
          day: try values.text("on"), note: try values.text("note")))
    case .delete: .delete(try values.plans())
    case .restore: .restore(try values.plans())
    }
  }

  private static func added(_ values: RequestValues) throws -> AddPlan {
    var fields = try values.fields()
    fields[.links].added += try values.texts("links")
    fields[.aliases].added += try values.texts("aliases")
    fields.checklist += try values.texts("checklist")
    return AddPlan(fields, isAtTop: try values.flag("top"), template: try values.text("from"))
  }

  private static func moved(_ values: RequestValues) throws -> MovePlans {
    guard let column = try values.columnName() else { throw Problem.usage("'column' is missing") }
    return MovePlans(try values.plans(), to: column, at: try values.place())
  }

  private static func edited(_ values: RequestValues) throws -> FieldChanges {
    var fields = try values.fields()
    fields.bodyAppended = try values.lines("bodyAppend")
    return fields
  }

  private static func comment(_ values: RequestValues) throws -> BatchLine.Action {
    let edited = try values.word("edit")
    let deleted = try values.word("delete")
    let text = try values.lines("text")
    switch (edited, deleted, text) {
    case (nil, nil, let text?): return .comment(CommentOnPlan(try values.plans(), text: text))
    case (let comment?, nil, let text?):
      return .changeComment(
        ChangeComment(try values.requiredText("plan"), comment: comment, .edit(text)))
    case (nil, let comment?, nil):
      return .changeComment(
        ChangeComment(try values.requiredText("plan"), comment: comment, .delete))
    case (_, nil, nil): throw Problem.usage("'text' is missing")
    default: throw Problem.usage("'delete' takes no 'text', and excludes 'edit'")
    }
  }

  private static func check(_ values: RequestValues) throws -> BatchLine.Action {
    let (item, items) = (try values.word("item"), try values.optionalWords("items"))
    let (text, place) = (try values.text("text"), try values.count("to"))
    let isAll = try values.flag("all")
    let (unchecks, removes) = (try values.flag("undo"), try values.flag("remove"))
    if text != nil || place != nil {
      guard let item, items == nil, !isAll, !unchecks, !removes else {
        throw Problem.usage("'text' and 'to' change one 'item' of one 'plan'")
      }
      return .changeLine(
        ChangeLine(try values.requiredText("plan"), line: item, text: text, place: place))
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
        try values.plans(), lines: lines,
        action: unchecks ? .uncheck : removes ? .remove : .check))
  }
}
