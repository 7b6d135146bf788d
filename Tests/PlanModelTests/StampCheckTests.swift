import Testing

@testable import PlanModel

@Suite("Stamps that no command has written")
struct StampCheckTests {
  private static let now = Timestamp(seconds: 1_795_165_200)  // 2026-11-20T09:00:00Z
  private let check = StampCheck(now: now)

  @Test(
    "A stamp of pmgit's form and of a clock that is at most a day ahead passes",
    arguments: [
      "", "2026-11-20T09:00:00.000Z~aaaaa", "2026-11-21T09:00:00.000Z~09zzz",
      "0001-01-01T00:00:00.000Z~aaaaa",
    ])
  func accepted(text: String) { #expect(check.accepts(Stamp(ExactString(text)))) }

  @Test(
    "Any other is none",
    arguments: [
      "zzzz", "9999-12-31T23:59:59.999Z~zzzzz", "2026-11-21T09:00:00.001Z~aaaaa",
      "2026-11-20T09:00:00.000Z", "2026-11-20T09:00:00.000Z~aaaa", "2026-11-20T09:00:00Z~aaaaa",
      "2026-11-20T09:00:00.000Z~aaail", "2026-11-20T10:00:00.000+01:00~aaaaa",
      "2026-11-20T09:00:00.000Z~aaaaaa", "2026-02-30T09:00:00.000Z~aaaaa", "~aaaaa",
      "2026-11-20T09:00:00.000Z~aaa~a",
    ])
  func refused(text: String) { #expect(!check.accepts(Stamp(ExactString(text)))) }

  private static func document(_ stamps: [String]) -> PlanDocument {
    var document = PlanDocument(id: "p")
    document[.field("x")] = stamps.enumerated().map {
      StampedValue(stamp: Stamp(ExactString($1)), value: .string("\($0)"))
    }
    return document
  }

  @Test("Stamps that an older version has at the same path may stay")
  func older() {
    let old = Self.document(["zzzz"])
    #expect(check.problem(in: old)?.stamp == Stamp("zzzz"))
    #expect(check.problem(in: old, since: old) == nil)
    #expect(check.problem(in: Self.document(["zzzz", "yyyy"]), since: old)?.stamp == Stamp("yyyy"))
    var moved = PlanDocument(id: "p")
    moved[.field("y")] = old[.field("x")]
    #expect(check.problem(in: moved, since: old)?.path == .field("y"))
  }

  @Test("Mended values are shown in the same order, and all have new stamps")
  func mending() {
    let stamps = [
      "zzzz", "9999-12-31T23:59:59.999Z~zzzzz", "2026-11-20T08:00:00.000Z~aaaaa", "0", "",
    ]
    var document = Self.document(stamps)
    let before = document[.field("x")]
    check.repair(&document, stamp: Stamp("2026-11-20T09:00:00.000Z~bbbbb"))
    let after = document[.field("x")]
    #expect(after.map(\.value) == before.map(\.value))
    #expect(Set(after.map(\.stamp)).count == stamps.count)
    #expect(Set(after.map(\.stamp)).isDisjoint(with: before.map(\.stamp)))
    #expect(check.problem(in: document) == nil)
    let mended = document
    check.repair(&document, stamp: Stamp("2026-11-20T09:00:01.000Z~ccccc"))
    #expect(document == mended)
  }
}
