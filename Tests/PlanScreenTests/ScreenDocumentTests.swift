import Foundation
import PlanView
import Testing

@Suite("docs/screen.md")
struct ScreenDocumentTests {
  @Test("The document has all keys, in the order of the help")
  func keys() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/screen.md").resolvingSymlinksInPath()
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let rows = Shortcut.all.map { shortcut in
      "| \(shortcut.keyNames.map { "`\($0)`" }.joined(separator: " ")) | \(shortcut.says) |"
    }
    let first = try #require(rows.first)
    let start = try #require(lines.firstIndex(of: first))
    #expect(Array(lines[start...].prefix(rows.count)) == rows)
  }
}
