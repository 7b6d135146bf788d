import PlanModel
import Testing

@testable import PlanFormats

/// What bridges read of issues, beside what other imports do.
@Suite("Issues as bridges read them")
struct BridgeTextTests {
  private func github(_ members: String) throws -> TrackerPlans {
    let start = #"{"number":1,"url":"https://github.com/o/r/issues/1","#
    return try plans(.github, "x.json", "[\(start)\(members)}]")
  }

  private func gitlab(_ members: String) throws -> TrackerPlans {
    let start = #"{"iid":1,"web_url":"https://gitlab.com/g/p/-/issues/1","labels":[],"#
    return try plans(.gitlab, "x.json", "[\(start)\(members)}]")
  }

  @Test("A title or text that is too long says so at its end, and is not sent back")
  func cutTexts() throws {
    let title = String(repeating: "\u{1F600}", count: 255)
    let body = String(repeating: "x\\n", count: 50_000)
    let issues = [
      try github(#""title":"\#(title)","body":"\#(body)""#),
      try gitlab(#""title":"\#(title)","description":"\#(body)""#),
    ]
    for (issue, source) in zip(issues, ["github:o/r", "gitlab:g/p"]) {
      let bridge = try #require(BridgeSource(source))
      let read = try #require(issue.plans.first)
      let cut = try #require(read["title"]?.string)
      let lines = try #require(read["body"]?.string).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      #expect(cut.utf8.count <= Validation.longestLine && cut.hasSuffix(" … [cut by pmgit]"))
      #expect(cut.hasPrefix(String(repeating: "\u{1F600}", count: 200)))
      #expect(lines.last == "<!-- pmgit: the rest of the text is too long -->")
      for change in [TrackerChange.title(cut), .body(lines)] {
        let reason = bridge.refusal(of: change, marker: nil)
        #expect(reason?.contains("was cut when it was imported") == true, "\(change.name)")
      }
      for change in [TrackerChange.title("[cut by pmgit] …"), .body(["x"])] {
        #expect(bridge.refusal(of: change, marker: nil) == nil)
      }
    }
    // A title that fits stays as it is.
    let exact = String(repeating: "x", count: Validation.longestLine)
    #expect(try github(#""title":"\#(exact)""#).texts("title") == [[exact]])
  }

  @Test("An issue with a mark has its alias, and the time at which the tracker made it")
  func marks() throws {
    let mark = "0123456789abcdef0123456789abcdef"
    let text =
      #""title":"T","state":"CLOSED","createdAt":"2026-11-01T09:00:00Z","#
      + #""body":"Text\n\n<!-- pmgit:\#(mark) -->""#
    let issues = try github(text)
    #expect(issues.markedIssues.map(\.alias) == ["github:o/r#1"])
    #expect(issues.markedIssues.map(\.mark.text) == [mark])
    #expect(issues.markedIssues.map(\.created) == [Timestamp("2026-11-01T09:00:00Z")])
    #expect(issues.isDone("github:o/r#1") && !issues.isDone("github:o/r#2"))
    #expect(try github(#""title":"T","state":"OPEN","body":"Text""#).markedIssues.isEmpty)
    #expect(try !github(#""title":"T","state":"OPEN""#).isDone("github:o/r#1"))
    #expect(issues.texts("body") == [["Text"]])
  }

  @Test("The last mark counts, wherever it stands, and words around it are the text")
  func marksAnywhere() throws {
    let (one, two) = ("0123456789abcdef", "fedcba9876543210")
    let mark = { (marker: String) in "<!-- pmgit:\(marker) -->" }
    let texts: [(String, body: String, marker: String?)] = [
      ("Text\n\n\(mark(one))", "Text", one),
      ("Text\r\n\r\n\(mark(one))\r\n", "Text", one),
      ("Text\n\n\(mark(one))\n\nBelow", "Text\n\nBelow", one),
      ("Text\n\n\(mark(one)) beside\nBelow\n", "Text\n\nbeside\nBelow", one),
      ("\(mark(one))\n\nBelow", "Below", one), (mark(one), "", one),
      ("A \(mark(two))\n\n\(mark(one))", "A \(mark(two))", one),
      ("A\n\n\(mark(one)): see \(mark("short"))", "A\n\n: see \(mark("short"))", one),
      ("A <!-- pmgit:\(one)-->", "A <!-- pmgit:\(one)-->", nil),
      ("A <!-- other:\(one) -->", "A <!-- other:\(one) -->", nil),
      ("A \(mark(String(repeating: "a", count: 41)))", "", nil), ("a:", "a:", nil), ("", "", nil),
    ]
    for (text, body, marker) in texts {
      let found = IssueMarker.split(text)
      #expect(found.marker == marker, "\(text)")
      #expect(found.body == (body.isEmpty && marker == nil ? text : body), "\(text)")
      guard let marker else { continue }
      let again = IssueMarker.split(IssueMarker.text([found.body], marker: marker))
      #expect(again.body == found.body && again.marker == marker, "\(text)")
    }
  }

  @Test("A state that the source did not change keeps the column, whatever columns there are")
  func states() throws {
    var issues = try github(#""title":"T","state":"OPEN""#)
    issues.keepStates { _ in "doing" }
    #expect(issues.states == ["doing"])
    issues = try github(#""title":"T","state":"OPEN""#)
    issues.keepStates { _ in "done" }
    #expect(issues.states == ["todo"])
    issues = try github(#""title":"T","state":"CLOSED""#)
    issues.keepStates { _ in "doing" }
    #expect(issues.states == ["done"])
  }

  @Test("Sources with hosts name them to their programs, and in aliases")
  func hosts() throws {
    let hub = try #require(BridgeSource("github:GHE.example.com/o/r"))
    #expect(hub.aliasStart == "github:ghe.example.com/o/r")
    for listing in hub.listings {
      #expect(listing.words.contains("GHE.example.com") && listing.words.contains("name=r"))
    }
    let printed = hub.alias(printed: Array("https://ghe.example.com/o/r/issues/4".utf8))
    #expect(printed.flatMap { hub.number(of: $0) } == "4")
    #expect(hub.number(of: "github:o/r#4") == nil)
    let lab = try #require(BridgeSource("gitlab:x.example/g/p"))
    #expect(lab.aliasStart == "gitlab:x.example/g/p")
    #expect(lab.listings[0].words.contains("x.example"))
    let close = lab.command(
      sending: .close(.completed), to: "4", marker: nil, milestone: { $0 })
    #expect(close?.words.contains("projects/g%2Fp/issues/4") == true)
    let usual = try #require(BridgeSource("github:www.github.com/o/r"))
    #expect(usual.aliasStart == "github:o/r" && usual.number(of: "github:o/r#4") == "4")
  }

  @Test(
    "An answer with fewer comments than the list, or one that can't be read, changes no issue",
    arguments: ["", "{", "{\"id\":\"1\"}\n"])
  func fewerComments(answer: String) throws {
    let hub = try #require(BridgeSource("github:o/r"))
    let other = #"{"body":"\"commentCount\":150","commentCount":1,"comments":[{}],"number":8}"#
    let issue = #"{"commentCount":150,"comments":[{}],"number":7}"#
    let list = Array("\(other)\n\(issue)\n".utf8)
    #expect(hub.issuesWithoutComments(in: list) { _ in 0 } == ["7"])
    #expect(hub.list(list, withComments: ["7": Array(answer.utf8)]) == list)
    let all = (1...150).map { "{\"id\":\"\($0)\"}\n" }.joined()
    let bytes = hub.list(list, withComments: ["7": Array(all.utf8)])
    let whole = String(decoding: bytes, as: UTF8.self)
    #expect(whole.hasPrefix("\(other)\n") && whole.contains(#"{"id":"150"}"#))
  }
}
