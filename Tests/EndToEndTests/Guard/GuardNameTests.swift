import Git
import PmgitTestSupport
import Testing

/// Names that equal a board's name on a file system that ignores case.
@Suite("Names of a guarded board in other letters", .serialized)
struct GuardNameTests {
  /// Variants of 'pmgit/kanban' that are the same on some file systems: with capitals, with the
  /// Kelvin sign, and with a character that HFS+ ignores.
  static let otherNames = [
    "PMGIT/kanban", "pmgit/KANBAN", "pmgit/\u{212A}anban", "pm\u{200C}git/kanban",
  ]

  @Test("A board is not deleted, nor pushed to, by a name in other letters", arguments: otherNames)
  func otherLetters(name: String) async throws {
    let board = try await GuardedBoard()
    try await board.expectPass(of: "origin pmgit/main:refs/heads/pmgit/kanban")
    try await board.hub.git("update-ref", "refs/heads/\(name)", "refs/heads/pmgit/kanban")
    try await board.expectRefusal(of: "origin ':refs/heads/\(name)'", saying: ["would be deleted"])
    try await board.ada("edit", board.ids[0], "--title", "New")
    try await board.expectRefusal(
      of: "origin 'pmgit/main:refs/heads/\(name)'", saying: ["can't be the name of a board"])
  }

  @Test("What is in the way of boards and is none may be deleted")
  func inTheWay() async throws {
    let board = try await GuardedBoard()
    try await board.hub.git("update-ref", "refs/heads/PMGIT/Bad_Name", "refs/heads/pmgit/main")
    try await board.expectPass(of: "origin :refs/heads/PMGIT/Bad_Name")
  }

  @Test(
    "A file or folder that differs from a board's own in case alone is refused",
    arguments: [
      ("BOARD.json", "board.json"), ("PLANS/k7/k7m2q9x4t1ab.json", "plans"),
      ("Quarantine/x", "quarantine"), (".GitAttributes", ".gitattributes"),
      ("plan\u{17F}/x", "plans"), ("boa\u{200D}rd.json", "board.json"), ("plans\u{200C}", "plans"),
    ])
  func otherCase(path: String, own: String) async throws {
    let board = try await GuardedBoard()
    let commit = try board.commit(HostileFile(path, "x"))
    try await board.expectRefusal(
      saying: ["equals '\(own)' on a file system that ignores case", commit.abbreviated()])
    // Another commit that removes it is enough, as the hint says.
    try board.commit(.removed(path))
    try await board.expectPass()
  }

  @Test("Files of one's own may be named as people like")
  func elsewhere() async throws {
    let board = try await GuardedBoard()
    try board.commit(HostileFile("docs/BOARD.json", "x"), HostileFile("Readme.md", "x"))
    try await board.expectPass()
  }
}
