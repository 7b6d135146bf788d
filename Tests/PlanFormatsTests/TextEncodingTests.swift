import PlanModel
import Testing

@testable import PlanFormats

@Suite("Texts that are not UTF-8")
struct TextEncodingTests {
  /// Returns a text in Windows-1252, in which an umlaut is one byte.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func error(_ format: TrackerFormat, _ source: TrackerSource) -> FormatError? {
    do {
      _ = try format.plans(of: source, ToolFixture.options)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A file in another encoding is refused with the number of its line",
    arguments: [
      (TrackerFormat.csv, "x.csv", "title\nOne\nH\u{e9}llo\n"),
      (.jira, "x.csv", "Issue key,Summary\nAPP-1,x\nAPP-2,H\u{e9}\n"),
      (.linear, "x.csv", "ID,Team,Title,Status\nA-1,App,x,Todo\nA-2,App,\u{e9},Todo\n"),
      (.todoTxt, "todo.txt", "one\n\n(A) H\u{e9}llo\n"),
      (.org, "x.org", "* TODO one\n\n* TODO H\u{e9}llo\n"),
      (.markdown, "x.md", "- [ ] one\n\n- [ ] H\u{e9}llo\n"),
      (.taskwarrior, "x.json", "[\n\n{\"description\":\"H\u{e9}llo\"}]"),
    ])
  func refused(format: TrackerFormat, name: String, text: String) {
    let source = TrackerSource(name: name, bytes: Self.bytes(text))
    #expect(Self.error(format, source) == .notUTF8(file: name, line: 3))
  }

  @Test(
    "A file that is not a text is named by what it is",
    arguments: [
      ("PK\u{3}\u{4}\u{14}", BinaryFile.zip), ("\u{1F}\u{8B}\u{8}", .gzip),
      ("SQLite format 3\0\u{10}", .sqlite),
    ])
  func binary(text: String, kind: BinaryFile) {
    let source = TrackerSource(name: "x", bytes: Self.bytes(text))
    #expect(Self.error(.csv, source) == .binary(file: "x", kind))
  }

  @Test("In a folder, only files that a tool may have written are checked")
  func folder() {
    let ticket = "---\nid: a-1\nstatus: open\ndeps: []\nlinks: []\n---\n# H\u{e9}llo\n"
    let files = { (names: [(String, String)]) in
      TrackerSource(
        folder: "x", files: names.map { TrackerFile(path: $0.0, bytes: Self.bytes($0.1)) })
    }
    #expect(
      Self.error(.tk, files([("a-1.md", ticket)])) == .notUTF8(file: "a-1.md", line: 7))
    let note = ("note.md", "H\u{e9}llo")
    let plain = ticket.replacing("\u{e9}", with: "e")
    #expect(Self.error(.tk, files([("a-1.md", plain), note])) == nil)
    let org = files([("a.org", "* TODO \u{e9}")])
    #expect(Self.error(.org, org) == .notUTF8(file: "a.org", line: 1))
  }

  @Test(
    "Inline code of Jira keeps its backticks",
    arguments: [
      ("x", "`x`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("``", "``` `` ```"),
      ("a``b`c", "```a``b`c```"),
    ])
  func inlineCode(code: String, markdown: String) throws {
    let text = #"{"type":"text","text":"\#(code)","marks":[{"type":"code"}]}"#
    let body = #"{"type":"doc","content":[{"type":"paragraph","content":[\#(text)]}]}"#
    let issue = """
      [{"key":"A-1","self":"https://x.atlassian.net/rest/api/3/issue/1",\
      "fields":{"summary":"x","description":\(body)}}]
      """
    #expect(try plans(.jira, "x.json", issue).texts("body") == [[markdown]])
  }

  @Test(
    "Files with carriage returns are recognized",
    arguments: [ToolFixture.backlogMD, .tk, .markdown, .obsidian])
  func carriageReturns(fixture: ToolFixture) throws {
    let files = fixture.files.map { path, text in
      (path: path, bytes: Array(text.replacing("\n", with: "\r\n").utf8))
    }
    let source = ToolFixture.source(of: files, fixture.isFolder)
    #expect(fixture.format.recognizes(source))
  }

  @Test("UTF-8 with a mark and UTF-16 are read")
  func accepted() throws {
    let text = "title,body\nH\u{e9}llo,x\n"
    let units = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8, [0xFF, 0xFE] + units, units] {
      let source = TrackerSource(name: "x.csv", bytes: bytes)
      let table = try TrackerFormat.csv.plans(of: source, ToolFixture.options)
      #expect(table.texts("title") == [["H\u{e9}llo"]])
    }
  }
}
