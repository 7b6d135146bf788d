import Foundation
import PlanView
import Testing

@Suite("docs/screen.md")
struct ScreenDocumentTests {
  @Test("The document has all keys, in the order of the help")
  func keys() throws {
    try expectRows(Shortcut.all.map { ($0.keyNames, $0.explanation) })
  }

  @Test(
    "The document has the keys of each part of the screen",
    arguments: LocalShortcut.Place.allCases)
  func keys(place: LocalShortcut.Place) throws {
    try expectRows(
      LocalShortcut.all.filter { $0.place == place }.map { ($0.keyNames, $0.explanation) })
  }

  private func expectRows(_ keys: [(names: [String], says: String)]) throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/screen.md").resolvingSymlinksInPath()
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let rows = keys.map { names, says in
      "| \(names.map { "`\($0)`" }.joined(separator: " ")) | \(says) |"
    }
    let first = try #require(rows.first)
    let start = try #require(lines.firstIndex(of: first))
    #expect(Array(lines[start...].prefix(rows.count)) == rows)
  }
}
