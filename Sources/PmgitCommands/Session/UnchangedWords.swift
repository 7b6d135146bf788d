import PlanActions

/// The words for plans that a command did not change, because they are as it was to make them.
struct UnchangedWords {
  /// `already has this title`, and the same for several plans.
  let one: String
  let several: String

  static let unsaid = UnchangedWords(one: "stays as it is", several: "stay as they are")
  static let deleted = UnchangedWords(one: "is already deleted", several: "are already deleted")
  static let notDeleted = UnchangedWords(one: "is not deleted", several: "are not deleted")

  private init(one: String, several: String) { (self.one, self.several) = (one, several) }

  /// The words for the fields that an edit was to set; what it was to remove has notices of its own.
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
  /// `this title`, `no due date`, in the order of a plan's fields.
  fileprivate var namesOfSetFields: [String] {
    func single(_ name: String, _ value: String?) -> String? {
      value.map { $0.lowercased() == "none" ? "no \(name)" : "this \(name)" }
    }
    func all(_ names: [String]?, _ noun: String) -> String? {
      names.map { $0.isEmpty ? "no \(noun)s" : "these \(noun)s" }
    }
    func added(_ names: [String], _ one: String, _ several: String) -> String? {
      names.isEmpty ? nil : names.count == 1 ? "this \(one)" : "these \(several)"
    }
    return [
      title.map { _ in "this title" }, (body ?? bodyAppended).map { _ in "this description" },
      state.map { _ in "this column" }, single("due date", due ?? postpone),
      single("priority", priority), single("owner", owner), single("estimate", estimate),
      all(labels, "label"), all(assignees, "assignee"), added(addedLabels, "label", "labels"),
      added(addedAssignees, "assignee", "assignees"), added(addedLinks, "link", "links"),
      added(addedAliases, "alias", "aliases"),
    ].compactMap(\.self)
  }
}
