import PlanModel
import PmgitTestSupport
import Testing

/// The hooks' scripts start pmgit only for commits that may concern a plan. The scripts look at the
/// message with patterns of the shell, which must fit each message that pmgit would do something
/// about.
@Suite("A commit that names no plan starts no pmgit", .serialized)
struct QuietHookTests {
  /// Puts a program into the place of pmgit that writes its arguments to a file.
  private static let standIn = """
    mkdir -p "$HOME/instead"
    printf '#!/bin/sh\\necho "$@" >> "$HOME/called"\\n' > "$HOME/instead/pmgit"
    chmod +x "$HOME/instead/pmgit"
    PATH=$HOME/instead:$PATH

    """

  /// Runs a script without pmgit, and returns the names of the hooks that would have started it.
  private static func called(by script: String, in here: HookedRepository) async throws -> [String]
  {
    try await here.output(
      standIn + "rm -f \"$HOME/called\"; touch \"$HOME/called\"\n\(script)\ncat \"$HOME/called\""
    )
    .split(separator: "\n").map { String($0.split(separator: " ")[2]) }
  }

  @Test(
    "Ordinary messages do not start pmgit",
    arguments: ["Work", "Debounce the button", "Explain: planning", "로그인 고치기", "v1.2", "#12 Tests"])
  func ordinary(message: String) async throws {
    let here = try await HookedRepository()
    let script = "commit -m '\(message)' -m 'A text about the plan, which starts nothing.'"
    #expect(try await Self.called(by: script, in: here).isEmpty)
    for other in ["switch -q -c feature-x", "switch -q -c master", "worktree add -q ../side"] {
      let elsewhere = "git \(other); [ ! -d ../side ] || cd ../side; \(script)"
      #expect(try await Self.called(by: elsewhere, in: here) == ["post-checkout"], "\(other)")
    }
  }

  @Test("Each setting and branch that makes a hook do something starts it")
  func settings() async throws {
    let here = try await HookedRepository()
    let required = "git -c pmgit.hooks.requirePlan=true commit -q --allow-empty -m Work"
    #expect(try await Self.called(by: required, in: here) == ["commit-msg"])
    let branch = "git switch -q -c ada/$plan-x; commit -m Work"
    // This pmgit adds no trailer, so there is nothing to record after the commit.
    let both = ["post-checkout", "prepare-commit-msg"]
    #expect(try await Self.called(by: branch, in: here) == both)
    let inTree = "git worktree add -q ../side -b $plan-y; cd ../side; commit -m Work"
    #expect(try await Self.called(by: inTree, in: here) == both)
    // The name of the branch is read from a link as well, as old versions of git made it.
    let link = "git switch -q main; ln -sf refs/heads/ada/$plan-x .git/HEAD; commit -m Work"
    #expect(try await Self.called(by: link, in: here).last == "prepare-commit-msg")
    let named = "git switch -q main; commit -m 'Work' -m 'Starts: it'"
    #expect(try await Self.called(by: named, in: here).suffix(2) == ["commit-msg", "post-commit"])
  }

