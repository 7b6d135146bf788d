import PlanModel
import PmgitTestSupport
import Testing

@Suite("Ranks")
struct RankTests {
  static let now = Timestamp(milliseconds: 1_795_168_951_120)

  static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  static func isAscending(_ keys: [String]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy(isLess)
  }

  @Test(
    "A key is a head, the digits of its integer and a fraction",
    arguments: [
      "a0", "az", "Zz", "Z0", "b00", "a0V", "a0abc", "g0123456", "Tzzzzzzz001",
      "z" + String(repeating: "z", count: 26), "A" + String(repeating: "0", count: 26) + "01",
      "a0" + String(repeating: "0", count: 10_000) + "1",
    ])
  func valid(key: String) {
    #expect(Rank.isValid(key))
  }

  @Test(
    "Other texts are no keys",
    arguments: [
      "", "a", "b0", "a00", "a0V0", "0a", "9", "a-", "a0é", "ａ0", "a0 ", " a0", "a0\n", "a0\u{0}1",
      "a\u{301}0", "g012345", "A" + String(repeating: "0", count: 26),
    ])
  func invalid(key: String) {
    #expect(!Rank.isValid(key))
  }

  @Test(
    "A key goes strictly between its neighbours",
    arguments: [
      (nil, nil), ("a0", nil), (nil, "a0"), ("a0", "a1"), ("a0", "a0V"), ("a0", "a01"),
      ("a0", "a0001"), ("a0V", "a1"), ("a0z", "a1"), ("a0zzzz", "a1"), ("az", "b00"),
      ("azzz", "b00"), ("Zz", "a0"), ("Zzzz", "a0"), ("Yzz", "Z0"), ("T0000001", "g0000001"),
      ("a0", "z" + String(repeating: "z", count: 26)),
      ("z" + String(repeating: "z", count: 26), nil),
      ("z" + String(repeating: "z", count: 26) + "zzz", nil),
      (nil, "A" + String(repeating: "0", count: 25) + "1"),
      (nil, "A" + String(repeating: "0", count: 26) + "00001"),
      (nil, "Z0"), (nil, "b00"), ("a9", "aA"), ("aZ", "aa"), ("a0V", "a0V001"), ("a0V", "a0Vzz1"),
      ("g0123456abc", "g0123456abd"), ("g0123456abc", "g0123457"),
    ] as [(String?, String?)])
  func between(lower: String?, upper: String?) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let key = Rank.between(lower, upper, using: &random)
      #expect(Rank.isValid(key))
      #expect(key.last != "0")
      if let lower { #expect(Self.isLess(lower, key)) }
      if let upper { #expect(Self.isLess(key, upper)) }
    }
  }

  @Test(
    "A neighbour that is no key is an open end",
    arguments: ["", "a", "a00", "💥", "zzz", "g\u{0}", String(repeating: "0", count: 100_000)])
  func invalidNeighbours(text: String) {
    var random = SeededGenerator(seed: 2)
    #expect(Self.isLess("a5", Rank.between("a5", text, using: &random)))
    #expect(Self.isLess(Rank.between(text, "a5", using: &random), "a5"))
    #expect(Rank.isValid(Rank.between(text, text, using: &random)))
  }

  @Test(
    "Between neighbours that are equal or the wrong way round, the key follows the lower one",
    arguments: [("a5", "a5"), ("a5", "a4"), ("b00", "Zz"), ("a5V", "a5")])
  func disordered(lower: String, upper: String) {
    var random = SeededGenerator(seed: 3)
    let key = Rank.between(lower, upper, using: &random)
    #expect(Rank.isValid(key))
    #expect(Self.isLess(lower, key))
  }

  @Test("Two insertions at one place give two keys with room between them")
  func concurrentInsertions() {
    var random = SeededGenerator(seed: 4)
    let keys = Set((0..<50).map { _ in Rank.between("a0", "a1", using: &random) }).sorted(
      by: Self.isLess)
    #expect(keys.count == 50)
    for (lower, upper) in zip(keys, keys.dropFirst()) {
      let key = Rank.between(lower, upper, using: &random)
      #expect(Self.isLess(lower, key) && Self.isLess(key, upper))
    }
  }

