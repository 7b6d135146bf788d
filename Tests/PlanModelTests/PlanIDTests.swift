import PlanModel
import PmgitTestSupport
import Testing

@Suite("Plan ids")
struct PlanIDTests {
  @Test(
    "Twelve characters of the alphabet, a letter first, are an id",
    arguments: [
      "k7m2q9x4t1ab", "a00000000000", "zzzzzzzzzzzz",
    ])
  func valid(text: String) throws {
    #expect(try #require(PlanID(text)).text == text)
  }

  @Test(
    "Other texts are none",
    arguments: [
      "", "k7m2q9x4t1a", "k7m2q9x4t1abc", "77m2q9x4t1ab", "K7m2q9x4t1ab", "k7m2q9x4t1ai",
      "k7m2q9x4t1al", "k7m2q9x4t1ao", "k7m2q9x4t1au", "k7m2-9x4t1ab", "k7m2q9x4t1a ", "k7m2q9x4t1é",
      "../../../../", "k7m2q9x4t1\u{0}b",
    ])
  func invalid(text: String) {
    #expect(PlanID(text) == nil)
  }

  @Test("Random ids are valid, differ, and use every digit")
  func random() {
    var random = SeededGenerator(seed: 1)
    let ids = (0..<10_000).map { _ in PlanID.random(using: &random) }
    #expect(ids.allSatisfy { PlanID($0.text) == $0 })
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids.flatMap { $0.text.dropFirst() }).count == 32)
    #expect(Set(ids.compactMap(\.text.first)).count == 22)
  }

  @Test("A plan's file is in the folder of its first two characters")
  func path() throws {
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    #expect(id.folder == "k7")
    #expect(id.path == "plans/k7/k7m2q9x4t1ab.json")
  }

  @Test("Ids are ordered by their bytes")
  func order() throws {
    let ids = try ["a0bbbbbbbbbb", "aabbbbbbbbbb", "abbbbbbbbbb0", "zbbbbbbbbbbb"].map {
      try #require(PlanID($0))
    }
    #expect(ids.reversed().sorted() == ids)
  }

  @Test(
    "What people type is brought into the stored form",
    arguments: [
      ("k7m2", "k7m2"), ("K7M2", "k7m2"), ("ki", "k1"), ("kL", "k1"), ("kO", "k0"), ("k", "k"),
      ("KOILkoil7777", "k011k0117777"),
    ])
  func prefix(typed: String, expected: String) {
    #expect(PlanID.normalizedPrefix(typed) == expected)
  }

  @Test(
    "What cannot begin an id is refused",
    arguments: ["", "7", "i7", "lk", "o", "ku", "k-", "k7m2q9x4t1abc", "k 7", "ké", "k7\n"])
  func notAPrefix(typed: String) {
    #expect(PlanID.normalizedPrefix(typed) == nil)
  }

  @Test("The shortest prefix tells an id apart and is no longer than it must be", arguments: 1...10)
  func shortestPrefix(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Few digits, so that long prefixes are shared.
    let ids = try (0..<300).map { _ in
      let tail = (0..<11).map { _ in Bool.random(using: &random) ? "0" : "1" }.joined()
      return try #require(PlanID("k" + tail))
    }
    for id in ids {
      let prefix = id.shortestPrefix(among: ids)
      let sharing = { (prefix: Substring) in Set(ids.filter { $0.text.hasPrefix(prefix) }) }
      #expect(id.text.hasPrefix(prefix))
      #expect(prefix.count >= 4)
      #expect(sharing(prefix[...]) == [id])
      #expect(prefix.count == 4 || sharing(prefix.dropLast()).count > 1)
    }
  }

  @Test("An id alone is shown by four characters")
  func loneID() throws {
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    #expect(id.shortestPrefix(among: []) == "k7m2")
    #expect(id.shortestPrefix(among: [id]) == "k7m2")
  }
}
