@testable import PlanModel
import Testing

/// Conflicts that are resolved by the authors or times of the values.
@Suite struct ConflictRuleTests {
  private static let me = Person("Ada <ada@example.org>")
  private static let people: [Character: Person] = [
    "m": me, "M": Person("Ada L. <ADA@example.org>"), "b": Person("Ben <ben@example.org>"),
    "c": Person("Cid <cid@example.org>"),
  ]

  /// Returns the verdict on values that are written as author and second, such as `m3 b5`. `?` is
  /// an unknown author, and `-` means that a value has no time.
  private func verdict(_ rule: ConflictRule, _ values: String) -> ConflictRule.Verdict {
    let words = values.split(separator: " ")
    let conflict = Conflict(
      path: .field("title"),
      values: words.enumerated().map { index, word in
        let second = Int64(word.dropFirst())
        return StampedValue(
          stamp: second.map { Stamp(ExactString("\(Timestamp(seconds: $0))~aaaa\(index)")) }
            ?? .none,
          value: .number(index))
      })
    return rule.verdict(
      on: conflict, authors: words.map { Self.people[$0.first ?? "?"] }, me: Self.me)
  }

  @Test(
    "The newest value is the one with the latest time; one of the plan's creation is the oldest",
    arguments: [
      ("m3 b5", .take(2)), ("m5 b3", .take(1)), ("m- b3", .take(2)), ("b3 ?9 c4", .take(2)),
      ("m3 b3", .undecided(.sameTime)), ("m1 b3 c3", .undecided(.sameTime)),
      ("m- b-", .undecided(.sameTime)),
    ] as [(String, ConflictRule.Verdict)])
  func newest(values: String, expected: ConflictRule.Verdict) {
    #expect(verdict(.newest, values) == expected)
  }

  @Test(
    "Mine is what I wrote, under any name with my address; of several the last one",
    arguments: [
      ("b5 m3", .take(2)), ("M3 b5", .take(1)), ("m3 b9 M5", .take(3)), ("?5 m3", .take(2)),
      ("b5 c3", .undecided(.noneIsMine)), ("b5 ?3", .undecided(.unknownAuthor)),
      ("m3 M3 b4", .undecided(.sameTime)),
    ] as [(String, ConflictRule.Verdict)])
  func mine(values: String, expected: ConflictRule.Verdict) {
    #expect(verdict(.mine, values) == expected)
  }

  @Test(
    "Theirs is what one other person wrote; nobody chooses between several",
    arguments: [
      ("m5 b3", .take(2)), ("b3 m5", .take(1)), ("m9 b3 b5", .take(3)),
      ("m3 b5 c5", .undecided(.severalAuthors)), ("b5 c3", .undecided(.severalAuthors)),
      ("m3 M5", .undecided(.allAreMine)), ("m3 ?5", .undecided(.unknownAuthor)),
      ("?3 b5", .undecided(.unknownAuthor)), ("m1 b3 b3", .undecided(.sameTime)),
    ] as [(String, ConflictRule.Verdict)])
  func theirs(values: String, expected: ConflictRule.Verdict) {
    #expect(verdict(.theirs, values) == expected)
  }
}
