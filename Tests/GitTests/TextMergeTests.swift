import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite("Merging texts")
struct TextMergeTests {
  private func text(_ lines: String...) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private func side(_ text: [UInt8], _ label: String) -> TextMerge.Side {
    TextMerge.Side(text: text, label: label)
  }

  @Test("Changes of different lines are both there")
  func clean() throws {
    let merge = try TextMerge(
      ancestor: text("a", "b", "c", "d"), ours: side(text("A", "b", "c", "d"), "1"),
      theirs: side(text("a", "b", "c", "D"), "2"))
    #expect(merge.isClean)
    #expect(merge.text == text("A", "b", "c", "D"))
  }

  @Test("Changes of one line stand between markers of the wanted width, with their labels")
  func overlapping() throws {
    let merge = try TextMerge(
      ancestor: text("a"), ours: side(text("ours"), "first"),
      theirs: side(text("theirs"), "second"), markerWidth: 9)
    #expect(!merge.isClean)
    #expect(
      merge.text
        == text(
          "<<<<<<<<< first", "ours", "=========", "theirs", ">>>>>>>>> second"))
  }

  @Test("Empty texts merge")
  func empty() throws {
    let merge = try TextMerge(ancestor: [], ours: side([], "1"), theirs: side(text("x"), "2"))
    #expect(merge.isClean)
    #expect(merge.text == text("x"))
    let none = try TextMerge(ancestor: text("x"), ours: side([], "1"), theirs: side([], "2"))
    #expect(none.isClean && none.text.isEmpty)
  }

  @Test("The result is that of 'git merge-file'", arguments: UInt64(0)..<20)
  func oracle(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try await ScratchRepository()
    func changed(_ lines: [String]) -> [String] {
      var lines = lines
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...lines.count, using: &random)
        if place < lines.count, Bool.random(using: &random) { lines.remove(at: place) }
        lines.insert("new \(Int.random(in: 0..<3, using: &random))", at: min(place, lines.count))
      }
      return lines
    }
    let base = (0..<12).map { "line \($0)" }
    let texts = [base, changed(base), changed(base)]
      .map { Array($0.map { $0 + "\n" }.joined().utf8) }
    var files: [String] = []
    for (name, bytes) in zip(["base", "ours", "theirs"], texts) {
      files.append(try scratch.write(String(decoding: bytes, as: UTF8.self), to: name))
    }
    let merge = try TextMerge(
      ancestor: texts[0], ours: side(texts[1], "ours"), theirs: side(texts[2], "theirs"))
    var isClean = true
    do {
      // git writes the result to the first file; the exit code is the number of conflicts.
      try await scratch.git(
        "merge-file", "-L", "ours", "-L", "base", "-L", "theirs", files[1], files[0], files[2])
    } catch is HermeticGit.Failure {
      isClean = false
    }
    #expect(
      String(decoding: merge.text, as: UTF8.self)
        == (try String(contentsOfFile: files[1], encoding: .utf8)))
    #expect(merge.isClean == isClean)
  }
}
