import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The values that plans are sorted by")
struct SortKeysTests {
  /// Returns random values of one type; many are equal or have equal beginnings.
  private static func column(_ count: Int, using random: inout SeededGenerator) -> [SortValue] {
    let kind = Int.random(in: 0..<3, using: &random)
    return (0..<count).map { _ in
      if Int.random(in: 0..<5, using: &random) == 0 { return .missing }
      if kind == 0 {
        let numbers = [-2.5, -1, -0.0, 0, 0.5, 300, 1e300, -Double.infinity]
        return .number(numbers.randomElement(using: &random) ?? 0)
      }
      if kind == 1 { return .place([0, 1, 255, 256, 70000].randomElement(using: &random) ?? 0) }
      let beginning = ["", "a", "equal in", "equal in eight", "로그인 화면"].randomElement(
        using: &random)
      let end = ["", " 1", " 2", "\u{0}", "é"].randomElement(using: &random)
      return .text(ExactString((beginning ?? "") + (end ?? "")))
    }
  }

  /// Whether `left` comes first; nil if the values are equal.
  private static func precedes(_ left: SortValue, _ right: SortValue, _ isDescending: Bool) -> Bool?
  {
    switch (left, right) {
    case (.missing, .missing): return nil
    case (.missing, _): return false
    case (_, .missing): return true
    case (.number(let left), .number(let right)):
      return left == right ? nil : (left < right) != isDescending
    case (.place(let left), .place(let right)):
      return left == right ? nil : (left < right) != isDescending
    case (.text(let left), .text(let right)):
      return left == right ? nil : (left < right) != isDescending
    default: return nil
    }
  }

  @Test("They come in the order of the values themselves", arguments: Seeds.each(100))
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (values: Self.column(12, using: &random), isDescending: Bool.random(using: &random))
    }
    var keys = SortKeys(descending: columns.map(\.isDescending), rows: 12)
    for row in 0..<12 {
      for column in columns { keys.append(column.values[row]) }
    }
    func precedes(_ left: Int, _ right: Int) -> Bool? {
      columns.lazy.compactMap {
        Self.precedes($0.values[left], $0.values[right], $0.isDescending)
      }.first
    }
    for left in 0..<12 {
      for right in 0..<12 {
        #expect(
          keys.precedes(left, right) == precedes(left, right), "\(columns) \(left) \(right)")
      }
    }
    let isLast: (Int, Int) -> Bool = { $0 > $1 }
    #expect(
      keys.sorted(isLast) == (0..<12).sorted { precedes($0, $1) ?? isLast($0, $1) }, "\(columns)")
  }

  @Test("The first elements are those of the sorted array", arguments: Seeds.each(50))
  func first(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<Int.random(in: 0...400, using: &random)).shuffled(using: &random)
    for most in [0, 1, 2, 7, 20, 400] {
      #expect(numbers.sorted(limit: most, by: <) == Array(numbers.sorted().prefix(most)))
    }
    #expect(numbers.sorted(limit: nil, by: <) == numbers.sorted())
  }
}
