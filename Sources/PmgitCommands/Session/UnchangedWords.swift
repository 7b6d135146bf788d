import PlanActions
import PlanModel

/// The words for plans that a command did not change, because they already are as requested.
struct UnchangedWords {
  /// Words such as `already has this title`; the other member is for several plans.
  let one: String
  let several: String

  static let unsaid = UnchangedWords(one: "stays as it is", several: "stay as they are")
  static let deleted = UnchangedWords(one: "is already deleted", several: "are already deleted")
  static let notDeleted = UnchangedWords(one: "is not deleted", several: "are not deleted")

  private init(one: String, several: String) { (self.one, self.several) = (one, several) }

  /// Makes the words for the fields that an edit sets; fields that it removes have their own
  /// notices.
  init(_ changes: FieldChanges) {
    let fields = changes.namesOfSetFields
    guard let last = fields.last else {
      self = .unsaid
      return
    }
    let words =
      fields.count == 1
      ? last : fields.dropLast().joined(separator: ", ") + " and " + last
    self.init(one: "already has \(words)", several: "already have \(words)")
  }
}

extension FieldChanges {
  /// The set fields in words, such as `this title` or `no due date`, in the order of a plan's
  /// fields.
  fileprivate var namesOfSetFields: [String] {
    let texts = [
      title.map { _ in "this title" }, (body ?? bodyAppended).map { _ in "this description" },
      state.map { _ in "this column" },
    ]
    let properties = PlanProperty.all.map { property -> String? in
      let name = property.kind == .day ? "\(property.name) date" : property.name
      let typed = self[property.field] ?? (property.field == .due ? postpone : nil)
      return typed.map { $0.lowercased() == "none" ? "no \(name)" : "this \(name)" }
    }
    let sets = PlanSet.allCases.flatMap { set -> [String?] in
      let change = self[set]
      let added = change.added.count == 1 ? "this \(set.memberName)" : "these \(set.rawValue)"
      return [
        change.all.map { $0.isEmpty ? "no \(set.rawValue)" : "these \(set.rawValue)" },
        change.added.isEmpty ? nil : added,
      ]
    }
    return (texts + properties + sets).compactMap(\.self)
  }
}
