/// The member `custom` of a plan's JSON object: the values of the board's own fields, by id.
///
///     {"points": 3, "size": "M", "components": ["server", "page"], "customer": null}
extension PlanJSON {
  /// Returns the member for a plan. Absent values are null, and absent choices an empty list.
  ///
  /// - Parameter fields: The fields to include.
  static func custom(_ plan: Plan, _ fields: some Sequence<CustomField>) -> JSONValue {
    .object(
      JSONObject(
        distinct: fields.map { field in
          let none: JSONValue = field.kind == .choices ? .array([]) : .null
          return JSONObject.Member(
            key: ExactString(field.id), value: field.value(of: plan)?.json ?? none)
        }))
  }
}

extension ImportLine {
  /// Adds the edits for the member of a line. Values that the line also has as unknown members are
  /// left out: they do not fit their fields, and the member has null for them.
  ///
  /// A value of a field that the board lacks is kept, so that it is shown once the field is
  /// defined. A list of texts is kept as several choices, any other value unchanged.
  mutating func placeCustom(_ value: JSONValue, on board: Board, me: String)
    throws(ImportValueError)
  {
    guard let object = value.object else { throw .wrongType(expected: "an object") }
    let written = Set(edits.map(\.path))
    for member in object.members {
      var new: [Edit] = []
      let name = ExactString(CustomField.prefix + member.key.text)
      if !CustomField.isID(member.key.text) {
        ignored.append("'\(member.key.text.excerpt)' of 'custom'")
      } else if let field = board[field: member.key.text] {
        new = try Self.edits(member.value, of: field, me: me)
        if field.kind == .choices { given.insert(name) }
      } else if !member.value.isNull, member.value != .array([]) {
        new = try Self.edits(member.value, ofUnknown: member.key)
        unknown.append(name)
      }
      edits += new.filter { !written.contains($0.path) }
    }
  }

  private static func edits(
    _ value: JSONValue, ofUnknown name: ExactString
  ) throws(ImportValueError) -> [Edit] {
    guard !value.isNested(deeperThan: PlanFile.maximumValueDepth) else { throw .tooDeep }
    let member = ExactString(CustomField.prefix + name.text)
    guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count else {
      return [.write(.field(member), value)]
    }
    return try texts.map { text throws(ImportValueError) in
      let option = ExactString(try text.line(name.text))
      return .write(.setMember(set: member, member: option), .bool(true))
    }
  }

  private static func edits(
    _ value: JSONValue, of field: CustomField, me: String
  ) throws(ImportValueError) -> [Edit] {
    if field.kind == .choices {
      let texts = value.isNull ? [] : try texts(value, field)
      return field.edits(
        adding: try texts.map { text throws(ImportValueError) in try validating(field.option(text))
        },
        removing: [])
    }
    return [field.write(value.isNull ? .null : try stored(value, of: field, me: me))]
  }

  private static func stored(
    _ value: JSONValue, of field: CustomField, me: String
  ) throws(ImportValueError) -> JSONValue {
    switch (field.kind, value) {
    case (.number, .number(let number)):
      return try validating(field.stored(number.lexeme))
    case (.yesNo, .bool): return value
    case (.number, _): throw wrong(field, "a number or null")
    case (.yesNo, _): throw wrong(field, "true, false or null")
    default: break
    }
    guard let text = value.string else { throw wrong(field, "a text or null") }
    switch field.kind {
    case .day:
      guard let day = CalendarDay(text) else { throw wrong(field, "a day, YYYY-MM-DD") }
      return .string(day.description)
    case .person: return .string(try text.person(me, field.id))
    default: return try validating(field.stored(text))
    }
  }

  private static func texts(
    _ value: JSONValue, _ field: CustomField
  ) throws(ImportValueError) -> [String] {
    if let text = value.string { return [text] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw wrong(field, "a list of options")
    }
    return texts
  }

  private static func wrong(_ field: CustomField, _ expected: String) -> ImportValueError {
    .wrongType(expected: "an object whose '\(field.id)' is \(expected)")
  }
}
