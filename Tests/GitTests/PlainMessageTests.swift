import Git
import PmgitTestSupport
import Testing

@Suite("Messages whose trailers are beyond doubt")
struct PlainMessageTests {
  private func trailers(_ message: String) -> [String]? {
    PlainMessage(Array(message.utf8))?.trailers
  }

  @Test("The last paragraph is trailers if all of its lines are, and none if no line has a colon")
  func plain() {
    #expect(trailers("Fix\n") == [])
    #expect(trailers("Fix: a title\nof two lines: and more\n") == [])
    #expect(trailers("Fix\n\nText.\n\n\n") == [])
    #expect(trailers("Fix\n\nText: one\n\nPlan: k7m2\nX-Y:  z \n") == ["Plan: k7m2", "X-Y: z"])
  }

  @Test(
    "git is asked about everything else",
    arguments: [
      "", "\nFix\n", "Fix\n\nPlan: a\nText\n", "Fix\n\nSee: this\n  Plan: a\n",
      "Fix\r\n\r\nPlan: a\r\n",
      "Fix\n\nPlan : a\n", "Fix\n\nPlan:\n", "Fix\n\n(cherry picked from commit abc)\n",
      "Fix\n---\nPlan: a\n", "Fix\n\nPlan: a\n# - >8 -\n", "Fix\n\nText: of\nany kind\n",
      "Fix\n\n\0\n",
    ])
  func unclear(message: String) {
    #expect(trailers(message) == nil)
  }

  @Test(
    "What it says of random messages is what git says, and so is what it adds",
    arguments: Seeds.each(4))
  func againstGit(seed: UInt64) async throws {
    let scratch = try await ScratchRepository()
    let program = GitProgram(
      environment: scratch.program.environment, gitDirectory: nil,
      workingDirectory: scratch.folder)
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "Fix the login", "Plan: k7m2", "Closes: a, b", "x", "Text with words", "", "", "  ", "\t",
      "Text: with a colon", "Reviewed-by:Ada  <a@x>", "  indented", "# comment", "Plan :z", "Plan:",
      "한국어: 제목", "(cherry picked from commit 0123456)", "Conflicts:", "\tfile", "---", "a=b",
      "-: y",
      "Signed-off-by: Ada <a@x>", "http://example.org/x", "12: 3",
    ]
    var plain = 0
    for _ in 0..<120 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }
        .joined(separator: "\n")
      let message = Array((text + (Bool.random(using: &generator) ? "\n" : "")).utf8)
      guard let own = PlainMessage(message) else { continue }
      plain += 1
      let theirs = try await program.trailers(ofMessage: message, commentMark: nil)
      #expect(own.trailers.map { $0 + "\n" }.joined() == theirs, "\(text.debugDescription)")
      guard !own.hasLine(beginningWith: "#"), let added = own.adding("Plan: new") else { continue }
      try scratch.write(String(decoding: message, as: UTF8.self), to: "message")
      try await program.addTrailer(
        "Plan: new", toFile: scratch.folder + "/message", commentMark: nil)
      #expect(
        try scratch.read("message") == String(decoding: added, as: UTF8.self),
        "\(text.debugDescription)")
    }
    #expect(plain > 20, "\(plain)")
  }

  @Test("Where a setting is about trailers, git is asked", arguments: ["file", "environment"])
  func configured(place: String) async throws {
    let scratch = try await ScratchRepository()
    let message = Array("Fix\n\nPlan: k7m2\n".utf8)
    #expect(try scratch.open().plainTrailers(of: message) == "Plan: k7m2")
    var environment = scratch.program.environment
    if place == "file" {
      try await scratch.git("config", "trailer.plan.key", "Refs")
    } else {
      environment["GIT_CONFIG_PARAMETERS"] = "'trailer.separators'='='"
    }
    let repository = try Repository.discover(from: scratch.path, environment: environment)
    #expect(try repository.plainTrailers(of: message) == nil)
  }
}
