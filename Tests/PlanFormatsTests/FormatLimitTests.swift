import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

/// Files that are long in one way, which a codec must read in time that is linear in their size.
@Suite("Long files of other tools")
struct FormatLimitTests {
  /// Reads a text, and checks that this takes a few seconds of the processor. A codec that is
  /// quadratic takes minutes or hours.
  private func read(
    _ format: TrackerFormat, _ name: String, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TrackerPlans {
    let bytes = Array(text.utf8)
    var options = ToolFixture.options
    options.origin = "o/r"
    var result: Result<TrackerPlans, any Error>?
    let time = processorTime {
      let source = TrackerSource(name: name, bytes: bytes)
      _ = TrackerFormat.recognizing(source)
      result = Result { try format.plans(of: source, options) }
    }
    #expect(time < .seconds(30), "\(time)", sourceLocation: sourceLocation)
    return try #require(result, sourceLocation: sourceLocation).get()
  }

  @Test("Links that stand on the other issue")
  func linksOfOthers() throws {
    let many = 100_000
    let rows = (1...many).map { "K-\($0),x,K-0\n" }.joined()
    let issues = try read(
      .jira, "x.csv", "Issue key,Summary,Outward issue link (Blocks)\n\(rows)K-0,y,\n")
    #expect(issues.count == many + 1)
    #expect(issues.texts("links").last?.count == TrackerPlan.mostNames)
    #expect(issues.losses.keys.map(\.text) == ["members of very long lists"])
    let line = issues.plans.last.map { CanonicalJSON.line(of: .object($0)).utf8.count } ?? 0
    #expect(line < 1 << 20)
    let lost = try read(
      .jira, "x.csv", "Issue key,Summary,Outward issue link (Blocks)\n\(rows)")
    #expect(lost.losses.values.reduce(0, +) == many)
    let children = (1...many).map { #"{"number":\#($0)}"# }.joined(separator: ",")
    let parent = try read(
      .github, "x.json", #"[{"number":0,"title":"x","state":"OPEN","subIssues":[\#(children)]}]"#)
    #expect(parent.losses == ["links of issues that are not in the file": many])
  }

  @Test("A cycle through very many plans loses one link")
  func longCycle() throws {
    let many = 20_000
    let lines = (0..<many).map { number in
      let other = number > 0 ? number - 1 : many - 1
      return #"{"id":"b-\#(number)","title":"x","status":"open","issue_type":"bug","#
        + #""dependencies":[{"depends_on_id":"b-\#(other)","type":"blocks"}]}"#
    }
    let issues = try read(.beads, "issues.jsonl", lines.joined(separator: "\n"))
    #expect(issues.losses == ["links that close a cycle": 1])
    #expect(issues.texts("links").reduce(0) { $0 + $1.count } == many - 1)
  }

  @Test("Columns of two names that alternate")
  func alternatingColumns() throws {
    let pair = "Inward issue link (Blocks),Inward issue link (Cloners)"
    let header = Array(repeating: pair, count: 2000).joined(separator: ",")
    let cells = Array(repeating: "K-0,K-1", count: 2000).joined(separator: ",")
    let rows = (0..<100).map { "K-\($0),x,\(cells)\n" }.joined()
    let issues = try read(.jira, "x.csv", "Issue key,Summary,\(header)\n\(rows)")
    #expect(issues.count == 100)
    #expect(issues.texts("links").allSatisfy { $0.count <= 2 })
  }

  @Test("A wide header over many short rows")
  func wideHeader() throws {
    let header = (0..<4000).map { "c\($0)" }.joined(separator: ",")
    let table = try read(
      .csv, "x.csv", "title,\(header)\n" + String(repeating: "a,b\n", count: 200_000))
    #expect(table.count == 200_000 && table.losses == ["'c0'": 200_000])
  }

  @Test("Lists that are nested deeply, in a text of Jira")
  func deepText() throws {
    func nested(_ levels: Int) -> String {
      let inner =
        levels == 0 ? "" : #",{"type":"bulletList","content":[\#(nested(levels - 1))]}"#
      let text = #"{"type":"paragraph","content":[{"type":"text","text":"level \#(levels)"}]}"#
      return #"{"type":"listItem","content":[\#(text)\#(inner)]}"#
    }
    func issue(_ levels: Int) -> String {
      #"""
      {"issues":[{"key":"APP-1","fields":{"summary":"x","description":
      {"type":"doc","content":[{"type":"bulletList","content":[\#(nested(levels))]}]}}}]}
      """#
    }
    let body = try #require(try read(.jira, "x.json", issue(8)).texts("body").first?.first)
    #expect(body.contains("- level 8\n  - level 7") && body.hasSuffix("- level 0"))
    let deep = try read(.jira, "x.json", issue(20))
    #expect(deep.losses["parts of texts that are nested too deeply"] == 1)
    #expect(throws: FormatError.self) { try read(.jira, "x.json", issue(40)) }
  }

  @Test("A table of Jira with too many cells in a row", arguments: [100, 101])
  func wideTable(width: Int) throws {
    let cell =
      #"{"type":"tableCell","content":[{"type":"paragraph","content":[{"type":"text","text":"c"}]}]}"#
    let row = Array(repeating: cell, count: width).joined(separator: ",")
    let text = #"""
      {"issues":[{"key":"APP-1","fields":{"summary":"x","description":{"type":"doc","content":[
      {"type":"table","content":[{"type":"tableRow","content":[\#(row)]}]}]}}}]}
      """#
    let found = try read(.jira, "x.json", text)
    let body = try #require(found.texts("body").first?.first)
    #expect(body.split(separator: "\n").first?.count(where: { $0 == "c" }) == 100)
    #expect(found.losses["cells of wide tables"] == (width > 100 ? 1 : nil))
  }

  @Test(
    "A million short lines are read or refused soon",
    arguments: [
      (TrackerFormat.todoTxt, "todo.txt", "a"), (.markdown, "x.md", "- [ ] a"),
      (.org, "x.org", "* TODO a"), (.org, "x.org", "a"), (.csv, "x.csv", "a,b"),
    ])
  func shortLines(format: TrackerFormat, name: String, line: String) throws {
    let text = "title,b\n" + String(repeating: line + "\n", count: 1_000_000)
    do {
      #expect(try read(format, name, text).count == 0)
    } catch let error as FormatError {
      guard case .invalid(let reason) = error else { throw error }
      #expect(reason.contains("more than") || reason.contains("expected"), "\(reason)")
    }
  }

  @Test("A text with more lines, or values, than are read is refused")
  func tooMany() {
    let lines = String(repeating: "\n", count: TrackerSource.maximumLines + 1)
    let source = TrackerSource(name: "todo.txt", bytes: Array(lines.utf8))
    #expect(source.hasTooManyLines && TrackerFormat.recognizing(source).isEmpty)
    #expect(throws: FormatError.invalid("more than \(TrackerSource.maximumLines) lines")) {
      try TrackerFormat.todoTxt.plans(of: source, ToolFixture.options)
    }
    let values = "[" + String(repeating: "0,", count: TrackerSource.maximumValues) + "0]"
    let json = TrackerSource(name: "x", bytes: Array(values.utf8)).json
    guard case .absent(let reason) = json else {
      Issue.record("the values are read")
      return
    }
    #expect(reason.hasSuffix("more than \(TrackerSource.maximumValues) values"))
  }

  @Test("Headings below long titles and many tags")
  func headings() throws {
    let accents = String(repeating: "\u{301}", count: 2_000_000)
    let below = String(repeating: "** TODO a\n", count: 100_000)
    let long = try read(.org, "x.org", "* TODO a\(accents)\n\(below)")
    #expect(long.count == 100_001)
    let tags = ":" + (0..<100).map { "tag\($0)" }.joined(separator: ":") + ":"
    let levels = (1...100).map { level in
      String(repeating: "*", count: level)
        + " TODO a \(tags.replacing("tag", with: "l\(level)x"))\n"
    }
    let last = String(repeating: String(repeating: "*", count: 101) + " TODO b\n", count: 20_000)
    let tagged = try read(.org, "x.org", levels.joined() + last)
    #expect(tagged.texts("labels").allSatisfy { $0.count <= 200 })
  }

  @Test("Times of a habit over the years")
  func times() throws {
    let clocks = (0..<10_000).map { index in
      "CLOCK: [2026-11-20 Fri 10:00]--[2026-11-20 Fri 11:30] =>  \(index / 60):0\(index % 10)\n"
    }
    let habit = try read(.org, "x.org", "* TODO x\n:LOGBOOK:\n\(clocks.joined()):END:\n")
    #expect(habit.losses["times of very long issues"] == 1)
    #expect(habit.lines.count < 1 << 20)
  }

  @Test("A long text keeps as much as a plan has room for")
  func longText() throws {
    let text = String(repeating: "x", count: 601_000)
    let bead = """
      {"id":"bd-1","title":"x","status":"open","created_at":"2026-10-01T12:00:00Z",\
      "description":"\(text)"}
      """
    let beads = try read(.beads, "x.jsonl", bead)
    #expect(beads.texts("body").first?.first?.utf8.count == 600_000)
    #expect(beads.losses == ["ends of long texts": 1])
  }

  @Test("Labels that are there many times")
  func labels() throws {
    let names = (0..<1000).map { "\"l\($0)\"" }.joined(separator: ",")
    let again = String(repeating: ",\"l999\"", count: 1_000_000)
    let bead = """
      {"id":"bd-1","title":"x","status":"open","created_at":"2026-10-01T12:00:00Z",\
      "labels":[\(names)\(again)]}
      """
    #expect(try read(.beads, "x.jsonl", bead).texts("labels").first?.count == 1000)
  }

  @Test("Halves of surrogate pairs and UTF-16 are read")
  func encodings() throws {
    let issue = #"[{"number":1,"title":"a\ud83d","state":"OPEN"}]"#
    #expect(try plans(.github, "x.json", issue, from: "o/r").texts("title") == [["a\u{FFFD}"]])
    let units = Array(issue.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let source = TrackerSource(name: "x.json", bytes: [0xFF, 0xFE] + units)
    #expect(TrackerFormat.recognizing(source).map(\.id) == ["github"])
  }
}