  @Test("Every branch that may be named after a plan starts it", arguments: Seeds.each(3))
  func everyBranch(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let here = try await HookedRepository()
    let words = ["k7m2", "abc", "fix", "master", "feature", "zzzz9999zzzz", "0abc", "K7M2", "로그인"]
    let joints = ["", "-", "_", "/", "."]
    let branches = (0..<60).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (words.randomElement(using: &random) ?? "") + (joints.randomElement(using: &random) ?? "")
      }.joined() + "x"
    }
    let script = branches.map { branch in
      """
      git symbolic-ref HEAD \(Self.literal("refs/heads/" + branch))
      echo Work > message
      echo \(Self.literal(branch)) >> "$HOME/called"
      .git/hooks/prepare-commit-msg message
      """
    }.joined(separator: "\n")
    let lines = try await here.output(
      Self.standIn + ": > \"$HOME/called\"\n\(script)\ncat \"$HOME/called\""
    ).split(separator: "\n").map(String.init)
    var quiet = 0
    for branch in branches {
      let isCalled = try Self.isCall(after: branch, in: lines)
      if !PlanBranch.candidates(in: branch).isEmpty { #expect(isCalled, "\(branch)") }
      if !isCalled { quiet += 1 }
    }
    #expect(quiet > 5, "every branch starts pmgit")
  }

  // MARK: - The draft of a message

  @Test("After a commit by git, its draft is read, and no second git is started")
  func draft() async throws {
    let here = try await HookedRepository()
    let traced = "GIT_TRACE=\"$HOME/trace\" git commit -q --allow-empty"
    let script = "\(traced) -m Work; \(traced) -m Work -m 'Starts: it'; \(traced) --amend -m Work"
    let called = try await Self.called(by: script, in: here)
    #expect(called.filter { $0 == "post-commit" }.count == 1)
    let trace = try await here.output("cat \"$HOME/trace\"")
    #expect(trace.contains("post-commit") && !trace.contains("cat-file"), "\(trace)")
    // git is asked about a long draft: the shell reads it byte by byte.
    let long = "\(traced) -m \"$(seq 70)\" -m 'Starts: it'"
    #expect(try await Self.called(by: long, in: here).last == "post-commit")
    #expect(try await here.output("cat \"$HOME/trace\"").contains("cat-file"))
  }

  @Test(
    "The draft of another commit is not believed",
    arguments: [
      "git commit -q --allow-empty --no-verify -F ../message",
      "git commit -q --amend -F ../message",
      "GIT_EDITOR='cp ../message' git commit -q -e --allow-empty -m Work",
      "echo 2 > part; git add part; git commit -q -F ../message part",
      "git cherry-pick \"$made\"",
      "git cherry-pick -n \"$made\"; git commit -q -C \"$made\"",
      "chmod -x .git/hooks/prepare-commit-msg; git cherry-pick \"$made\"",
      "git worktree add -q ../side; cd ../side; git cherry-pick \"$made\"",
      // Other programs call the hook without an index, or after they have written it.
      "git reset -q --soft \"$made\"; .git/hooks/post-commit",
      "git reset -q --hard \"$made\"; GIT_INDEX_FILE=.git/index .git/hooks/post-commit",
    ])
  func staleDraft(commit: String) async throws {
    let here = try await HookedRepository()
    let script = """
      printf 'Work\\n\\nStarts: it\\n' > ../message
      commit -m Base
      blob=$(echo 1 | git hash-object -w --stdin)
      tree=$( (git ls-tree HEAD; printf '100644 blob %s\\tpart\\n' "$blob") | git mktree)
      made=$(git commit-tree -p HEAD -F ../message "$tree")
      commit -m 'No plan is named'
      : > "$HOME/called"
      { \(commit); } > "$HOME/said" 2>&1
      """
    #expect(try await Self.called(by: script, in: here).contains("post-commit"))
  }

  // MARK: - Random messages

  /// Returns a random message. Many of its lines are almost references to plans.
  private static func message(using random: inout SeededGenerator) -> String {
    let keys = [
      "Plan", "Starts", "Closes", "Fixes", "fix", "resolved", "close", "Start", "plans", "Work",
      "This reverts commit", "See", "plan", "Signed-off-by",
    ]
    let separators = [": ", ":", " ", " : ", "：", " #", ": #", "-", ", "]
    let names = [
      "k7m2", "`k7m2`", "k7m2를", "#12", "it", "plan:k7m2", "(PLAN:k7m2)", "3f2a9c1", "a,b", "",
    ]
    let beginnings = ["", "", "", " ", "\t", "　", "* ", "# ", "\u{A0}", "> "]
    let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      var key = keys.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<4, using: &random) {
      case 0: key = key.uppercased()
      case 1: key = key.lowercased()
      default: break
      }
      return (beginnings.randomElement(using: &random) ?? "") + key
        + (separators.randomElement(using: &random) ?? "")
        + (names.randomElement(using: &random) ?? "")
        + (Int.random(in: 0..<6, using: &random) == 0 ? "\r" : "")
    }
    let gap = Int.random(in: 0..<12, using: &random) == 0 ? 120 : 1
    let end = Bool.random(using: &random) ? "\n" : ""
    return lines.joined(separator: String(repeating: "\n", count: gap)) + end
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  @Test("Every message that pmgit reads something in starts it", arguments: Seeds.each(4))
  func everyReference(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let here = try await HookedRepository()
    let messages = (0..<60).map { _ in Self.message(using: &random) }
    let script = messages.enumerated().map { number, message in
      """
      printf %s \(Self.literal(message)) > message
      echo "\(number) message" >> "$HOME/called"
      .git/hooks/commit-msg message
      echo "\(number) commit" >> "$HOME/called"
      git update-ref --no-deref HEAD "$(git commit-tree -F message HEAD^{tree})"
      .git/hooks/post-commit
      """
    }.joined(separator: "\n")
    let called = try await here.output(
      Self.standIn + "git switch -q --detach; : > \"$HOME/called\"\n\(script)\ncat \"$HOME/called\""
    )
    let lines = called.split(separator: "\n").map(String.init)
    var (asked, quiet) = (0, 0)
    for (number, message) in messages.enumerated() {
      let wasChecked = try Self.isCall(after: "\(number) message", in: lines)
      let wasRecorded = try Self.isCall(after: "\(number) commit", in: lines)
      let mayBe = PlanReference.mayBe(in: message)
      let seems = !PlanReference.likely(in: Lines.split(message)).isEmpty
      if mayBe || seems { #expect(wasChecked, "commit-msg: \(message.debugDescription)") }
      if mayBe { #expect(wasRecorded, "post-commit: \(message.debugDescription)") }
      if wasChecked { asked += 1 } else { quiet += 1 }
    }
    #expect(asked > 5 && quiet > 0, "the messages are too much alike")
  }

  /// Whether pmgit was called after a line of the script.
  private static func isCall(after line: String, in lines: [String]) throws -> Bool {
    let place = try #require(lines.firstIndex(of: line))
    return lines.dropFirst(place + 1).first?.hasPrefix("hooks run ") == true
  }
}
