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

  @Test("Finished plans stand below their labels, the rest at the end")
  func changelog() {
    let groups = [
      FinishedGroup(label: "bug*", plans: [Build.plan("a1"), Build.plan("b2")]),
      FinishedGroup(label: nil, plans: [Build.plan("c3")]),
    ]
    #expect(
      ChangelogMarkdown.text(groups) { String($0.text.prefix(4)) } == """
        ## bug\\*

        - Plan a1 (a100)
        - Plan b2 (b200)

        ## Other

        - Plan c3 (c300)

        """)
    #expect(ChangelogMarkdown.text([]) { $0.text } == "")
  }
}
