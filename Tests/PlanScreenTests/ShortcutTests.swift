import Foundation
import PlanView
import Testing

@Suite("Shortcuts")
struct ShortcutTests {
  /// The rows of the page's table.
  private struct PageKey {
    let keys: [String]
    let act: String
    let says: String
  }

  private static func pageKeys() throws -> [PageKey] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PlanWeb/Page/commands/keys.js")
    let text = try String(contentsOf: file, encoding: .utf8)
    let row = /\{\s+keys: \[(.*?)\],\s+act: '(.*?)',\s+says: '(.*?)',\s+group: '.*?',?\s+\}/
    return text.matches(of: row).map { match in
      let keys = match.1.matches(of: /'([^']*)'/).map { String($0.1) }
      return PageKey(keys: keys, act: String(match.2), says: String(match.3))
    }
  }

  /// The keys that mean something else in a terminal, where less, vim and lazygit have taught
  /// people these meanings, and Ctrl+z suspends.
  private static let others: [String: Shortcut.Act] = [
    "g": .top, "q": .quit, "Ctrl+z": .suspend,
  ]

  @Test("A key means the same in a terminal and on the page")
  func samePage() throws {
    let rows = try Self.pageKeys()
    #expect(rows.count > 30)
    for row in rows {
      for key in row.keys {
        if let other = Self.others[key] {
          #expect(Shortcut.of(key: key)?.act == other)
        } else if let shortcut = Shortcut.of(key: key) {
          #expect(shortcut.act.rawValue == row.act, "'\(key)'")
        }
      }
      let act = try #require(
        Shortcut.Act(rawValue: row.act), "the page has '\(row.act)', the terminal does not")
      let shortcut = try #require(Shortcut.of(act))
      #expect(shortcut.says == row.says)
      // At least one key is the same, unless all of them mean something else.
      if row.keys.contains(where: { Self.others[$0] == nil }) {
        #expect(!Set(row.keys).isDisjoint(with: shortcut.keys), "'\(row.act)'")
      }
    }
  }

  @Test("Each key and each act is listed once")
  func unique() {
    let keys = Shortcut.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let acts = Shortcut.all.map(\.act)
    #expect(Set(acts).count == acts.count)
    #expect(Set(acts) == Set(Shortcut.Act.allCases))
  }

  @Test("A part of the screen gives another meaning only to keys that have one, and to '-'")
  func places() {
    for place in LocalShortcut.Place.allCases {
      let keys = LocalShortcut.all.filter { $0.place == place }.flatMap(\.keys)
      for key in keys { #expect(key == "-" || Shortcut.of(key: key) != nil, "'\(key)'") }
    }
  }

  @Test("Keys have names that people read")
  func names() {
    #expect(Shortcut.of(.moveLeft)?.keyNames == ["Shift+←", "H", "<"])
    #expect(Shortcut.of(.select)?.keyNames == ["Space"])
    #expect(Shortcut.of(.line)?.keyNames == ["+"])
    #expect(Shortcut.of(.query)?.label == "To the query")
  }
}
