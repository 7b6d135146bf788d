import PlanModel

/// Values that need the board: its iterations and its own fields.
extension TrackerPlan {
  /// Sets the iteration of the board that begins on a day.
  mutating func iteration(beginningOn day: CalendarDay, on board: Board) {
    guard let iteration = board.phases.iterations.first(where: { $0.first == day }) else {
      return lose("iterations that the board lacks")
    }
    self.iteration(iteration.id)
  }

  /// Sets the iteration of the board with a name.
  mutating func iteration(named name: String, on board: Board) {
    guard let iteration = board.phases.named(name, .iteration).first else {
      return lose("iterations that the board lacks")
    }
    self.iteration(iteration.id)
  }

  /// Sets the custom field `project`. A board without this field gets a label.
  mutating func project(_ name: String, on board: Board) {
    guard board.fields.contains(where: { TrackerText.isSameName($0.id, "project") }) else {
      return label(name)
    }
    custom("project", .string(name), on: board)
  }

  /// Sets a custom field of the board by its id or title. The value is left out if the board lacks
  /// the field, or if the value does not fit it.
  mutating func custom(_ name: String, _ value: JSONValue, on board: Board) {
    if value.isNull || value.string == "" || value.array == [] { return }
    let key = board.fields.isEmpty ? "" : TrackerText.nameKey(name)
    let field = board.fields.first { field in
      [field.id, field.title].contains { TrackerText.nameKey($0) == key }
    }
    guard let field else { return lose("'\(name.excerpt)'") }
    guard let fitting = Self.fitting(value, field) else {
      return lose("values of '\(name.excerpt)' that do not fit the field '\(field.id)'")
    }
    guard takeRoom(for: CanonicalJSON.line(of: fitting), besides: Self.itemSize) else {
      return lose("values of very long issues")
    }
    var custom = line.custom?.object ?? [:]
    custom[ExactString(field.id)] = fitting
    line.custom = .object(custom)
  }

  private static func fitting(_ value: JSONValue, _ field: CustomField) -> JSONValue? {
    var texts = (value.array ?? [value]).compactMap { $0.scalarText }
    guard !texts.isEmpty else { return nil }
    switch field.kind {
    case .choices:
      texts = texts.compactMap { field.options(called: $0).first }
      return texts.isEmpty ? nil : .strings(texts)
    case .choice: return field.options(called: texts[0]).first.map(JSONValue.string)
    case .number: return try? field.stored(texts[0])
    case .yesNo:
      switch texts[0].lowercased() {
      case "true", "yes": return .bool(true)
      case "false", "no": return .bool(false)
      default: return nil
      }
    case .day:
      return TrackerTime.day(texts[0], .utc).map { .string($0.description) }
    case .text, .person, .url:
      guard let text = TrackerText.line(texts.joined(separator: ", ")) else { return nil }
      if field.kind == .person { return person(text).map(JSONValue.string) }
      return (try? field.stored(text)) == nil ? nil : .string(text)
    }
  }
}
