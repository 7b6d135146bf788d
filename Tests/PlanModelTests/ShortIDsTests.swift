import PlanModel
import PmgitTestSupport
import Testing

@Suite("Short ids")
struct ShortIDsTests {
  @Test("A prefix is unique, at least four characters, and none shorter would do", arguments: 0..<6)
  func shortest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Few letters, so that long prefixes are shared.
    let ids = Set(
      (0...random.number(below: 120)).compactMap { _ in
        PlanID("k" + (0..<11).map { _ in random.pick(["a", "a", "a", "b"]) }.joined())
      })
    let short = ShortIDs(sorted: ids.sorted())
    for id in ids {
      let prefix = short[id]
      let sharing = { (length: Int) in
        ids.count { $0.text.hasPrefix(id.text.prefix(length)) }
      }
      #expect(id.text.hasPrefix(prefix) && prefix.count >= 4, "seed \(seed), \(id)")
      #expect(sharing(prefix.count) == 1, "seed \(seed), \(id)")
      #expect(prefix.count == 4 || sharing(prefix.count - 1) > 1, "seed \(seed), \(id)")
    }
  }

  @Test("A plan that is not on the board is shown by four characters")
  func stranger() throws {
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    #expect(ShortIDs(sorted: [])[id] == "k7m2")
    #expect(ShortIDs(sorted: [id])[id] == "k7m2")
  }

  @Test("An id that is given twice is no other plan")
  func repeated() throws {
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    #expect(ShortIDs(sorted: [id, id])[id] == "k7m2")
  }
}
