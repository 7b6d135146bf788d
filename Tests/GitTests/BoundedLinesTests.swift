import Testing

@testable import Git

@Suite struct BoundedLinesTests {
  private func bounded(_ text: String, limit: Int, partSize: Int) -> BoundedLines {
    var lines = BoundedLines(limit: limit)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(partSize))
      rest = rest.dropFirst(partSize)
    }
    lines.finish()
    return lines
  }

  @Test(
    "A text that fits is kept as it is, in whatever parts it comes", arguments: [1, 3, 7, 1000])
  func fits(partSize: Int) {
    for text in ["", "a", "a\n", "a\nb\nc", String(repeating: "line\n", count: 8)] {
      let lines = bounded(text, limit: 20, partSize: partSize)
      #expect(String(decoding: lines.bytes, as: UTF8.self) == text)
      #expect(lines.omitted == 0)
    }
  }

  @Test(
    "Of a long text whole lines of both ends are kept, and the others are counted",
    arguments: [1, 10, 64, 5000], [10, 100, 10_000])
  func long(partSize: Int, count: Int) {
    let all = (1...count).map { "line \($0)" }
    let lines = bounded(all.map { $0 + "\n" }.joined(), limit: 40, partSize: partSize)
    let kept = String(decoding: lines.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.bytes.count <= 80)
    #expect(kept.count + lines.omitted == count)
    #expect(kept == Array(all.prefix(5)) + all.suffix(kept.count - 5))
    #expect(kept.count > 6)
  }

  @Test("Of a line without an end both ends are kept")
  func oneLine() {
    let lines = bounded(String(repeating: "x", count: 1000) + "end", limit: 20, partSize: 64)
    let kept = String(decoding: lines.bytes, as: UTF8.self)
    #expect(kept.hasPrefix("xxx") && kept.hasSuffix("end") && kept.utf8.count <= 41)
    #expect(lines.omitted == 0)
  }
}
