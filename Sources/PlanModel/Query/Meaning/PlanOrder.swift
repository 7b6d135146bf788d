/// Sorts plans in the order that a query asks for.
struct PlanOrder {
  private let sorts: [QuerySort]
  private let board: Board

  /// Prepares the comparison of plans by several sort keys.
  ///
  /// - Parameter sorts: The sort keys, most important first; if empty, plans are in board order.
  init(_ sorts: [QuerySort], board: Board) {
    self.sorts = sorts.isEmpty ? [QuerySort(key: .rank)] : sorts
    self.board = board
  }

  /// Returns the plans in order; plans with equal sort values are sorted by rank and then by id.
  ///
  /// - Parameter most: The most plans to return; nil for all.
  /// - Complexity: O(*n* log *n*); the sort values are computed once for each plan.
  func sorted(_ plans: [Plan], limit most: Int? = nil) -> [Plan] {
    places(of: plans, limit: most).map { plans[$0] }
  }

  /// Returns the indices of the plans in the order of `sorted`.
  func places(of plans: [Plan], limit most: Int? = nil) -> [Int] {
    var keys = SortKeys(
      descending: sorts.flatMap { Array(repeating: $0.isDescending, count: $0.key.width) },
      rows: plans.count)
    for plan in plans {
      for sort in sorts { add(plan, sort.key, to: &keys) }
    }
    return keys.sorted(limit: most) { left, right in
      Rank.precedes(
        (plans[left].rank, plans[left].id.text), (plans[right].rank, plans[right].id.text))
    }
  }

  /// Adds the values of a plan for a sort key, as many as `QuerySort.Key.width`.
  private func add(_ plan: Plan, _ key: QuerySort.Key, to keys: inout SortKeys) {
    switch key {
    case .rank:
      addColumn(of: plan, to: &keys)
      keys.append(Rank.isValid(plan.rank) ? .text(ExactString(plan.rank)) : .missing)
    case .state: addColumn(of: plan, to: &keys)
    case .property(let field) where Phase.Kind(rawValue: field.rawValue) != nil:
      addPhase(field, of: plan, to: &keys)
    case .property(let field): keys.append(value(field.property?.value(of: plan)))
    case .time(let time): keys.append(self.time(time, of: plan))
    case .custom(let field): keys.append(value(field.value(of: plan), of: field))
    case .spent:
      keys.append(plan.outline.hasTime ? .number(Double(plan.spentMinutes)) : .missing)
    case .title:
      // As in searches, 'É' is an 'e'. Titles that differ only in such marks are sorted by their
      // bytes.
      keys.append(.text(ExactString(TextFolding.folded(plan.title).text)))
      keys.append(.text(ExactString(plan.title)))
    }
  }

  /// Adds the index of a plan's column, or the column's id if the board lacks the column. The id
  /// keeps the plans of such a column together.
  private func addColumn(of plan: Plan, to keys: inout SortKeys) {
    let place = board.place(ofColumn: plan.state)
    keys.append(place.map(SortValue.place) ?? .missing)
    keys.append(place == nil ? .text(ExactString(plan.state)) : .missing)
  }

  /// Adds the position of a plan's milestone or iteration, or the name if the board lacks it.
  private func addPhase(_ field: PlanField, of plan: Plan, to keys: inout SortKeys) {
    let id = field.property?.value(of: plan)?.phase
    let place = id.flatMap { id in
      Phase.Kind(rawValue: field.rawValue).flatMap { board.phases.place(of: id, $0) }
    }
    keys.append(place.map(SortValue.place) ?? .missing)
    keys.append(place == nil ? id.map { .text(ExactString($0)) } ?? .missing : .missing)
  }

  private func value(_ value: PropertyValue?) -> SortValue {
    switch value {
    case .day(let day): number(day.dayNumber)
    // The most urgent priority is first.
    case .priority(let priority): number(-priority.place)
    case .number(let number): Double(number.lexeme).map(SortValue.number) ?? .missing
    case .moment(let moment): .number(Double(moment.milliseconds))
    case .repetition(let rule): .number(rule.usualDays)
    case .person, .phase, nil: .missing
    }
  }

  /// Returns the sort value of a custom field. Options are sorted as the field lists them; the
  /// first of several options counts. Texts are sorted like titles. False is before true.
  private func value(_ value: CustomValue?, of field: CustomField) -> SortValue {
    switch value {
    case .number(let number): Double(number.lexeme).map(SortValue.number) ?? .missing
    case .day(let day): number(day.dayNumber)
    case .choice(let option): number(field.place(of: option))
    case .choices(let options): number(options.first.flatMap(field.place))
    case .flag(let flag): number(flag ? 1 : 0)
    case .text(let text): .text(ExactString(TextFolding.folded(text).text))
    case .person(let person): .text(ExactString(TextFolding.folded(person).text))
    case nil: .missing
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
    case spent
    case title, state
    case custom(CustomField)

    /// The number of sort values that a plan gets for the key.
    var width: Int {
      switch self {
      case .rank: 3
      case .title, .state: 2
      case .property(let field) where Phase.Kind(rawValue: field.rawValue) != nil: 2
      case .property, .time, .spent, .custom: 1
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
      + PlanTime.allCases.map { ($0.rawValue, .time($0)) }
      + [("spent", .spent), ("title", .title), ("state", .state)]

    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.key) })
  }

  let key: Key
  var isDescending = false

  static let names = Key.named.map(\.name)
}

// MARK: - Fast comparison

