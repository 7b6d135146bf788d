import Git
import PmgitTestSupport
import Testing

@Suite struct ObjectIDTests {
  private let text = "0123456789abcdef0123456789abcdef01234567"

  @Test("An id is written as it was read, in lower case")
  func roundTrip() throws {
    #expect(try #require(ObjectID(hex: text)).hex == text)
    #expect(try #require(ObjectID(hex: text.uppercased())).description == text)
  }

  @Test(
    "What is not 40 hexadecimal digits is no id",
    arguments: [
      "", "0123", "0123456789abcdef0123456789abcdef0123456",
      "+123456789abcdef0123456789abcdef01234567",
      "0123456789abcdef0123456789abcdef012345678", "g123456789abcdef0123456789abcdef01234567",
    ])
  func malformed(text: String) {
    #expect(ObjectID(hex: text) == nil)
  }

  @Test("Ids sort as their texts do")
  func order() throws {
    var generator = SeededGenerator(seed: 1)
    let texts = (0..<100).map { _ in
      (0..<40).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    }
    let ids = texts.compactMap { ObjectID(hex: $0) }
    #expect(ids.sorted().map(\.hex) == texts.sorted())
  }

  @Test("The zero id is forty zeros, and an abbreviation is a beginning")
  func zeroAndAbbreviation() throws {
    #expect(ObjectID.zero.hex == String(repeating: "0", count: 40))
    #expect(try #require(ObjectID(hex: text)).abbreviated() == "0123456")
    #expect(try #require(ObjectID(hex: text)).abbreviated(12) == "0123456789ab")
  }
}
