import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Wrong stamps on a guarded board, and how they are repaired.
@Suite("Stamps on a guarded board", .serialized)
struct GuardStampTests {
  private static let far = "9999-12-31T23:59:59.999Z~zzzzz"

  @Test(
    "A stamp that is none or far ahead is refused on any value, and doctor mends it",
    arguments: [("created", far), ("title", far), ("title", "zzzz"), ("priority", "")])
  func refused(field: String, stamp: String) async throws {
    let board = try await GuardedBoard()
    let (id, text) = (board.ids[0], try await board.text(of: board.ids[0]))
    let stamps = #"  "stamps": {"fields": {"\#(field)": "\#(stamp)"}}"# + "\n}\n"
    try board.commit(
      HostileFile(board.path(of: id), text.replacing(/\n}\n$/, with: ",\n" + stamps)))
    if !stamp.isEmpty {
      try await board.expectRefusal(saying: ["the stamp '\(stamp)' of '\(field)'"])
    }
    try await board.shell("pmgit doctor --fix --offline")
    guard !stamp.isEmpty else { return try await board.expectPass() }
    // The wrong stamp is gone from the canonical file.
    let canonical = try await board.text(of: id)
    #expect(!canonical.contains(stamp), "\(canonical)")
    try await board.expectPass()
  }

  @Test(
    "Before it is mended, the push is refused and 'doctor' names it", arguments: [far, "zzzz"])
  func named(stamp: String) async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    try await board.ada("edit", id, "--title", "Ada's")
    let old = try #require(
      try await board.text(of: id).firstMatch(of: /"title": "(20[^"]*~[^"]*)"/)
    ).1
    let commit = try await board.replace(String(old), with: stamp, in: id)
    try await board.expectRefusal(
      saying: [
        "plan '\(id)': the stamp '\(stamp)' of 'title'", "commit \(commit.abbreviated())",
        "'pmgit doctor --fix'",
      ])
    let validation = await board.ada.run(["doctor", "pmgit/main"])
    #expect(validation.exitCode == 1 && validation.output.contains("wrong-stamp"))
    try await board.ada("doctor", "--fix", "--offline")
    try await board.expectPass()
  }

  @Test("Who had a wrong clock comes out of it by the hint")
  func wrongClock() async throws {
    let board = try await GuardedBoard()
    let right = board.ada.now
    board.ada.now = Timestamp(seconds: CommandRunner.machineTime.seconds + 7 * 86_400)
    try await board.ada("edit", board.ids[0], "--title", "Next week")
    try await board.expectRefusal(saying: ["of 'title' is not pmgit's, or more than a day ahead"])
    // pmgit can't know that the local clock is right and that of the newest commit was wrong.
    board.ada.now = right
    try await board.ada("doctor", "--fix", "--offline")
    try await board.expectRefusal(saying: ["correct the clock (see 'date'), make another change"])
    try await board.ada("edit", board.ids[1], "--title", "Today")
    try await board.expectRefusal(saying: ["'pmgit doctor --fix'"])
    try await board.ada("doctor", "--fix", "--offline")
    try await board.expectPass()
    #expect(try await board.text(of: board.ids[0]).contains("Next week"))
  }

  @Test("A long one is cut where it is reported")
  func long() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    try await board.ada("edit", id, "--title", "Ada's")
    let text = try await board.text(of: id)
    let stamp = String(repeating: "z", count: 100_000)
    try board.commit(HostileFile(board.path(of: id), text.replacing(/20[^"]*~[^"]*/, with: stamp)))
    let push = try await board.expectRefusal(saying: ["the stamp 'zzz", "zzz…' of 'title'"])
    #expect(push.messages.utf8.count < 2000)
    let doctor = await board.ada.run(["doctor", "--offline"])
    #expect(doctor.messages.utf8.count + doctor.output.utf8.count < 2000)
  }

  @Test("What was there before the guard blocks nobody")
  func before() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    try await board.ada("edit", id, "--title", "Ada's")
    try await board.expectPass()
    let text = try await board.text(of: id)
    try board.hub.commitHostile([
      HostileFile(board.path(of: id), text.replacing(/20[^"]*~[^"]*/, with: Self.far))
    ])
    try await board.ada("sync")
    try await board.ada("edit", id, "--due", "2026-12-01")
    try await board.expectPass()
  }
}
