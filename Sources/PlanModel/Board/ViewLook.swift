/// The title of a saved view and the way in which a page shows its plans.
///
/// All of it is optional. Programs that do not know these members keep them, and show the query.
package struct ViewLook: Hashable, Sendable {
  /// The title; nil if the view is called by its name.
  package var title: String?
  /// The view of the page, such as `list`; nil to keep the current one.
  package var view: String?
  /// The field by which the plans are grouped; empty for no grouping, nil to keep the current one.
  package var group: String?
  /// The columns of the list; nil to keep those that the reader has chosen.
  package var columns: [String]?

  package init(
    title: String? = nil, view: String? = nil, group: String? = nil, columns: [String]? = nil
  ) {
    (self.title, self.view, self.group, self.columns) = (title, view, group, columns)
  }

  package var isEmpty: Bool { self == ViewLook() }

  /// The most columns that a view may name.
  package static let mostColumns = 250
  /// The names of the members.
  package static let members: [ExactString] = ["title", "view", "group", "columns"]

  /// Reads the members of a saved view. Those of a wrong type count as absent.
  package init(_ record: JSONObject) {
    self.init(
      title: record["title"]?.string, view: record["view"]?.string, group: record["group"]?.string,
      columns: record["columns"]?.array?.prefix(Self.mostColumns).compactMap(\.string))
  }

  /// The members that have a value.
  package var json: JSONObject {
    var object: JSONObject = [:]
    for (name, value) in values where !value.isNull { object[name] = value }
    return object
  }

  /// Returns the edits that write the members of a view; members without a value become null.
  package func edits(ofView name: String) -> [Edit] {
    values.map { .write(PlanList.views.path(name, $0.text), $1) }
  }

  private var values: [(ExactString, JSONValue)] {
    [
      ("title", .optional(title)), ("view", .optional(view)), ("group", .optional(group)),
      ("columns", columns.map(JSONValue.strings) ?? .null),
    ]
  }

  /// Returns a valid copy, or throws. Words are not looked up: a page ignores those it doesn't
  /// know.
  package func checked() throws(InvalidValue) -> ViewLook {
    var look = self
    look.title = try title.map { text throws(InvalidValue) in try Validation.title(text) }
    look.view = try view.map { text throws(InvalidValue) in try Self.word(text, "view") }
    look.group = try group.map { text throws(InvalidValue) in
      text.isEmpty ? text : try Self.word(text, "group")
    }
    look.columns = try columns.map { names throws(InvalidValue) in
      guard names.count <= Self.mostColumns else {
        throw InvalidValue(
          field: "columns", value: String(names.count), reason: "is too many",
          hint: "a view has at most \(Self.mostColumns) columns")
      }
      return try names.map { name throws(InvalidValue) in
        try Validation.line(name, field: "columns")
      }
    }
    return look
  }

  private static func word(_ text: String, _ field: String) throws(InvalidValue) -> String {
    guard Validation.isViewName(text) else {
      throw InvalidValue(
        field: field, value: text, reason: "is not a word", hint: "use a-z, as in 'list'")
    }
    return text
  }
}

extension Board {
  /// Returns the name for a view with a title: the name of the view that already has this title,
  /// else one made of the title's letters a-z and digits. A number is added if another view has
  /// that name.
  package func viewName(for title: String) -> String {
    let wanted = SearchText(title)
    let called = looks.filter { $0.value.title.map(wanted.equals) ?? false && views[$0.key] != nil }
    if let name = called.keys.min() { return name }
    let plain = title.lowercased()
    let own = Validation.isViewName(plain) ? plain : Column.id(from: title)
    // The title of a view without one is its name, so such a view is replaced.
    if let own, views[own] == nil || looks[own]?.title == nil { return own }
    let stem = own ?? "view"
    let numbered = (2...views.count + 2).lazy.map { "\(stem)-\($0)" }
    return ([stem] + numbered).first { views[$0] == nil } ?? stem
  }
}
