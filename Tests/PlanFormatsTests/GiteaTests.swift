import PlanModel
import Testing

@testable import PlanFormats

@Suite("Requests to Gitea and Forgejo")
struct GiteaTests {
  private let source = BridgeSource("forgejo:Git.Example.org:3000/team/o/r")

  private func answer(
    _ body: String, _ status: Int = 200, total: Int? = nil
  ) -> GiteaAnswer {
    GiteaAnswer(status: status, total: total, body: body)
  }

  /// Returns what is asked in turn until an action ends, and how it ends.
  private func run(_ change: TrackerChange, _ answers: [GiteaAnswer]) throws -> [String] {
    let source = try #require(source)
    let command = source.command(
      sending: change, to: "12", marker: nil, milestone: { "title of \($0)" })
    let action = try #require(command?.action)
    var lines: [String] = []
    for count in 0...answers.count {
      switch action.turn(after: Array(answers.prefix(count))) {
      case .ask(let request):
        let document = request.document.map { " " + CanonicalJSON.line(of: .object($0)) } ?? ""
        lines.append("\(request.method.rawValue) \(request.path)\(document)")
      case .done(let text): return lines + ["done \(text)"]
      case .refused(let reason): return lines + ["refused: \(reason)"]
      }
    }
    return lines
  }

