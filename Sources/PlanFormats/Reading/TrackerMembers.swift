import PlanModel

/// Reads members of a JSON object that another tool wrote, and remembers which members were read.
///
/// A member of an unexpected type counts as missing, and is listed in `unread`.
struct TrackerMembers {
  let object: JSONObject
  private var read: Set<ExactString> = []

  init(_ object: JSONObject) { self.object = object }

  /// Whether the object has at least one of some members. A missing member means that the value is
  /// unknown; null means that the plan has no such value.
  func has(_ names: ExactString...) -> Bool { names.contains { object[$0] != nil } }

  /// Returns a text; a number is returned as its digits.
  mutating func text(_ names: ExactString...) -> String? {
    first(names) { $0.string ?? $0.numberText }
  }

  mutating func bool(_ name: ExactString) -> Bool? { first([name]) { $0.bool } }

  /// Returns an integer, which may be written as a text.
  mutating func integer(_ name: ExactString) -> Int? {
    first([name]) { $0.scalarText.flatMap { Int($0) } }
  }

  /// Returns a moment; a text without a time zone is ignored.
  mutating func time(_ names: ExactString...) -> Timestamp? {
    first(names) { $0.string.flatMap { TrackerTime.moment($0, nil) } }
  }

  mutating func object(_ names: ExactString...) -> TrackerMembers? {
    first(names) { $0.object.map { TrackerMembers($0) } }
  }

  /// Returns the objects of an array. The array may be in a member `nodes`, as in GraphQL.
  mutating func objects(_ names: ExactString...) -> [TrackerMembers] {
    let values = first(names) { $0.array ?? $0.object?["nodes"]?.array } ?? []
    return values.compactMap { $0.object.map { TrackerMembers($0) } }
  }

  /// Returns the texts of an array, or one text.
  ///
  /// - Parameter member: The member with the text, if the array has objects.
  mutating func texts(_ name: ExactString, each member: ExactString? = nil) -> [String] {
    let values = first([name]) { $0.array ?? ($0.string.map { [.string($0)] }) } ?? []
    return values.compactMap { value in
      value.scalarText ?? member.flatMap { value.object?[$0]?.scalarText }
    }
  }

  mutating func value(_ name: ExactString) -> JSONValue? { first([name]) { $0 } }

  /// Marks members as read that contain nothing about a plan, such as addresses.
  mutating func ignore(_ names: ExactString...) { read.formUnion(names) }

  /// Returns the value of the first member that exists and has the type. Empty members are marked
  /// as read, too.
  private mutating func first<Value>(
    _ names: [ExactString], _ type: (JSONValue) -> Value?
  ) -> Value? {
    for name in names {
      guard let value = object[name] else { continue }
      if !value.hasContent { read.insert(name) }
      guard let found = type(value) else { continue }
      read.insert(name)
      return found
    }
    return nil
  }

  /// The names of the members with content that were not read.
  var unread: [String] {
    object.members.filter { $0.value.hasContent && !read.contains($0.key) }.map(\.key.text)
  }
}

extension TrackerPlan {
  /// Adds a loss for each member that was not read.
  mutating func loseUnread(of members: TrackerMembers, in place: String? = nil) {
    for name in members.unread.prefix(50) {
      lose("'\(name.excerpt)'" + (place.map { " of \($0)" } ?? ""))
    }
  }
}

extension JSONValue {
  /// The digits of a number; nil for other values.
  var numberText: String? { if case .number(let number) = self { number.lexeme } else { nil } }

  /// A text, a number as its digits, or `true` or `false`; nil for other values.
  var scalarText: String? {
    string ?? numberText ?? bool.map { $0 ? "true" : "false" }
  }

  /// Whether the value has content: it is not null, `false`, `0`, or empty.
  fileprivate var hasContent: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .number(let number): number.lexeme != "0"
    case .string(let text): !text.text.isEmpty
    case .array(let values): !values.isEmpty
    case .object(let object): !object.isEmpty && object["nodes"] != .array([])
    }
  }
}
