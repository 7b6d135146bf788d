/// Sorts plans in the order that a query asks for.
struct PlanOrder {
  private let sorts: [QuerySort]
  private let board: Board
  private let columns: [String: Int]

  /// - Parameter sorts: The sort keys, most important first; if empty, plans are in board order.
  init(_ sorts: [QuerySort], board: Board) {
    self.sorts = sorts.isEmpty ? [QuerySort(key: .rank)] : sorts
    self.board = board
    columns = Dictionary(
      board.columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the plans in order; plans with equal sort values are sorted by rank and then by id.
  ///
  /// - Complexity: O(*n* log *n*); the sort values are computed once for each plan.
  func sorted(_ plans: [Plan]) -> [Plan] {
    var keys = SortKeys(
      descending: sorts.flatMap { Array(repeating: $0.isDescending, count: $0.key.width) },
      rows: plans.count)
    for plan in plans {
      for sort in sorts { add(plan, sort.key, to: &keys) }
    }
    let places = plans.indices.sorted { left, right in
      if let isFirst = keys.precedes(left, right) { return isFirst }
      return Rank.precedes(
        (plans[left].rank, plans[left].id.text), (plans[right].rank, plans[right].id.text))
    }
    return places.map { plans[$0] }
  }

  /// Adds the values of a plan for a sort key, as many as `QuerySort.Key.width`.
  private func add(_ plan: Plan, _ key: QuerySort.Key, to keys: inout SortKeys) {
    switch key {
    case .rank:
      addColumn(of: plan, to: &keys)
      keys.append(Rank.isValid(plan.rank) ? .text(ExactString(plan.rank)) : .missing)
    case .state: addColumn(of: plan, to: &keys)
    case .property(let field): keys.append(value(field.property?.value(of: plan)))
    case .time(let time): keys.append(self.time(time, of: plan))
    case .title:
      // As in searches, 'É' is an 'e'; titles that differ only in such marks keep a fixed order.
      keys.append(.text(ExactString(TextFolding.folded(plan.title).text)))
      keys.append(.text(ExactString(plan.title)))
    }
  }

  /// Adds the index of a plan's column, or the column's id if the board lacks the column. The id
  /// keeps the plans of such a column together.
  private func addColumn(of plan: Plan, to keys: inout SortKeys) {
    let place = columns[plan.state]
    keys.append(number(place))
    keys.append(place == nil ? .text(ExactString(plan.state)) : .missing)
  }

  private func value(_ value: PropertyValue?) -> SortValue {
    switch value {
    case .day(let day): number(day.dayNumber)
    // The most urgent priority is first.
    case .priority(let priority): number(Priority.allCases.firstIndex(of: priority).map { -$0 })
    case .number(let number): Double(number.lexeme).map(SortValue.number) ?? .missing
    case .person, nil: .missing
    }
  }

  private func number(_ number: Int?) -> SortValue {
    number.map { .number(Double($0)) } ?? .missing
  }

  private func time(_ field: PlanTime, of plan: Plan) -> SortValue {
    // A double holds milliseconds exactly for 285,000 years.
    field.time(of: plan, board: board).map { .number(Double($0.milliseconds)) } ?? .missing
  }
}

/// A sort key of a query, with its direction.
struct QuerySort: Hashable, Sendable {
  enum Key: Hashable {
    /// The order of the board: columns from left to right, and in each column by rank.
    case rank
    case property(PlanField)
    case time(PlanTime)
    case title, state

    /// The number of sort values that a plan gets for the key.
    var width: Int {
      switch self {
      case .rank: 3
      case .title, .state: 2
      case .property, .time: 1
      }
    }

    /// Returns the sort key with a name, including names of other trackers.
    init?(named name: String) {
      let name = name.lowercased()
      guard
        let key = Self.byName[name] ?? QueryKey.otherNames[name].flatMap({
          Self.byName[$0.rawValue]
        })
          ?? (["board", "position", "manual"].contains(name) ? .rank : nil)
      else { return nil }
      self = key
    }

    /// The sort keys and their names, in the order of the help. Plans can't be sorted by people.
    fileprivate static let named: [(name: String, key: Key)] =
      [("rank", .rank)]
      + PlanProperty.all.filter { $0.kind != .person }.map { ($0.name, .property($0.field)) }
      + PlanTime.allCases.map { ($0.rawValue, .time($0)) } + [("title", .title), ("state", .state)]

    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.key) })
  }

  let key: Key
  var isDescending = false

  static let names = Key.named.map(\.name)
}

// MARK: - Fast comparison

/// A sort value of a plan.
enum SortValue {
  case number(Double)
  case text(ExactString)
  case missing
}

/// The sort values of rows, in a form that is fast to compare.
///
/// Numbers and the beginnings of texts are stored side by side, without reference counting. A whole
/// text is read only if two beginnings are equal.
struct SortKeys {
  /// The direction of each value of a row.
  private let isDescending: [Bool]
  /// The keys of all rows, one row after the other.
  private var keys: [Key] = []
  /// The texts of all keys, in the same order.
  private var texts: [ExactString] = []

  private struct Key {
    var isMissing = false
    var number = 0.0
    /// The first eight bytes of a text, which sort like the text.
    var beginning: UInt64 = 0
    /// The index of the text; nil for a number.
    var text: Int?
  }

  /// Creates keys without rows.
  ///
  /// - Parameters:
  ///   - isDescending: The direction of each value of a row, the most important value first.
  ///   - rows: The number of rows that will be added.
  init(descending isDescending: [Bool], rows: Int) {
    self.isDescending = isDescending
    keys.reserveCapacity(rows * isDescending.count)
  }

  /// Adds the next value of the last row. At the same place, the values of all rows have the same
  /// type.
  mutating func append(_ value: SortValue) {
    switch value {
    case .missing: keys.append(Key(isMissing: true))
    case .number(let number): keys.append(Key(number: number))
    case .text(let text):
      keys.append(Key(beginning: Self.beginning(of: text), text: texts.count))
      texts.append(text)
    }
  }

  private static func beginning(of text: ExactString) -> UInt64 {
    let bytes = text.text.utf8.span
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return word
  }

  /// Whether a row comes before another; nil if all values are equal.
  ///
  /// Missing values come last in both directions.
  func precedes(_ left: Int, _ right: Int) -> Bool? {
    let width = isDescending.count
    for place in 0..<width {
      let (one, other) = (keys[left * width + place], keys[right * width + place])
      if one.isMissing || other.isMissing {
        if one.isMissing != other.isMissing { return other.isMissing }
      } else if let isLess = isLess(one, other) {
        return isLess != isDescending[place]
      }
    }
    return nil
  }

  /// - Returns: Whether `one` is less; nil for equal values.
  private func isLess(_ one: Key, _ other: Key) -> Bool? {
    if one.number != other.number { return one.number < other.number }
    if one.beginning != other.beginning { return one.beginning < other.beginning }
    guard let text = one.text, let otherText = other.text else { return nil }
    return texts[text] == texts[otherText] ? nil : texts[text] < texts[otherText]
  }
}
