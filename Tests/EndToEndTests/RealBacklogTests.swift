import Foundation
import PmgitTestSupport
import Testing

/// The path of a file with the plans of a real project, as JSON Lines. If the path is set and the
/// file can't be read, the test fails rather than being skipped.
private let realBacklog = ProcessInfo.processInfo.environment["PMGIT_REAL_BACKLOG"]

@Suite(.enabled(if: realBacklog != nil, "PMGIT_REAL_BACKLOG is not set"))
struct RealBacklogTests {
  @Test("A real backlog is one commit, comes back as it was, and is seen by a clone alone")
  func backlog() async throws {
    let file = try #require(realBacklog)
    let given = try plans(String(contentsOfFile: file, encoding: .utf8))
    try #require(!given.isEmpty)
    let hub = try await ScratchRepository(bare: true)
    let first = Binary(repository: try await ScratchRepository(cloning: hub))
    let imported = try await first.shell("pmgit init -q && pmgit import '\(file)'")
    #expect(imported.exitCode == 0)
    #expect(imported.messages.hasSuffix("imported \(given.count) new, 0 updated, 0 unchanged\n"))
    #expect(try await first.repository.git("rev-list", "--count", "pmgit/main") == "3")
    let again = try await first.shell("pmgit import -q '\(file)'; pmgit export; pmgit sync -q")
    #expect(try await first.repository.git("rev-list", "--count", "pmgit/main") == "3")

    let exported = try plans(again.output)
    #expect(exported.count == given.count)
    let ids = Dictionary(
      exported.map { ($0.alias, $0.id) }, uniquingKeysWith: { first, _ in first })
    for (alias, plan) in Dictionary(given.map { ($0.alias, $0) }, uniquingKeysWith: { $1 }) {
      let back = try #require(exported.first { $0.alias == alias })
      #expect(back.content == plan.content)
      let links = plan.links.map { link in
        let parts = link.split(separator: ":", maxSplits: 1).map(String.init)
        return "\(parts[0]):\(ids[parts[1]] ?? parts[1])"
      }
      #expect(Set(back.links) == Set(links))
    }

    let clone = Binary(repository: try await ScratchRepository(cloning: hub))
    #expect(try await clone.shell("pmgit list --all | wc -l").output == "\(given.count)\n")
    #expect(try await clone.repository.git("fsck", "--strict") == "")
  }

  @Test("The page at the start of work is short, as text and as JSON")
  func prime() async throws {
    let file = try #require(realBacklog)
    let pmgit = Binary(repository: try await ScratchRepository())
    let text = try await pmgit.shell(
      "pmgit init -q && pmgit import -q '\(file)' && pmgit agents prime")
    #expect(text.exitCode == 0)
    #expect(text.output.utf8.count <= 2500 && text.output.split(separator: "\n").count <= 40)
    #expect(try await pmgit.shell("pmgit agents prime --json").output.utf8.count <= 5000)
  }

  /// The parts of an exported plan that an import must keep.
  private struct Exported {
    let id: String
    let alias: String
    let links: [String]
    let content: [String]
  }

  private func plans(_ lines: String) throws -> [Exported] {
    try lines.split(separator: "\n").map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let strings = { (key: String) in
        (object[key] as? [String] ?? []).filter { !$0.isEmpty }.sorted()
      }
      let text = { (key: String) in object[key] as? String ?? "" }
      let created = object["created"] as? [String: Any] ?? [:]
      let second = (created["at"] as? String ?? "").prefix(19)
      return Exported(
        id: text("id"), alias: strings("aliases").first ?? "", links: strings("links"),
        content: [
          text("title"), text("body"), text("state"), text("priority"),
          created["by"] as? String ?? "", String(second),
        ] + strings("labels") + strings("assignees") + strings("aliases"))
    }
  }
}
