/// The path of an element in a plan. Elements at different paths merge independently.
package enum ElementPath: Hashable, Comparable, Sendable {
  /// `fields/<name>`
  case field(ExactString)
  /// `sets/<set>/<member>`
  case setMember(set: ExactString, member: ExactString)
  /// `items/<list>/<item>/<member>`
  case item(list: ExactString, item: ExactString, member: ExactString)
  /// `other/<member>`: a top-level member that this version does not know.
  case other(ExactString)

  /// The keys that lead to the path in a file's `stamps` and `conflicts`, section first.
  package var components: [ExactString] {
    switch self {
    case .field(let name): ["fields", name]
    case .setMember(let set, let member): ["sets", set, member]
    case .item(let list, let item, let member): ["items", list, item, member]
    case .other(let member): ["other", member]
    }
  }

  /// Creates the path with these components; nil if they form no path.
  package init?(_ components: [ExactString]) {
    switch (components.first, components.count) {
    case ("fields", 2): self = .field(components[1])
    case ("sets", 3): self = .setMember(set: components[1], member: components[2])
    case ("items", 4):
      self = .item(list: components[1], item: components[2], member: components[3])
    case ("other", 2): self = .other(components[1])
    default: return nil
    }
  }

  /// The path without its section, with slashes, for messages: `checklist/c3f8z/text`.
  package var fieldName: String {
    switch self {
    case .field(let name), .other(let name): name.text
    case .setMember, .item: components.dropFirst().map(\.text).joined(separator: "/")
    }
  }

  /// The name of the path's field, set, list, or unknown top-level member.
  package var fieldOrList: String { components.dropFirst().first?.text ?? "" }

  /// Orders paths by their components.
  package static func < (left: ElementPath, right: ElementPath) -> Bool {
    switch (left, right) {
    case (.field(let a), .field(let b)), (.other(let a), .other(let b)): a < b
    case (.setMember(let a, let left), .setMember(let b, let right)):
      a == b ? left < right : a < b
    case (.item(let a, let left, let first), .item(let b, let right, let second)):
      a == b ? left == right ? first < second : left < right : a < b
    default: left.section < right.section
    }
  }

  /// Where the removal of a derived member of a set is recorded: `items/removed/<set>/<member>`;
  /// nil if the path is not a member of a set.
  package var removalOfDerived: ElementPath? {
    guard case .setMember(let set, let member) = self else { return nil }
    return .item(
      list: "removed", item: ExactString("\(set.text)/\(member.text)"), member: "derived")
  }

  /// The index of the section in the order of section names.
  private var section: Int {
    switch self {
    case .field: 0
    case .item: 1
    case .other: 2
    case .setMember: 3
    }
  }

  /// Whether several values at this path are a conflict that people must resolve.
  ///
  /// It is false where any of the values is fine: for ranks, and for the members `gone`, which
  /// remove items. It is false for members of sets and their recorded removals, which are only
  /// present or absent. It is false for values that are written once: creators, authors and times
  /// of comments, and entries of time. They differ if two clones import the same plan concurrently,
  /// and then all of them are right. It is also false for what imports remember, because the next
  /// import decides.
  package var isReportedInConflict: Bool {
    switch self {
    case .field(let name): PlanField(name)?.isDecided ?? true
    case .item("comments", _, let member): member != "at" && member != "by" && member != "gone"
    case .item("time", _, _): false
    case .item("origins", _, _): false
    case .item("removed", _, _): false
    case .item(_, _, let member): member != "rank" && member != "gone"
    case .setMember: false
    case .other: true
    }
  }
}