  @Test("Thousands of insertions anywhere keep order, tell apart and stay short", arguments: 1...5)
  func randomInsertions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var keys: [String] = []
    for _ in 0..<3000 {
      let index = Int.random(in: 0...keys.count, using: &random)
      let key = Rank.between(
        index > 0 ? keys[index - 1] : nil, index < keys.count ? keys[index] : nil, using: &random)
      keys.insert(key, at: index)
    }
    #expect(Self.isAscending(keys))
    #expect(keys.allSatisfy { Rank.isValid($0) && $0.last != "0" })
    #expect(keys.map(\.utf8.count).max() ?? 0 <= 16)
  }

  @Test("Adding at either end never makes keys longer")
  func ends() {
    var random = SeededGenerator(seed: 6)
    var (first, last) = ("a0", "a0")
    for _ in 0..<20_000 {
      let (before, after) = (
        Rank.between(nil, first, using: &random), Rank.between(last, nil, using: &random)
      )
      #expect(Self.isLess(before, first) && Self.isLess(last, after))
      (first, last) = (before, after)
    }
    #expect(first.utf8.count <= 7 && last.utf8.count <= 7)
  }

  @Test("A key grows by a character after about six insertions at one place")
  func growth() {
    var random = SeededGenerator(seed: 7)
    var upper = "a1"
    for _ in 0..<100 { upper = Rank.between("a0", upper, using: &random) }
    #expect(upper.utf8.count < 30)
  }

  // MARK: Ends by time

  static let times = [
    Int64.min, -1, 0, 1, 61, 62, 1_795_168_951_119, 1_795_168_951_120, 1_795_168_951_121,
    3_521_614_606_207, 3_521_614_606_208, 3_521_614_606_209, 218_340_105_584_895,
    218_340_105_584_896, 253_402_300_799_999,
  ].map { Timestamp(milliseconds: $0) }

  @Test("Later times go farther out, up to the end of the calendar and from 1970")
  func monotone() {
    var random = SeededGenerator(seed: 8)
    let times = Self.times.dropFirst(2)
    let bottoms = times.map { Rank.bottom(at: $0, after: nil, using: &random) }
    let tops = times.map { Rank.top(at: $0, before: nil, using: &random) }
    #expect(Self.isAscending(bottoms))
    #expect(Self.isAscending(tops.reversed()))
    #expect((bottoms + tops).allSatisfy { Rank.isValid($0) && $0.last != "0" })
    #expect(bottoms.allSatisfy { Self.isLess(tops[0], $0) })
  }

  @Test("Any time gives a key", arguments: times)
  func anyTime(time: Timestamp) {
    var random = SeededGenerator(seed: 9)
    #expect(Rank.isValid(Rank.bottom(at: time, after: nil, using: &random)))
    #expect(Rank.isValid(Rank.top(at: time, before: nil, using: &random)))
  }

  @Test("Random times keep their order")
  func randomTimes() {
    var random = SeededGenerator(seed: 10)
    let times = Set((0..<2000).map { _ in Int64.random(in: 0...4_000_000_000_000, using: &random) })
      .sorted().map { Timestamp(milliseconds: $0) }
    #expect(Self.isAscending(times.map { Rank.bottom(at: $0, after: nil, using: &random) }))
    #expect(
      Self.isAscending(times.reversed().map { Rank.top(at: $0, before: nil, using: &random) }))
  }

  @Test("The ends have heads g and T, and eleven characters")
  func shape() {
    var random = SeededGenerator(seed: 11)
    let (top, bottom) = (
      Rank.top(at: Self.now, before: nil, using: &random),
      Rank.bottom(at: Self.now, after: nil, using: &random)
    )
    #expect(bottom.hasPrefix("gV"))
    #expect(top.hasPrefix("TU"))
    #expect(top.utf8.count == 11 && bottom.utf8.count == 11)
  }

  // MARK: Many keys

  @Test(
    "An import gets ascending short keys within its millisecond",
    arguments: [0, 1, 2, 61, 62, 63, 3844, 10_000])
  func spread(count: Int) {
    var random = SeededGenerator(seed: 12)
    let keys = Rank.spread(count, at: Self.now, after: nil, using: &random)
    #expect(keys.count == count)
    #expect(Self.isAscending(keys))
    #expect(keys.allSatisfy { Rank.isValid($0) && $0.utf8.count <= 14 })
    let (before, after) = (
      Timestamp(milliseconds: Self.now.milliseconds - 1),
      Timestamp(milliseconds: Self.now.milliseconds + 1)
    )
    let (lower, upper) = (
      Rank.bottom(at: before, after: nil, using: &random),
      Rank.bottom(at: after, after: nil, using: &random)
    )
    #expect(keys.allSatisfy { Self.isLess(lower, $0) && Self.isLess($0, upper) })
  }

  @Test(
    "Rekeying spreads short keys between the bounds",
    arguments: [
      (nil, nil), ("a0", nil), (nil, "a0"), ("a0", "a1"), ("a0", "a01"), ("a0V", "a0W"),
      ("Tzzzzzzz", "g0000001"), ("💥", "a0"), ("a0", "💥"), ("a5", "a4"), ("a5", "a5"),
    ] as [(String?, String?)], [0, 1, 2, 3, 100, 1000])
  func rekey(bounds: (String?, String?), count: Int) {
    var random = SeededGenerator(seed: 13)
    let keys = Rank.rekey(count: count, between: bounds.0, and: bounds.1, using: &random)
    #expect(keys.count == count)
    #expect(Self.isAscending(keys))
    #expect(keys.allSatisfy { Rank.isValid($0) && $0.utf8.count <= 16 })
    if let first = keys.first, let lower = bounds.0, Rank.isValid(lower) {
      #expect(Self.isLess(lower, first))
    }
    if let last = keys.last, let upper = bounds.1, Rank.isValid(upper),
      bounds.0.map({ Self.isLess($0, upper) || !Rank.isValid($0) }) ?? true
    {
      #expect(Self.isLess(last, upper))
    }
  }

  // MARK: Insertion

  /// Inserts a plan like the commands do, and returns how many other plans got new ranks.
  static func insert(
    at index: Int, in ranks: inout [String], using random: inout SeededGenerator
  ) -> Int {
    let insertion = Rank.insertion(at: index, in: ranks, using: &random)
    #expect(insertion.keys.count == insertion.rekeyed.count)
    ranks.replaceSubrange(insertion.rekeyed, with: insertion.keys)
    ranks.insert(insertion.key, at: index)
    return insertion.rekeyed.count
  }

  @Test(
    "Always inserting at one place stays within the limit and seldom moves others",
    arguments: [(0, 1), (1, 1), (2, 1), (1, 0), (2, 0)])
  func samePlace(start: Int, step: Int) {
    var random = SeededGenerator(seed: 14)
    var ranks = ["a0", "a1", "a2"]
    var (moved, rekeyings) = (0, 0)
    for round in 0..<2000 {
      let count = Self.insert(at: start + step * round, in: &ranks, using: &random)
      moved += count
      rekeyings += count > 0 ? 1 : 0
    }
    #expect(Self.isAscending(ranks))
    #expect(ranks.allSatisfy { Rank.isValid($0) && $0.utf8.count <= Rank.longest })
    #expect(rekeyings < 40)
    #expect(moved < 2000)
  }

  @Test("A move writes no other plan until keys reach their limit", arguments: 0...3)
  func movesAlone(start: Int) {
    var random = SeededGenerator(seed: 18)
    var ranks = ["a0", "a1", "a2"]
    var round = 0
    while ranks.allSatisfy({ $0.utf8.count < Rank.longest - 8 }), round < 20_000 {
      #expect(Self.insert(at: start, in: &ranks, using: &random) == 0)
      round += 1
    }
    #expect(Self.isAscending(ranks))
    // Next to a busy plan this takes a thousand moves; at an end it never happens.
    #expect(round > 1_000)
  }

  @Test("What is put at an end is at the end, however far ahead the keys there are")
  func endsAhead() {
    var random = SeededGenerator(seed: 19)
    let ahead = Timestamp(milliseconds: Self.now.milliseconds + 86_400_000)
    for time in [Self.now, ahead, Timestamp(seconds: 0), Timestamp(seconds: 253_370_764_800)] {
      var (first, last) = (
        Rank.top(at: time, before: nil, using: &random),
        Rank.bottom(at: time, after: nil, using: &random)
      )
      for _ in 0..<50 {
        let lower = Rank.bottom(at: Self.now, after: last, using: &random)
        let spread = Rank.spread(3, at: Self.now, after: lower, using: &random)
        let upper = Rank.top(at: Self.now, before: first, using: &random)
        #expect(Self.isAscending([upper, first, last, lower] + spread))
        #expect(([upper, lower] + spread).allSatisfy { Rank.isValid($0) && $0.utf8.count < 20 })
        (first, last) = (upper, spread[2])
      }
    }
    // A key that is not made from a time.
    for key in [
      "z" + String(repeating: "z", count: 40), "A" + String(repeating: "0", count: 25) + "1",
    ] {
      #expect(key < Rank.bottom(at: Self.now, after: key, using: &random))
      #expect(Rank.top(at: Self.now, before: key, using: &random) < key)
    }
  }

  @Test("Between plans of one rank, an insertion gives them ranks of their own")
  func equalRanks() {
    var random = SeededGenerator(seed: 15)
    var ranks = ["a0", "a1", "a1", "a1", "a2"]
    let moved = Self.insert(at: 2, in: &ranks, using: &random)
    #expect(Self.isAscending(Array(ranks[...2])))
    #expect(ranks.first == "a0" && ranks.last == "a2")
    #expect(moved <= 3)
  }

  @Test("After a plan without a valid rank, an insertion gives it one")
  func invalidRanks() {
    var random = SeededGenerator(seed: 16)
    var ranks = ["a0", "", "!", "a00"]
    let moved = Self.insert(at: 2, in: &ranks, using: &random)
    #expect(moved == 1)
    #expect(Self.isAscending(Array(ranks[..<3])))
    #expect(ranks[..<3].allSatisfy(Rank.isValid))
    #expect(ranks[3...] == ["!", "a00"])
  }

  @Test("Before plans without a valid rank, an insertion moves nobody")
  func beforeInvalidRanks() {
    var random = SeededGenerator(seed: 17)
    var ranks = ["a0", "", "!"]
    #expect(Self.insert(at: 1, in: &ranks, using: &random) == 0)
    #expect(Rank.precedes((ranks[1], "b"), (ranks[2], "a")))
  }

  @Test("Insertions into any column end in the right place", arguments: 1...20)
  func hostileColumns(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pool = [
      "a0", "a1", "a1", "Zz", "a0V", "a0V001", "", "!", "a00", "g0123456abc",
      "a0" + String(repeating: "0", count: 60) + "1", "a0" + String(repeating: "z", count: 60),
      "A" + String(repeating: "0", count: 26) + "1", "z" + String(repeating: "z", count: 26),
    ]
    var plans = (0..<12).map { index in
      (rank: pool[Int.random(in: pool.indices, using: &random)], id: "\(index)")
    }
    for round in 12..<112 {
      plans.sort(by: Rank.precedes)
      let index = Int.random(in: 0...plans.count, using: &random)
      var (ranks, ids) = (plans.map(\.rank), plans.map(\.id))
      _ = Self.insert(at: index, in: &ranks, using: &random)
      ids.insert("\(round)", at: index)
      let expected = Array(zip(ranks, ids)).map { (rank: $0, id: $1) }
      plans = expected.sorted(by: Rank.precedes)
      #expect(plans.map(\.id) == ids)
    }
  }

  // MARK: Order

  @Test(
    "Ranks order plans by their bytes, then the ids do; invalid ranks come last",
    arguments: [
      (("a0", "b"), ("a1", "a")), (("Zz", "b"), ("a0", "a")), (("a0", "a"), ("a0", "b")),
      (("a0", "a"), ("a0V", "a")), (("z" + String(repeating: "0", count: 26), "b"), ("", "a")),
      (("", "b"), ("!", "a")), (("!", "a"), ("!", "b")),
      (("a\u{301}", "b"), ("\u{e1}", "a")),
    ])
  func order(left: (String, String), right: (String, String)) {
    #expect(Rank.precedes(left, right))
    #expect(!Rank.precedes(right, left))
    #expect(!Rank.precedes(left, left))
  }
}
