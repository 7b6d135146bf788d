/// The requested values of a plan's fields, as people type them: a column's title, `fri`, `@me`.
///
/// `none` clears a field. Fields that are nil or empty keep their values.
package struct FieldChanges: Hashable, Sendable {
  package var body: [String]?
  /// Lines to add to the body, after an empty line.
  package var bodyAppended: [String]?
  /// Moves the due date by a period: `3d`, `-1w`.
  package var postpone: String?
  /// Whether a repeating plan moves to its next day without being finished.
  package var skips = false
  /// Sets from which day the plan repeats: `due` or `done`.
  package var repeatFrom: String?
  /// The texts of new checklist lines.
  package var checklist: [String] = []
  /// The changes of the board's own fields.
  package var custom: [CustomChange] = []

  private var values: [PlanField: String] = [:]
  private var sets: [PlanSet: SetChange] = [:]

  package init() {}

  package init(_ field: PlanField, _ value: String) { values = [field: value] }

  package init(_ set: PlanSet, _ change: SetChange) { sets = [set: change] }

  package init(_ change: CustomChange) { custom = [change] }

  package init(newLine text: String) { checklist = [text] }

  /// The value as typed of the title, the column or a property; nil if it stays.
  package subscript(_ field: PlanField) -> String? {
    get { values[field] }
    set { values[field] = newValue }
  }

  package var title: String? {
    get { self[.title] }
    set { self[.title] = newValue }
  }

  /// A column, by its id or title.
  package var state: String? {
    get { self[.state] }
    set { self[.state] = newValue }
  }

  /// The change of a set's members.
  package subscript(_ set: PlanSet) -> SetChange {
    get { sets[set] ?? SetChange() }
    set { sets[set] = newValue }
  }

  /// A requested change of a set.
  ///
  /// Links are typed as `blocked-by:ID`, `blocks:ID`, `parent:ID`, `child:ID`, `relates:ID` or
  /// `commit:REV`; see `LinkWord`.
  package struct SetChange: Hashable, Sendable {
    /// The complete new list of members; nil if the present members stay.
    package var all: [String]?
    package var added: [String] = []
    package var removed: [String] = []

    package init(all: [String]? = nil, added: [String] = [], removed: [String] = []) {
      (self.all, self.added, self.removed) = (all, added, removed)
    }
  }
}

/// A requested change of one of the board's own fields.
package struct CustomChange: Hashable, Sendable {
  /// The field: its id, `custom.ID`, or its title.
  package let field: String
  package var value: Value

  package enum Value: Hashable, Sendable {
    /// A value as typed; an empty text clears the field. For a field with several choices, a list
    /// of options separated by commas. A `+` or `-` before the list adds or removes the options.
    case typed(String)
    /// Exactly these values; empty to clear the field.
    case all([String])
    /// Options to add and to remove.
    case options(added: [String], removed: [String])
  }

  package init(_ field: String, _ value: Value) { (self.field, self.value) = (field, value) }
}
