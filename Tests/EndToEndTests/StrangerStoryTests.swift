import PmgitTestSupport
import Testing

/// A person edits plans by hand, breaks one, and pushes. Another person has only pmgit's output to
/// understand what happened and what to do.
@Suite("A plan that a stranger broke")
struct StrangerStoryTests {
  /// A way to break a plan in a work tree of the board's branch.
  struct Accident: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The script; `$file` is the plan's file and `$folder` its folder.
    let script: String
    /// The file that is then unreadable. `$file` and `$folder` stand for those of the plan.
    let path: String
    let reason: String
  }

  static let accidents = [
    Accident(
      testDescription: "a comma is missing",
      script: #"sed -i.orig 's/"format": 1,/"format": 1/' "$file"; rm -f "$file.orig""#,
      path: "$file", reason: "line 12, column 3: expected ',' or '}'"),
    Accident(
      testDescription: "conflict markers are left in",
      script: """
        git config --remove-section merge.pmgit
        git checkout -q -b side HEAD^ && edit 'Theirs' && git commit -q -am side
        git checkout -q pmgit/main && edit 'Ours' && git commit -q -am ours
        git merge -q side > /dev/null || true
        grep -q '<<<<<<<' "$file" || exit 98
        git branch -q -D side
        """,
      path: "$file",
      reason: "line 7, column 1: expected a key in double quotes, found git's conflict marker "),
    Accident(
      testDescription: "the id is changed",
      script: #"sed -i.orig 's/"id": "..../"id": "zzzz/' "$file"; rm -f "$file.orig""#,
      path: "$file", reason: "its 'id' is 'zzzz"),
    Accident(
      testDescription: "the file is renamed",
      script: #"git mv "$file" "$folder/login.json""#,
      path: "$folder/login.json", reason: "it is not named like a plan"),
  ]

  @Test(
    "The next person reads which plan, where, whose commit and when, and can mend it as told",
    arguments: accidents)
  func story(accident: Accident) async throws {
    let hub = try await ScratchRepository(bare: true)
    let stranger = Binary(repository: try await ScratchRepository(cloning: hub))
    let made = try await stranger.shell(
      "pmgit init -q && pmgit add -q 'Fix login' --label bug && pmgit add -q Other >&2 && pmgit sync -q"
    )
    let id = String(made.output.dropLast())
    let reader = Binary(repository: try await ScratchRepository(cloning: hub))
    try await reader.repository.git("config", "user.name", "Ben")
    try await reader.shell("pmgit sync -q && pmgit move -q \(id) doing && pmgit sync -q")
    let (file, folder) = ("plans/\(id.prefix(2))/\(id).json", "plans/\(id.prefix(2))")
    let broken = try await stranger.shell(
      """
      set -e
      file=\(file) folder=\(folder)
      edit() { sed -i.orig "s/\\"title\\": .*/\\"title\\": \\"$1\\"/" $file; rm -f $file.orig; }
      pmgit sync -q
      git worktree add -q ../board pmgit/main && cd ../board
      \(accident.script)
      git add -A . && git commit -q -m 'Tidy up'
      git push -q origin pmgit/main
      git rev-parse --short=7 HEAD
      """)
    try #require(broken.exitCode == 0, "\(broken.messages)")
    let commit = String(broken.output.dropLast())
    let path = accident.path.replacing("$file", with: file).replacing("$folder", with: folder)

    // The full report, when the change arrives and in each `status`.
    for command in ["sync", "status", "status"] {
      let told = try await reader.shell("pmgit \(command)")
      #expect(told.exitCode == 0)
      #expect(
        told.messages.contains("warning: '\(path)' can't be read: \(accident.reason)"),
        "\(command): \(told.messages)")
      // The time in the message depends on how busy the machine is.
      let culprit = told.messages.split(separator: "\n").contains { line in
        line.contains("commit \(commit) by Ada Lovelace, ") && line.hasSuffix(": Tidy up")
      }
      #expect(culprit, "\(command): \(told.messages)")
      #expect(told.messages.contains("'git show \(commit)'"))
      #expect(told.messages.contains("'pmgit restore \(id.prefix(4))"), "\(command)")
      try await checkCommands(in: told.messages, reader)
    }
    // One line in each command whose output lacks the plan.
    for command in ["list", "board"] {
      let told = try await reader.shell("pmgit \(command)")
      let lines = told.messages.split(separator: "\n")
      #expect(lines.count == 2, "\(command): \(told.messages)")
      #expect(
        lines[0].hasPrefix("warning: '\(path)' can't be read: \(accident.reason)"),
        "\(command): \(told.messages)")
      #expect(commands(in: told.messages) == ["pmgit status"])
    }
    let again = try await reader.shell("pmgit sync")
    #expect(
      again.messages == """
        up to date with 'origin'
        1 file can't be read, as before; see 'pmgit status'

        """)
    let shown = try await reader.shell("pmgit show \(id.prefix(4))")
    #expect(shown.exitCode == 1)
    #expect(shown.messages.contains(path) || shown.messages.contains(accident.reason))
    #expect(shown.messages.contains("'pmgit restore \(id.prefix(4))"), "\(shown.messages)")
    try await checkCommands(in: shown.messages, reader)

    // The commands run exactly as printed.
    let restore = try #require(commands(in: shown.messages).first { $0.hasPrefix("pmgit restore") })
    let mended = try await reader.shell(
      "\(restore) && pmgit sync && pmgit list && pmgit show \(id)")
    #expect(mended.exitCode == 0, "\(mended.messages)")
    #expect(!mended.messages.contains("warning"), "\(mended.messages)")
    #expect(mended.output.contains("label\tbug\n"))
    #expect(mended.output.contains("state\tdoing\n"))
    let stays = try await reader.repository.git("cat-file", "-t", "pmgit/main^:\(path)")
    #expect(stays == "blob")
    let seen = try await stranger.shell(
      "git worktree remove ../board; pmgit sync && pmgit show \(id)")
    #expect(!seen.messages.contains("warning"), "\(seen.messages)")
    #expect(seen.output.contains("label\tbug\n"))
    if accident.testDescription.contains("markers") {
      #expect(seen.output.contains("title\tTheirs\n") || seen.output.contains("title\tOurs\n"))
      #expect(try await stranger.shell("pmgit resolve --list | wc -l").output == "2\n")
    } else {
      #expect(seen.output.contains("title\tFix login\n"))
    }
  }

  /// Returns the git and pmgit commands in hints.
  private func commands(in messages: String) -> [String] {
    messages.split(separator: "\n").filter { $0.hasPrefix("hint: ") }.flatMap { line in
      line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }.filter { $0.hasPrefix("git ") || $0.hasPrefix("pmgit ") }
  }

  /// Checks that every git command in the hints works as printed, even from a subfolder, and shows
  /// the plan.
  private func checkCommands(in messages: String, _ binary: Binary) async throws {
    let looking = Set(commands(in: messages)).filter { $0.hasPrefix("git ") }
    for command in looking {
      let result = try await binary.shell("mkdir -p sub && cd sub && \(command)")
      #expect(result.exitCode == 0, "\(command): \(result.messages)")
      #expect(result.output.contains("plans/"), "\(command) shows nothing of the plan")
    }
  }
}
