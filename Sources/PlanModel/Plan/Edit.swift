/// A change of a document at one path.
package enum Edit: Hashable, Sendable {
  /// Replaces all elements at the path with one value.
  case write(ElementPath, JSONValue)
  /// Removes all elements at the path, for example to remove a member of a set.
  case clear(ElementPath)

  package var path: ElementPath {
    switch self {
    case .write(let path, _), .clear(let path): path
    }
  }
}

extension PlanDocument {
  /// Applies edits in order, with one stamp.
  ///
  /// An edit that changes nothing keeps the older stamp, and clearing an unset path does nothing.
  /// Writing the shown value of a conflict is a change: it resolves the conflict. If a person
  /// removes a derived member of a set, the removal is recorded, because another clone may derive
  /// the member independently. If the member is added again, the record is removed.
  package mutating func apply(_ edits: [Edit], stamp: Stamp) {
    for edit in edits {
      switch edit {
      case .write(let path, let value):
        let isChange =
          self[path].isEmpty ? !value.isNothing : self[path].contains { $0.value != value }
        guard isChange else { continue }
        if let removal = path.removalOfDerived, self.value(at: removal) == .bool(true) {
          self[removal] = [StampedValue(stamp: stamp, value: .null)]
        }
        self[path] = [StampedValue(stamp: stamp, value: value)]
      case .clear(let path):
        if !stamp.isDerived, let removal = path.removalOfDerived,
          self[path].contains(where: \.stamp.isDerived)
            || !self[path].isEmpty && !self[removal].isEmpty
        {
          self[removal] = [StampedValue(stamp: stamp, value: .bool(true))]
        }
        self[path] = []
      }
    }
  }
}

extension JSONValue {
  /// Whether the value means the same as a missing value: null, or an empty array of lines.
  fileprivate var isNothing: Bool { isNull || self == .array([]) }
}

// MARK: - Fields

extension Edit {
  package static func title(_ text: String) -> Edit { PlanField.title.write(.string(text)) }
  package static func body(_ lines: [String]) -> Edit { PlanField.body.write(.strings(lines)) }
  package static func state(_ column: String) -> Edit { PlanField.state.write(.string(column)) }
  package static func due(_ day: CalendarDay?) -> Edit {
    PlanField.due.write(.optional(day?.description))
  }
  package static func owner(_ name: String?) -> Edit { PlanField.owner.write(.optional(name)) }
  package static func lease(_ end: Timestamp?) -> Edit {
    PlanField.lease.write(.optional(end?.description))
  }
  package static func rank(_ rank: String) -> Edit { PlanField.rank.write(.string(rank)) }
  package static func created(at: Timestamp, by: String) -> Edit {
    PlanField.created.write(.object(["at": .string(at.description), "by": .string(by)]))
  }
}

// MARK: - Sets

extension Edit {
  package static func add(_ member: String, to set: PlanSet) -> Edit {
    .write(set.path(of: member), .bool(true))
  }
  package static func remove(_ member: String, from set: PlanSet) -> Edit {
    .clear(set.path(of: member))
  }
}

// MARK: - Items

/// The lists of items that this version knows.
package enum PlanList: String, CaseIterable, Sendable {
  case checklist, comments, time, files
  /// The values in other trackers at the last import; see `TrackerMemory`.
  case origins
  /// Columns, saved queries, custom fields, milestones, iterations and rules; they are in the
  /// board's own file.
  case columns, views, fields, milestones, iterations, rules

  /// The members that this version knows of items of a plan, by list.
  static let knownMembers: [ExactString: Set<ExactString>] = [
    "checklist": ChecklistItem.members, "comments": Comment.members, "time": TimeEntry.members,
    "files": Attachment.members,
  ]

  package func path(_ item: String, _ member: String) -> ElementPath {
    .item(list: ExactString(rawValue), item: ExactString(item), member: ExactString(member))
  }
}

extension Edit {
  /// Returns the edits that add an item to the checklist.
  package static func checklistItem(_ id: String, text: String, rank: String) -> [Edit] {
    [
      .write(PlanList.checklist.path(id, "text"), .string(text)),
      .write(PlanList.checklist.path(id, "done"), .bool(false)),
      .write(PlanList.checklist.path(id, "rank"), .string(rank)),
    ]
  }

  package static func check(_ item: String, done: Bool) -> Edit {
    .write(PlanList.checklist.path(item, "done"), .bool(done))
  }

  /// Returns the edits that add a comment.
  package static func comment(_ id: String, text: [String], at: Timestamp, by: String) -> [Edit] {
    [
      .write(PlanList.comments.path(id, "at"), .string(at.description)),
      .write(PlanList.comments.path(id, "by"), .string(by)),
      .write(PlanList.comments.path(id, "text"), .strings(text)),
    ]
  }

  /// Returns a random id for an item: five characters of Crockford base 32 that are not in `taken`.
  package static func itemID(
    besides taken: Set<String>, using generator: inout some RandomNumberGenerator
  ) -> String {
    while true {
      let id = String(PlanID.random(using: &generator).text.suffix(5))
      if !taken.contains(id) { return id }
    }
  }

  /// Whether a text has the form of the ids that `itemID` makes.
  package static func isItemID(_ text: String) -> Bool {
    text.utf8.count == 5 && text.utf8.allSatisfy(PlanID.digits.contains)
  }
}

extension PlanDocument {
  /// Returns the ids of the items of a list, including removed ones.
  package func itemIDs(in list: PlanList) -> Set<String> {
    Set(
      elements.keys.compactMap { path in
        guard case .item(let name, let item, _) = path, name.text == list.rawValue else {
          return nil
        }
        return item.text
      })
  }

  /// Returns a random id for a new item of a list.
  package func newItemID(
    in list: PlanList, using generator: inout some RandomNumberGenerator
  ) -> String {
    Edit.itemID(besides: itemIDs(in: list), using: &generator)
  }
}
