import PlanModel
import Testing

@testable import PlanView

@Suite("Markdown")
struct MarkdownTextTests {
  @Test(
    "Marks get a backslash, and everything else stays",
    arguments: [
      ("Fix login", "Fix login"), ("한글 - 1.5", "한글 - 1.5"),
      ("*bold* _em_ `code`", "\\*bold\\* \\_em\\_ \\`code\\`"),
      ("[x](javascript:alert)", "\\[x\\](javascript:alert)"), ("<script>", "\\<script\\>"),
      ("- item", "\\- item"), ("1. item", "1\\. item"), ("12) item", "12\\) item"),
      ("# head #", "\\# head \\#"), ("a\nb\u{1B}", "a\\\\nb\\\\x1b"), ("&amp;", "\\&amp;"),
      ("+ plus", "\\+ plus"), ("a|b~c", "a\\|b\\~c"), ("  - deep", "  \\- deep"), ("===", "\\==="),
      ("*\u{301}a*\u{301}", "\\*\u{301}a\\*\u{301}"),
    ])
  func escaped(text: String, expected: String) {
    #expect(MarkdownText.escaped(text) == expected)
  }

  @Test(
    "Addresses of the web are kept as they are",
    arguments: [
      ("Mend https://example.com/a_b*c", "Mend <https://example.com/a_b*c>"),
      ("https://example.com/a_b.", "<https://example.com/a_b>."),
      ("(see http://a.b/c_(d), e_f)", "(see <http://a.b/c_(d)>, e\\_f)"),
      ("[x](https://a.b/_c_)", "\\[x\\](<https://a.b/_c>\\_)"),
      ("<https://a.b/_>", "\\<<https://a.b/>\\_\\>"),
      ("HTTPS://A.B/x_y`z`", "<HTTPS://A.B/x_y>\\`z\\`"),
      ("https://a.b/@me/:x:", "<https://a.b/@me/:x>:"),
      ("- https://a.b", "\\- <https://a.b>"), ("xhttps://a_b", "xhttps://a\\_b"),
      ("https://_", "https://\\_"),
      ("http://", "http://"), ("javascript://a_b", "javascript://a\\_b"),
      ("한https://a.b/_c", "한<https://a.b/_c>"), ("1https://a.b/_c", "1<https://a.b/_c>"),
      ("ftp://x.y/a_b", "<ftp://x.y/a_b>"), ("FTP://x.y/a_b", "<FTP://x.y/a_b>"),
      ("sftp://x.y/a_b", "sftp://x.y/a\\_b"), ("ftp://_a", "ftp://\\_a"),
      ("https://x.y/?a=1&copy;2_3", "<https://x.y/?a=1&amp;copy;2_3>"),
      ("https://x.y/?a&#38;b&x=1&", "<https://x.y/?a&amp;#38;b&x=1&>"),
      ("https://a.b/<script>", "<https://a.b/>\\<script\\>"),
      ("https://a.b/c\u{1B}", "<https://a.b/c>\\\\x1b"),
      ("https://a.b/\u{202E}_x", "<https://a.b/>\\\\u202e\\_x"),
    ])
  func addresses(text: String, expected: String) {
    #expect(MarkdownText.escaped(text) == expected)
  }

  @Test(
    "An address without a scheme that has marks becomes a link with a target",
    arguments: [
      ("www.example.com/a_b", "[www.example.com/a\\_b](<http://www.example.com/a_b>)"),
      ("see (www.a.b/_c)!", "see ([www.a.b/\\_c](<http://www.a.b/_c>))!"),
      ("www.a.b/?x&copy;2_3", "[www.a.b/?x\\&copy;2\\_3](<http://www.a.b/?x&amp;copy;2_3>)"),
      ("www.a.b/[c]_d", "[www.a.b/\\[c\\]\\_d](<http://www.a.b/[c]_d>)"),
      ("www.a.b/@me", "[www.a.b/@me](<http://www.a.b/@me>)"),
      ("www.a.b/c*", "[www.a.b/c](<http://www.a.b/c>)\\*"),
      ("*www.a.b/c", "\\*www.a.b/c"), ("www.a.b/c, d", "www.a.b/c, d"),
      ("xwww.a.b/_c", "xwww.a.b/\\_c"), ("www._", "www.\\_"), ("www.", "www."),
    ])
  func schemeless(text: String, expected: String) {
    #expect(MarkdownText.escaped(text) == expected)
  }

  @Test(
    "What GitHub and GitLab would follow behind Markdown is broken by a space without width",
    arguments: [
      ("@user", "@·user"), ("ask @ada, @ben-2", "ask @·ada, @·ben-2"), ("가@user", "가@·user"),
      ("(@a/team)", "(@·a/team)"), ("@_x", "@·\\_x"), ("@@user", "@@·user"),
      ("dev@example.com", "dev@example.com"), ("@ home @", "@ home @"), ("@한글", "@한글"),
      (":tada:", ":·tada:"), ("a :+1: b", "a :·+1: b"), ("done:tada:", "done:·tada:"),
      (":a:b:", ":·a:·b:"), (":snow_man:", ":·snow\\_man:"), ("한:tada:", "한:·tada:"),
      ("10:30:45", "10:30:45"), ("at 10:30: go", "at 10:30: go"), (":100:", ":·100:"),
      ("org.a:b:1.2", "org.a:b:1.2"), ("std::vector::x", "std::vector::x"), ("a: b: c", "a: b: c"),
      (":", ":"), ("x:", "x:"), (":x", ":x"),
    ])
  func live(text: String, expected: String) {
    let broken = expected.replacing("·", with: "\u{200B}")
    #expect(MarkdownText.escaped(text) == broken)
  }

  @Test("Finished plans stand below their labels, the rest at the end")
  func changelog() {
    let groups = [
      FinishedGroup(label: "bug*", plans: [Build.plan("a1"), Build.plan("b2")]),
      FinishedGroup(label: nil, plans: [Build.plan("c3")]),
    ]
    #expect(
      groups.changelog { String($0.text.prefix(4)) } == """
        ## bug\\*

        - Plan a1 (a100)
        - Plan b2 (b200)

        ## Other

        - Plan c3 (c300)

        """)
    #expect([FinishedGroup]().changelog { $0.text } == "")
  }
}
