/// An item of a list in a plan, with its own id.
protocol ImportedItem {
  /// The id in the line, with any characters; empty if the line has none.
  var id: String { get set }
}

extension ChecklistItem: ImportedItem {
  static func item(_ object: JSONObject, me: String) throws(ImportValueError) -> ChecklistItem {
    let done = object.given("done") ?? .bool(false)
    guard let done = done.bool else {
      throw .wrongType(expected: "a list with 'done' true or false")
    }
    return ChecklistItem(
      id: try object.itemID(), text: try (object["text"] ?? .null).text().line("checklist text"),
      done: done, rank: "")
  }
}

extension Comment: ImportedItem {
  static func item(_ object: JSONObject, me: String) throws(ImportValueError) -> Comment {
    Comment(
      id: try object.itemID(), at: try object.time("at"), by: try object.person("by", me),
      text: Lines.entered(try (object["text"] ?? .null).text()))
  }
}

extension JSONObject {
  /// Returns the id of an item; a number is returned as its digits.
  fileprivate func itemID() throws(ImportValueError) -> String {
    switch given("id") {
    case nil: ""
    case .number(let number): number.lexeme
    case .string(let text): text.text
    default: throw .wrongType(expected: "a list of items whose ids are strings or numbers")
    }
  }
}

extension JSONValue {
  /// Reads a list of items, and throws if two have the same id: they would become one item.
  func items<Item: ImportedItem>(
    _ item: (JSONObject, _ me: String) throws(ImportValueError) -> Item, me: String
  ) throws(ImportValueError) -> [Item] {
    guard let array else { throw .wrongType(expected: "a list of objects") }
    let items = try array.map { element throws(ImportValueError) in
      guard let object = element.object else { throw .wrongType(expected: "a list of objects") }
      return try item(object, me)
    }
    let ids = items.map { ImportedItems.typable($0.id) }.filter { !$0.isEmpty }
    guard Set(ids).count == ids.count else {
      throw .wrongType(expected: "a list of items with an id of their own")
    }
    return items
  }
}