  @Test("A server has one name, whatever its program, and a port and folders")
  func names() throws {
    let source = try #require(source)
    #expect(source.text == "gitea:Git.Example.org:3000/team/o/r")
    #expect(source.aliasStart == "gitea:git.example.org:3000/team/o/r")
    #expect(source.number(of: "gitea:git.example.org:3000/Team/O/r#12") == "12")
    #expect(source.interface == "https://Git.Example.org:3000/team/api/v1/")
    #expect(
      source.loginQuestion
        == "protocol=https\nhost=Git.Example.org:3000\npath=team/o/r.git\n")
    #expect(Account.tracker(of: "\(source.aliasStart)#1") == "gitea:git.example.org:3000")
    #expect(Account("gitea:localhost:3000/Ann")?.text == "gitea:localhost:3000/ann")
    #expect(Account("gitea:ann") == nil)
    let plain = try #require(BridgeSource("gitea:http://localhost:3000/o/r"))
    #expect(plain.aliasStart == "gitea:localhost:3000/o/r")
    #expect(plain.interface == "http://localhost:3000/api/v1/")
    let made = "https://git.example.org:3000/team/o/r/issues/7#issuecomment-9"
    #expect(source.alias(printed: Array(made.utf8)) == "gitea:git.example.org:3000/team/o/r#7")
    #expect(source.comment(printed: Array(made.utf8)) == "issuecomment9")
  }

  @Test("A login is only in curl's input, whatever characters it has")
  func logins() throws {
    let request = GiteaRequest(.patch, "repos/o/r/issues/1", ["body": .string("a\"\\\nb\u{0}é")])
    let login = TrackerLogin(name: "a\"n", password: "s\\e\ncret\nurl = x")
    let call = request.call(to: "https://x.example/api/v1/", as: login)
    #expect(
      call.words == [
        "curl", "-q", "--config", "-", "--request", "PATCH",
        "https://x.example/api/v1/repos/o/r/issues/1",
      ])
    let lines = call.input.split(separator: "\n")
    #expect(lines.contains(#"user = "a\"n:s\\e\ncret\nurl = x""#))
    #expect(lines.contains(#"data-raw = "{\"body\":\"a\\\"\\\\\\nb\\u0000é\"}""#))
    #expect(lines.contains(#"proto = "=https""#))
    #expect(!lines.contains { $0.hasPrefix("url") || $0.hasPrefix("location") })
  }

  @Test("Answers of HTTP are read with their headers; other texts are none")
  func answers() {
    let text =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\nX-TOTAL-COUNT:  7\r\nLocation: /x\r\n\r\n[{}]"
    let read = GiteaAnswer(Array(text.utf8))
    #expect(read?.status == 200 && read?.total == 7 && read?.redirect == "/x")
    #expect(read?.items?.count == 1)
    for text in [
      "", "[]", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 99 x\r\n\r\n", "HTTP/1.1 x y\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n[]",
    ] {
      #expect(GiteaAnswer(Array(text.utf8)) == nil, "\(text)")
    }
    let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    #expect(GiteaAnswer(head + Array("[{}]".utf8))?.items?.count == 1)
    let broken = Array(#"[{"a":""#.utf8) + [0xFF] + Array(#""}]"#.utf8)
    #expect(GiteaAnswer(head + broken)?.status == 200)
    #expect(GiteaAnswer(head + broken)?.items == nil)
    #expect(answer("{\"message\":\"no\\nway\"}", 403).complaint == "HTTP 403: no way")
    #expect(answer("<html>", 429).complaint == "HTTP 429: too many requests")
    #expect(answer("[1]").items == nil && answer("[{}").items == nil)
    #expect(GiteaAnswer(status: 200, body: String(repeating: "[", count: 9999)).items == nil)
  }

  @Test("Labels are found by their names in the repository, and then in the organization")
  func labels() throws {
    let change = TrackerChange.labels(added: ["Ui", "shared"], removed: [])
    let own = answer(#"[{"id":1,"name":"ui"},{"id":2,"name":"Ui"}]"#, total: 2)
    let shared = answer(#"[{"id":9,"name":"shared"}]"#, total: 1)
    let asked = [
      "GET repos/o/r/labels?limit=50&page=1", "GET orgs/o/labels?limit=50&page=1",
    ]
    #expect(
      try run(change, [own, shared, answer("[]")])
        == asked + [#"POST repos/o/r/issues/12/labels {"labels":[2,9]}"#, "done "])
    let missing = [
      "refused: there is no label 'shared'; make it at "
        + "https://Git.Example.org:3000/team/o/r/labels"
    ]
    #expect(try run(change, [own, answer("", 404)]) == asked + missing)
    #expect(try run(change, [answer("", 404)]) == [asked[0], "refused: HTTP 404: not found"])
    #expect(
      try run(change, [own, shared, answer("", 404)]).last == "refused: HTTP 404: not found")
    let refusal = try run(change, [answer("{}")]).last
    #expect(refusal == "refused: the server sent something else than a list")
  }

  @Test("A label is removed by the id that the issue has; one that is gone needs no request")
  func unlabel() throws {
    let change = TrackerChange.labels(added: [], removed: ["bug"])
    let issue = answer(#"{"labels":[{"id":4,"name":"bug"}]}"#)
    #expect(
      try run(change, [issue, answer("", 204)]) == [
        "GET repos/o/r/issues/12", "DELETE repos/o/r/issues/12/labels/4", "done ",
      ])
    #expect(try run(change, [answer(#"{"labels":[]}"#)]).last == "done ")
    let both = TrackerChange.labels(added: ["a", "b"], removed: ["c", "d"])
    #expect(try #require(source).separated(both).count == 3)
  }

  @Test("Nobody is unassigned for somebody who can't be assigned")
  func assignees() throws {
    let change = TrackerChange.assignees(added: ["eve", "Bob"], removed: ["ann"])
    let issue = answer(#"{"assignees":[{"login":"Ann"},{"login":"kim"}]}"#)
    let able = answer(#"[{"login":"bob"},{"login":"ann"}]"#)
    let asked = ["GET repos/o/r/issues/12", "GET repos/o/r/assignees"]
    #expect(
      try run(change, [issue, able])
        == asked + ["refused: 'eve' can't be assigned there, or does not exist"])
    let all = answer(#"[{"login":"bob"},{"login":"eve"}]"#)
    let patch = #"PATCH repos/o/r/issues/12 {"assignees":["kim","eve","Bob"]}"#
    let kept = answer(#"{"assignees":[{"login":"eve"},{"login":"bob"},{"login":"kim"}]}"#, 201)
    #expect(try run(change, [issue, all, kept]) == asked + [patch, "done "])
    let refusal = try run(change, [issue, all, issue]).last
    #expect(refusal?.hasPrefix("refused: the server left") == true)
    let removal = TrackerChange.assignees(added: [], removed: ["ann"])
    let none = answer(#"{"assignees":null}"#)
    #expect(try run(removal, [none]) == [asked[0], "done "])
  }

  @Test("A due day is sent again in another zone if the server shows another day")
  func dueDays() throws {
    let day = try #require(CalendarDay("2027-03-04"))
    let issue = { (day: String) in answer(#"{"due_date":"\#(day)T12:59:59+13:00"}"#, 201) }
    let asked = ["+12:00", "+14:00"].map {
      #"PATCH repos/o/r/issues/12 {"due_date":"2027-03-04T23:59:59\#($0)"}"#
    }
    #expect(try run(.due(day), [issue("2027-03-04")]) == [asked[0], "done "])
    #expect(
      try run(.due(day), [issue("2027-03-05"), issue("2027-03-04")]) == asked + ["done "])
    let other = issue("2026-01-01")
    #expect(try run(.due(day), [other, other, other]).last?.hasPrefix("refused: ") == true)
    #expect(
      try run(.due(nil), [other]).last?.hasPrefix("refused: the server left the value") == true)
  }

  @Test("A list counts only if it is whole, in whatever pages it comes")
  func lists() throws {
    let source = try #require(source)
    let page = { (numbers: [Int], total: Int?) in
      let issues = numbers.map { #"{"number":\#($0),"title":"x","comments":1,"html_url":"x"}"# }
      return answer("[\(issues.joined(separator: ","))]", total: total)
    }
    let comment = #"{"id":5,"html_url":"https://x/o/r/issues/2#issuecomment-5","body":"Hi"}"#
    let other = #"{"id":6,"html_url":"https://x/o/r/pulls/3#issuecomment-6"}"#
    for total in [3, nil] {
      var list = try #require(source.list)
      for answer in [page([3, 2], total), page([2, 1], total)] { list.take(answer) }
      if total == nil { list.take(page([], nil)) }
      #expect(list.turn == .ask(.page(1, of: "repos/o/r/issues/comments")))
      list.take(answer("[\(comment),\(other)]", total: 2))
      #expect(list.turn == .done)
      let lines = String(decoding: list.lines, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 3 && lines[1].contains(#""comments":[{"body":"Hi""#))
      #expect(lines[0].contains("https://Git.Example.org:3000/team/o/r/issues/3"))
    }
    var list = try #require(source.list)
    for answer in [page([3, 2], 3), page([], 3)] { list.take(answer) }
    #expect(list.turn == .changed)
    list = try #require(source.list)
    for answer in [page([3, 2], 3), page([], 2)] { list.take(answer) }
    #expect(list.turn == .changed)
    list = try #require(source.list)
    for answer in [page([3, 2], 3), page([2, 1], 4), page([], 4)] { list.take(answer) }
    #expect(list.turn != .changed)
    for answer in [answer("{}"), answer("[1]"), answer("[", 200), answer("[]", 500)] {
      var list = try #require(source.list)
      list.take(answer)
      guard case .refused = list.turn else {
        Issue.record("\(answer) is no list")
        continue
      }
    }
  }
}
