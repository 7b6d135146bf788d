package import PlanModel

/// What happened to a plan in one commit, in one word that programs can rely on.
package enum ChangeKind: String, CaseIterable, Sendable {
  case created, deleted, restored, moved, conflict, commented, edited
  /// A change of the board's own settings.
  case settings

  /// Returns the most important of several changes, in the order of the cases.
  ///
  /// - Parameter plan: The changed plan; nil for the board's settings.
  package init(of changes: [FieldChange], plan: PlanID?) {
    guard plan != nil else {
      self = .settings
      return
    }
    let kinds = Set(changes.map { Self.kind(of: $0) })
    self = Self.allCases.first(where: kinds.contains) ?? .edited
  }

  private static func kind(of change: FieldChange) -> ChangeKind {
    let isNew = change.old?.isNull ?? true
    if change.isReopened { return .conflict }
    return switch change.path {
    case .field("created") where isNew: .created
    case .field("deleted") where !(change.new?.isNull ?? true): .deleted
    case .field("deleted") where !isNew: .restored
    case .field("state") where change.old != change.new: .moved
    case .item("comments", _, "text") where isNew: .commented
    default: .edited
    }
  }
}
