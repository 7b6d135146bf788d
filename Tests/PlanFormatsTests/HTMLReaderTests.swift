import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("HTML as Markdown")
struct HTMLReaderTests {
  private func read(_ html: String) -> (text: String, tasks: [String]) {
    var losses: Set<String> = []
    let read = HTMLReader.markdown(of: html, losses: &losses)
    return (read.text, read.tasks.map { ($0.isDone ? "[x] " : "[ ] ") + $0.text })
  }

  @Test(
    "Elements become marks of Markdown",
    arguments: [
      ("<p>one</p><p>two</p>", "one\n\ntwo"), ("<p>one<br>two</p>", "one  \ntwo"),
      ("<p>one<p>two", "one\n\ntwo"), ("<h2>Why</h2>\n<p>So.</p>", "## Why\n\nSo."),
      ("<p>a <b>b</b> <i>c</i> <s>d</s> <code>e</code></p>", "a **b** *c* ~~d~~ `e`"),
      ("<p><a href='https://a.example/?b=1&amp;c=2'>a</a></p>", "[a](https://a.example/?b=1&c=2)"),
      ("<ul><li>a</li><li><p>b</p><ol><li>c</li></ol></li></ul>", "- a\n- b\n  1. c"),
      ("<pre><code>a &lt; b\n  c</code></pre>", "```\na < b\n  c\n```"),
      ("<blockquote><p>one</p></blockquote><hr>", "> one\n\n---"),
      ("<table><tr><th>a</th><th>b</th></tr></table>", "| a | b |\n| --- | --- |"),
      ("<p>one\n  two</p>", "one two"), ("<p>2 * 3 &#42; 4 &#x2a; 5</p>", #"2 \* 3 \* 4 \* 5"#),
      ("<p>&unknown; &#0; &#x110000; & ; a < b</p>", "&unknown; &#0; &#x110000; & ; a < b"),
      ("<div><span>one</span> <b>two</b></div>", "one **two**"), ("<!-- no --><p>one</p>", "one"),
      ("<div>one</div><div>two</div>", "one\n\ntwo"),
      ("<div><p>one</p><p>two</p></div>", "one\n\ntwo"),
      ("<pre><code>a<br>b</code></pre>", "```\na\nb\n```"),
      ("<p>a</p><!-- a > b --><p>b</p>", "a\n\nb"),
      ("<p>a</p><script>b < c</script><style>d</style><p>e</p>", "a\n\ne"),
      ("<p>see <https://a.example/x> and <3</p>", #"see \<https://a.example/x> and \<3"#),
      ("</ul></p><p>one</b></p></p>", "one"), ("<p>one</p><p", "one\n\n\\<p"), ("<p></p>", ""),
    ])
  func elements(html: String, markdown: String) { #expect(read(html).text == markdown) }

  @Test(
    "A text that does not begin with a tag is left as it is",
    arguments: [
      "", "one", "a <b>b</b>", "- [ ] x", "&amp;", "> <p>",
      "<https://a.example/x> is the page.\n\n- one",
      "<3 this\n\n- one", "<!-- a --> one\n\n- two", "<unknown>\n\n- one", "<p",
    ])
  func plain(text: String) { #expect(read(text).text == text) }

  @Test("Items of task lists are no part of the text, and keep their order")
  func tasks() {
    let html = """
      <p>Before</p><ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label>\
      <input type="checkbox"></label><div><p>one &amp; <b>two</b></p><ul data-type="taskList">\
      <li data-checked="false" data-type="taskItem"><p>three</p></li></ul></div></li></ul>
      """
    let read = read(html)
    #expect(read.text == "Before")
    #expect(read.tasks == ["[x] one & **two**", "[ ] three"])
  }

  @Test("Deep, unfinished and repeated tags end soon, and give no long text")
  func hostile() {
    let pieces = [
      "<p>", "<ul><li>", "<a", "<a href=\"", "<b>", "</b>", "<", "&", "&#", "<p 'a\"'", "<pre>",
      "<li data-type=\"taskItem\">x", "<!--", "<script>", "<div>", "<table><tr><td>",
      "<blockquote>x",
    ]
    for piece in pieces {
      let text = "<p>" + String(repeating: piece, count: 20_000)
      #expect(read(text).text.utf8.count < 20 * text.utf8.count, "\(piece)")
    }
  }

  @Test("Changed bytes make no crash", arguments: Seeds.batches(200, of: 20))
  func changed(seeds: [UInt64]) {
    let html = """
      <h1>a</h1><ul data-type="taskList"><li data-checked='true' data-type="taskItem"><p>b</p></li>\
      </ul><pre><code>c &lt;</code></pre><p><a href="x"><b>d</b></a> &#x2a;</p>
      """
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      _ = read(String(decoding: ByteChanges.changed(Array(html.utf8), &random), as: UTF8.self))
    }
  }
}
