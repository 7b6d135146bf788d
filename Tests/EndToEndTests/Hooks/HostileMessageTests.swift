import PmgitTestSupport
import Testing

/// Hostile or unusual commit messages.
@Suite("No message does harm", .serialized)
struct HostileMessageTests {
  /// Writes a message with `printf` and commits it with `git commit -F`.
  private func commit(
    _ format: String, _ options: String = "", in here: HookedRepository
  ) async throws -> String {
    try await here.run(
      "printf '\(format)' > ../message; commit \(options) -F ../message",
      adding: ["GIT_EDITOR": "true"])
  }

  @Test(
    "A trailer counts where git says that it is one",
    arguments: [
      ("Fix\\n\\nCloses: %s\\n", true),
      ("Fix\\r\\n\\r\\nCloses: %s\\r\\n", true),
      ("Fix\\n\\nText.\\n---\\nMore.\\n\\nCloses: %s\\n", true),
      ("Fix\\n\\nCloses: %s\\n\\nThis text comes after it.\\n", false),
      ("Fix\\n\\nThe line\\nCloses: %s\\nis in the middle\\nof a text.\\n", false),
      ("Fix\\n\\n  Closes: %s\\n", false),
      ("\\377\\376 Fix \\200\\n\\nCloses: %s\\n", true),
      ("\\001\\002\\003\\n\\n\\037\\177\\n\\nCloses: %s\\n", true),
      ("Fix\\n\\nSigned-off-by: Ada <ada@example.org>\\nCloses: %s\\n", true),
    ])
  func trailers(_ format: String, _ counts: Bool) async throws {
    let here = try await HookedRepository()
    _ = try await commit(format.replacing("%s", with: "'$plan'"), in: here)
    try await here.expect(counts ? "done" : "todo", commits: counts ? ["HEAD"] : [])
  }

  @Test("Escape sequences are never printed as they are")
  func escapes() async throws {
    let here = try await HookedRepository()
    try await retitle("\\u001b]0;owned\\u0007\\u001b[31mred", in: here)
    var said = try await commit("\\033[31mFix\\n\\nCloses: '$plan'\\n", in: here)
    #expect(said.contains("→"))
    said += try await here.run(
      """
      printf 'Fix\\n\\nCloses: \\033[31mzz\\nPlan: \\302\\23331m\\n' > ../message
      commit -F ../message
      """, exits: 1)
    said += try await here.run(
      "commit --no-verify -m Fix -m \"$(printf 'Closes: \\033[31mzz\\nPlan: zz\\033]0;x\\007')\"")
    here.expect(said, says: "zz")
    let unsafe = said.unicodeScalars.filter { $0.properties.generalCategory == .control }
      .filter { $0 != "\n" && $0 != "\t" }
    #expect(unsafe.isEmpty, "\(said.debugDescription)")
  }

  /// Gives the plan a title that no command accepts, by changing its file.
  private func retitle(_ title: String, in here: HookedRepository) async throws {
    let path = "plans/\(here.plan.prefix(2))/\(here.plan).json"
    let text = try await here.output("git show pmgit/main:\(path)")
    try await here.repository.commitToBoard(
      text.replacing("Fix login", with: title) + "\n", at: path)
  }

  @Test("A thousand trailers and very long lines are read, up to a limit")
  func many() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      { echo Fix; echo; echo "Closes: $plan"; for n in $(seq 1000); do echo "Plan: $plan"; done
        echo "Signed-off-by: $(head -c 1000000 /dev/zero | tr '\\0' x)"; } > ../message
      commit -F ../message
      """)
    try await here.expect("done", commits: ["HEAD"])
    try await here.run(
      """
      { echo Fix; echo; for n in $(seq 1000); do echo "Plan: zz$n"; done; } > ../message
      commit --no-verify -F ../message
      """)
  }

  @Test("A subject that is longer than git's record of it is amended like any other")
  func longSubject() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"; pmgit move -q $plan todo")
    try await here.run(
      "git commit -q --amend -m \"$(printf 'x%.0s' $(seq 9000))\" -m \"Closes: $plan\"")
    try await here.expect("todo", commits: ["HEAD"])
  }

  @Test(
    "Comments and what is below the scissors do not count",
    arguments: ["#", ";", "auto"])
  func comments(_ character: String) async throws {
    let here = try await HookedRepository()
    try await here.run("git config core.commentChar '\(character)'")
    // The diff below the scissors line contains text that looks like a trailer.
    try await here.run(
      """
      printf 'one\\n\\nCloses: zzzz\\n' > trap; git add trap
      printf '#!/bin/sh\\nprintf "Fix\\\\n\\\\nCloses: $plan\\\\n" | cat - "$1" > "$1.new"\\n' \
        > ../editor
      echo 'mv "$1.new" "$1"' >> ../editor; chmod +x ../editor; GIT_EDITOR=../editor commit -v
      """)
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("Plan: is added above the comments and the scissors", arguments: ["#", ";"])
  func addedAbove(_ character: String) async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git config core.commentChar '\(character)'; git switch -q -c "$plan-fix"
      printf '#!/bin/sh\\necho Subject | cat - "$1" > "$1.new"; mv "$1.new" "$1"\\n' > ../editor
      chmod +x ../editor; GIT_EDITOR=../editor commit -v
      """)
    let message = try await here.output("git log -1 --format=%B")
    #expect(message == "Subject\n\nPlan: \(here.plan)\n")
    try await here.expect("todo", commits: ["HEAD"])
  }
}