enum SortValue {
  case number(Double)
  /// A number of 0 or more.
  case place(Int)
  case text(ExactString)
  case missing
}

/// The sort values of rows, in a form that is fast to compare.
///
/// The values of a row are written one after the other, as bytes that sort like the values. No
/// value is the beginning of another, so whole rows are compared byte by byte. Most rows differ in
/// the first sixteen bytes, which are kept as two numbers.
struct SortKeys {
  /// The direction of each value of a row.
  private let isDescending: [Bool]
  /// The bytes of all rows.
  private var bytes: [UInt8] = []
  /// The start of each row in `bytes`.
  private var starts: [Int] = []
  /// The number of values in the last row.
  private var valuesInRow = 0

  /// Creates keys without rows.
  ///
  /// - Parameters:
  ///   - isDescending: The direction of each value of a row, the most important value first.
  ///   - rows: The number of rows that will be added.
  init(descending isDescending: [Bool], rows: Int) {
    self.isDescending = isDescending
    valuesInRow = isDescending.count
    starts.reserveCapacity(rows)
    bytes.reserveCapacity(rows * (4 + 8 * isDescending.count))
  }

  /// Adds the next value of the last row, or the first value of a new row. In all rows, the values
  /// at the same position have the same type.
  ///
  /// A missing value sorts last in both directions.
  mutating func append(_ value: SortValue) {
    if valuesInRow == isDescending.count {
      starts.append(bytes.count)
      valuesInRow = 0
    }
    let mask: UInt8 = isDescending[valuesInRow] ? 0xFF : 0
    valuesInRow += 1
    switch value {
    case .missing:
      bytes.append(1)
      return
    case .number(let number): appendInteger(Self.sortable(number), mask)
    case .place(let place): append(place: place, mask)
    case .text(let text): append(text, mask)
    }
  }

  private mutating func appendInteger(_ number: some FixedWidthInteger, _ mask: UInt8) {
    bytes.append(0)
    appendDigits(number, mask)
  }

  private mutating func appendDigits(_ number: some FixedWidthInteger, _ mask: UInt8) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift) ^ mask)
    }
  }

  /// Adds a position. Nearly all take one byte, so that more of the next values is in the first
  /// sixteen bytes of a row.
  private mutating func append(place: Int, _ mask: UInt8) {
    bytes.append(0)
    guard let short = UInt8(exactly: place), short < 0xFF else {
      bytes.append(0xFF ^ mask)
      return appendDigits(UInt32(place), mask)
    }
    bytes.append(short ^ mask)
  }

  /// Returns a number whose bits sort like `number`.
  private static func sortable(_ number: Double) -> UInt64 {
    // Adding zero makes the negative zero positive.
    let bits = (number + 0).bitPattern
    return number < 0 ? ~bits : bits | 1 << 63
  }

  /// Adds a text that ends with two zeros; a zero in the text is followed by 0xFF.
  private mutating func append(_ text: ExactString, _ mask: UInt8) {
    bytes.append(0)
    for byte in text.text.utf8 {
      bytes.append(byte ^ mask)
      if byte == 0 { bytes.append(0xFF ^ mask) }
    }
    bytes.append(mask)
    bytes.append(mask)
  }

  /// Returns the indices of the rows in order.
  ///
  /// - Parameters:
  ///   - most: The most rows to return; nil for all.
  ///   - isFirst: Whether the first of two rows with equal values comes first.
  func sorted(limit most: Int? = nil, _ isFirst: (Int, Int) -> Bool) -> [Int] {
    struct Row {
      let head: (UInt64, UInt64)
      let number: Int
    }
    let rows = starts.indices.map { Row(head: (word(of: $0, 0), word(of: $0, 8)), number: $0) }
    return rows.sorted(limit: most) { left, right in
      if left.head != right.head { return left.head < right.head }
      return precedes(left.number, right.number) ?? isFirst(left.number, right.number)
    }.map(\.number)
  }

  /// Returns eight bytes of a row as a number that sorts like them.
  private func word(of row: Int, _ offset: Int) -> UInt64 {
    let end = end(of: row)
    var word: UInt64 = 0
    for index in starts[row] + offset..<starts[row] + offset + 8 {
      word = word << 8 | (index < end ? UInt64(bytes[index]) : 0)
    }
    return word
  }

  private func end(of row: Int) -> Int { row + 1 < starts.count ? starts[row + 1] : bytes.count }

  /// Whether a row comes before another; nil if all values are equal.
  func precedes(_ left: Int, _ right: Int) -> Bool? {
    var (left, right, end) = (starts[left], starts[right], end(of: left))
    while left < end {
      if bytes[left] != bytes[right] { return bytes[left] < bytes[right] }
      (left, right) = (left + 1, right + 1)
    }
    return nil
  }
}

extension Array {
  /// Returns the first elements of the sorted array, without sorting the others.
  ///
  /// - Parameters:
  ///   - most: The most elements to return; nil for all.
  ///   - precedes: A strict order. Of equal elements, any may come first.
  func sorted(limit most: Int?, by precedes: (Element, Element) -> Bool) -> [Element] {
    // For many elements, moving those that are found takes longer than sorting all.
    guard let most, most <= count / 16 else {
      return Array(sorted(by: precedes).prefix(most ?? .max))
    }
    var first: [Element] = []
    for element in self {
      if first.count == most {
        guard let last = first.last, precedes(element, last) else { continue }
        first.removeLast()
      }
      first.insert(element, at: first.prefixEnd(while: { precedes($0, element) }))
    }
    return first
  }
}
