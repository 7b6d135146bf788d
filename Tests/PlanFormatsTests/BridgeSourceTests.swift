import PlanModel
import Testing

@testable import PlanFormats

@Suite("Sources of bridges, and marks of issues")
struct BridgeSourceTests {
  @Test("The mark of an issue is read back, and is no part of the body")
  func marks() {
    let marker = "0123456789abcdef0123456789abcdef"
    let bodies: [[String]] = [
      [], ["Text"], ["Text", ""], ["", "Text"], ["a", "", "", "b  "], ["<!-- pmgit:x -->"],
      ["```", "<!-- pmgit:\(marker) -->", "```"], ["/close", "\\/close @ann", "<!--  pmgit:1 -->"],
      ["e\u{301}", "👩‍👩‍👧"],
    ]
    for body in bodies {
      let text = IssueMarker.text(body, marker: marker)
      for ending in ["", "\n", "\r\n ", "  "] {
        let read = IssueMarker.split(text + ending)
        #expect(read.marker == marker)
        #expect(read.body == body.joined(separator: "\n"), "\(body)")
      }
      let lines = text.replacing("\n", with: "\r\n")
      #expect(IssueMarker.split(lines).marker == marker)
      let plain = IssueMarker.split(IssueMarker.text(body, marker: nil))
      #expect(plain.marker == nil && plain.body == body.joined(separator: "\n"), "\(body)")
    }
    for text in [
      "<!-- pmgit: -->", "<!-- pmgit:abc -->", "<!-- pmgit:\(marker)\(marker) -->", ":-->", " -->",
      "pmgit:\(marker) -->", "<!-- pmgit:\(marker.uppercased()) -->", "",
    ] {
      let read = IssueMarker.split(text)
      #expect(read.marker == nil && read.body == text, "\(text)")
    }
  }

  @Test("Only names of repositories and projects are sources")
  func names() {
    for text in [
      "github:o/r", "gitlab:g/h/p", "github:o/.github", "file:a b", "gitlab:_g/p",
      "github:x.example/o/r", "gitlab:x.example/g/p", "gitea:codeberg.org/o/r",
      "gitea:http://localhost:3000/o/r", "gitea:x.example/git/o/r",
    ] {
      #expect(BridgeSource(text)?.text == text)
    }
    for text in [
      "", "o/r", "github:", "github:o", "github:o/r/s", "github:-o/r", "github:o/--json",
      "github:o/r?x", "github:o /r", "gitlab:p", "gitlab:g//p", "gitlab:g/..", "file:",
      "http://x/y",
      "github:o/\u{E9}", "GITHUB:o/r", "gitea:o/r", "gitea:x.example:/o/r", "gitea:x:1:2/o/r",
      "gitea:x.example:port/o/r", "gitea:-x/o/r", "gitea:a@x/o/r", "gitea:ftp://x/o/r",
      "gitea:x.example/../r", "gitea:x.example/o/r#1", "gitea:[::1]/o/r", "gitea://x/o/r",
    ] {
      #expect(BridgeSource(text) == nil, "\(text)")
    }
  }

