/// A field whose numbers can be added up: the estimate, or a number field of the board.
package struct SummedField: Hashable, Sendable {
  package let name: String
  package let title: String
  private let field: CustomField?

  /// Returns the field with a name on a board; nil if it has no numbers or does not exist.
  package init?(named name: String, on board: Board) {
    if let field = board.field(called: name) {
      guard field.kind == .number else { return nil }
      (self.name, title, self.field) = (field.key, field.title, field)
    } else {
      let property = PlanProperty.all.first { $0.kind == .number && $0.name == name.lowercased() }
      guard let property else { return nil }
      (self.name, title, field) = (property.name, property.title, nil)
    }
  }

  /// Returns the names of all fields whose numbers can be added up.
  package static func names(on board: Board) -> [String] {
    PlanProperty.all.filter { $0.kind == .number }.map(\.name)
      + board.fields.filter { $0.kind == .number }.map(\.key)
  }

  /// Adds up the numbers of plans.
  package func sum(of plans: some Sequence<Plan>) -> NumberSum {
    var sum = NumberSum()
    for plan in plans {
      if let number = number(of: plan) { sum.add(number) }
    }
    return sum
  }

  private func number(of plan: Plan) -> JSONNumber? {
    guard let field else { return plan.estimate }
    guard case .number(let number)? = field.value(of: plan) else { return nil }
    return number
  }
}

/// A sum of decimal numbers: 0.1 plus 0.2 is exactly 0.3.
///
/// The sum is exact while all numbers have at most 18 digits and no exponent. Otherwise it is
/// calculated as a `Double`.
package struct NumberSum: Hashable, Sendable {
  /// The number of added numbers.
  package private(set) var count = 0
  /// The sum in units of the last decimal; nil if it is not exact.
  private var units: Int? = 0
  private var decimals = 0
  private var approximate = 0.0

  package init() {}

  package mutating func add(_ number: JSONNumber) {
    count += 1
    approximate += Double(number.lexeme) ?? 0
    guard let units, let other = Self.units(number.lexeme) else {
      self.units = nil
      return
    }
    let most = max(decimals, other.decimals)
    guard let left = Self.shifted(units, by: most - decimals),
      let right = Self.shifted(other.units, by: most - other.decimals)
    else {
      self.units = nil
      return
    }
    let (sum, overflows) = left.addingReportingOverflow(right)
    self.units = overflows ? nil : sum
    decimals = most
  }

  /// The sum; nil if it is larger than any `Double`.
  package var number: JSONNumber? {
    if let units { return JSONNumber(Self.text(units, decimals)) }
    guard approximate.isFinite else { return nil }
    return JSONNumber("\(approximate)") ?? JSONNumber("0")
  }

  /// Whether the sum is zero, which it also is if nothing was added.
  package var isZero: Bool { units.map { $0 == 0 } ?? approximate.isZero }

  /// The sum for people to read: the number, or `too large`.
  package var text: String { number?.lexeme ?? "too large" }

  private static func units(_ lexeme: String) -> (units: Int, decimals: Int)? {
    let parts = lexeme.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count <= 2, lexeme.utf8.count <= 20, let units = Int(parts[0] + fraction) else {
      return nil
    }
    return (units, fraction.utf8.count)
  }

  private static func shifted(_ units: Int, by digits: Int) -> Int? {
    var units = units
    for _ in 0..<digits {
      let (product, overflows) = units.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      units = product
    }
    return units
  }

  private static func text(_ units: Int, _ decimals: Int) -> String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = padded.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    return (units < 0 ? "-" : "") + padded.dropLast(decimals)
      + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}
