package import PlanModel
import PlanStore
import PlanView

/// The requested values of a plan's fields, as people type them: a column's title, `fri`, `@me`.
///
/// `none` clears a field. Fields that are nil or empty keep their values.
package struct FieldChanges: Sendable {
  package var title: String?
  package var body: [String]?
  /// Lines to add to the body, after an empty line.
  package var bodyAppended: [String]?
  /// A column, by its id or title.
  package var state: String?
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

  private var properties: [PlanField: String] = [:]
  private var sets: [PlanSet: SetChange] = [:]

  package init() {}

  /// The value of a property as typed; nil if the property stays.
  package subscript(_ property: PlanField) -> String? {
    get { properties[property] }
    set { properties[property] = newValue }
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
  package struct SetChange: Sendable {
    /// The complete new list of members; nil if the present members stay.
    package var all: [String]?
    package var added: [String] = []
    package var removed: [String] = []

    package init(all: [String]? = nil, added: [String] = [], removed: [String] = []) {
      (self.all, self.added, self.removed) = (all, added, removed)
    }
  }
}