  @Test("Addresses that programs print become aliases; other texts do not")
  func addresses() throws {
    let hub = try #require(BridgeSource("github:o/r"))
    let lab = try #require(BridgeSource("gitlab:g/h/p"))
    let alias = { (source: BridgeSource, text: String) in source.alias(printed: Array(text.utf8)) }
    #expect(alias(hub, "https://github.com/o/r/issues/12\n") == "github:o/r#12")
    #expect(alias(hub, "Creating\nhttps://x.example/O/r/issues/3") == "github:x.example/O/r#3")
    #expect(alias(lab, "#3 T (now)\n https://gitlab.com/g/h/p/-/issues/3") == "gitlab:g/h/p#3")
    #expect(alias(lab, "https://gitlab.com/g/h/p/-/work_items/4") == "gitlab:g/h/p#4")
    let made =
      #"{"description":"https://x/-/issues/1","web_url":"https://gitlab.com/g/h/p/-/issues/5"}"#
    #expect(alias(lab, made) == "gitlab:g/h/p#5")
    let dotted = try #require(BridgeSource("gitlab:gitlab.com/my.group/sub/p"))
    #expect(dotted.aliasStart == "gitlab:gitlab.com/my.group/sub/p")
    #expect(dotted.number(of: "gitlab:gitlab.com/My.Group/sub/p#5") == "5")
    #expect(
      alias(dotted, "https://gitlab.com/my.group/sub/p/-/issues/5")
        == "gitlab:gitlab.com/my.group/sub/p#5")
    #expect(Account.tracker(of: "\(dotted.aliasStart)#5") == "gitlab")
    for text in [
      "", "12", "https://github.com/o/r/issues/", "/issues/1", "https:///issues/", "\u{0}",
    ] {
      #expect(alias(hub, text) == nil && alias(lab, text) == nil, "\(text)")
    }
    #expect(hub.number(of: "github:O/R#12") == "12")
    for text in ["github:o/r#", "github:o/r#new", "github:o/r#-1", "github:o/s#1", "gitlab:o/r#1"] {
      #expect(hub.number(of: text) == nil, "\(text)")
    }
    let comment = "https://github.com/o/r/issues/1#issuecomment-77\n"
    #expect(hub.comment(printed: Array(comment.utf8)) == "issuecomment77")
    #expect(hub.comment(printed: []) == nil && lab.comment(printed: Array(comment.utf8)) == nil)
  }

  @Test("Values are never options of their own, and names with commas are one name")
  func commands() throws {
    let hub = try #require(BridgeSource("github:o/r"))
    let words = { (change: TrackerChange) in
      hub.command(sending: change, to: "7", marker: "m", milestone: { "-\($0)" })?.words.dropFirst(
        6)
    }
    #expect(words(.title("--help")) == ["--title=--help"])
    #expect(words(.milestone("x")) == ["--milestone=-x"])
    #expect(
      words(.labels(added: ["a,b", "-c"], removed: ["d\"e"]))
        == ["--add-label=\"a,b\"", "--add-label=-c", "--remove-label=\"d\"\"e\""])
    let body = hub.command(sending: .body(["-"]), to: "7", marker: "m", milestone: { $0 })
    #expect(body?.input == "-\n\n<!-- pmgit:m -->")
  }

  @Test("Addresses that people copy name repositories and projects")
  func copiedAddresses() {
    let known = [
      "https://github.com/acme/app": "github:acme/app",
      "https://github.com/acme/app/": "github:acme/app",
      "https://github.com/acme/app.git": "github:acme/app",
      "https://www.github.com/acme/app/issues/12?q=is%3Aopen#top": "github:acme/app",
      "HTTPS://GitHub.com/Acme/App/tree/main/docs": "github:Acme/App",
      "github.com/acme/app": "github:acme/app", "git@github.com:acme/app.git": "github:acme/app",
      "ssh://git@github.com/acme/app.git": "github:acme/app",
      "https://github.example.com/acme/app": "github:github.example.com/acme/app",
      "https://gitlab.com/g/app": "gitlab:g/app",
      "https://gitlab.com/g/sub/app/-/issues/3": "gitlab:g/sub/app",
      "git@gitlab.com:g/sub/app.git": "gitlab:g/sub/app",
      "https://gitlab.example.com/g/app/": "gitlab:gitlab.example.com/g/app",
      "https://codeberg.org/o/r/issues/3": "gitea:codeberg.org/o/r",
      "git@codeberg.org:o/r.git": "gitea:codeberg.org/o/r",
      "ssh://git@codeberg.org:2222/o/r.git": "gitea:codeberg.org/o/r",
      "https://Gitea.example.com:3000/o/r": "gitea:gitea.example.com:3000/o/r",
      "http://forgejo.local/o/r": "gitea:http://forgejo.local/o/r",
    ]
    for (address, source) in known {
      #expect(BridgeSource(address: address)?.text == source, "\(address)")
    }
    for text in [
      "", "github:o/r", "https://", "https://github.com", "https://github.com/acme",
      "https://example.com/acme/app", "https://github.com/-o/app", "https://github.com/../app",
      "https://evil@github.com/acme/app", "https://github.com:8443/acme/app",
      "https://github.com/acme/a b", "file:a/b/c", "https://notgithub.com/acme/app",
      "https://gitlab.com/-/profile/x", "--repo=github.com/o/r",
    ] {
      #expect(BridgeSource(address: text) == nil, "\(text)")
    }
    let texts = { (address: String) in BridgeSource.candidates(address: address).map(\.text) }
    #expect(
      texts("http://example.com:3000/me/app.git")
        == ["gitea:http://example.com:3000/me/app"])
    #expect(
      texts("https://example.com/me/app") == [
        "gitea:example.com/me/app", "gitlab:example.com/me/app",
      ])
    #expect(texts("https://example.com").isEmpty && texts("me/app/x").isEmpty)
    #expect(
      BridgeSource("gitea:https://example.com/me/app.git")?.text == "gitea:example.com/me/app")
    #expect(BridgeSource("github:me/app.git")?.text == "github:me/app")
    #expect(BridgeSource("file:/a.git")?.text == "file:/a.git")
  }
}
