import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Names that git forbids")
struct EntryNameTests {
  /// Names that some file system treats as `.git`, and names that only resemble them.
  private static let names = [
    ".git", ".GIT", ".gIt", "git~1", "GIT~1", "git~2", ".git.", ".git ", ".git . .", "git~1.",
    "Git~1 ", ".git:", ".git::$INDEX_ALLOCATION", "git~1:x", ".git\\x", "git~1\\", ".git\\",
    ".g\u{200C}it", "\u{FEFF}.git", ".GI\u{206A}T", ".git\u{200D}", ".g\u{202E}it.", "\u{200B}.git",
    ".gitx", ".gitignore", ".gitattributes", ".gitmodules", ".git~1", "git", "a.git", ".git.x",
    ".git x", "a\\b", "..", ".", "", "...", "a/b", "con", "k7\u{301}", ".g\u{131}t", ".g\u{130}t",
  ]

  @Test(
    "A name that is let in is one that libgit2 writes again, however the repository is protected",
    arguments: [["core.protectNTFS=false"], ["core.protectHFS=true"], ["core.protectNTFS=true"]])
  func writable(options: [String]) async throws {
    let scratch = try await ScratchRepository()
    for option in options {
      let parts = option.split(separator: "=").map(String.init)
      try await scratch.git("config", parts[0], parts[1])
    }
    let repository = try scratch.open()
    let blob = try repository.writeBlob([])
    for name in Self.names where HeadCheck.isAllowed(name) {
      #expect(throws: Never.self, "\(name)") {
        try repository.writeTree(from: nil, edits: [(name, .put(blob))])
      }
    }
  }

  @Test("Names that only look like '.git' are allowed")
  func harmless() {
    for name in [
      ".gitx", ".gitignore", ".gitattributes", "git", "git~2", "a.git", ".git.x", "a\\b", "...",
    ] {
      #expect(HeadCheck.isAllowed(name), "\(name)")
    }
  }
}
