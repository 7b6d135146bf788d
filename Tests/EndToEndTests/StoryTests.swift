import Foundation
import PmgitTestSupport
import Testing

/// The built binary with real git. There are few of these tests, only for what needs both.
@Suite struct StoryTests {
  @Test("Two clones, edits on both sides, one board, and a history that git tells")
  func story() async throws {
    let hub = try await ScratchRepository(bare: true)
    let first = Binary(repository: try await ScratchRepository(cloning: hub))
    let made = try await first.shell(
      """
      set -e
      pmgit init -q
      id=$(pmgit add -q "Fix login" --label bug)
      pmgit add -q "로그인 고치기" --state doing > /dev/null
      pmgit sync -q
      echo "$id"
      """)
    #expect(made.exitCode == 0)
    let id = String(made.output.dropLast())
    let second = Binary(repository: try await ScratchRepository(cloning: hub))
    try await second.shell("pmgit edit -q \(id) --title 'Fix the login'; pmgit move -q \(id) doing")
    try await first.shell("pmgit edit -q \(id) --title 'Fix login on iPad' --due 2026-12-01")
    let synced = try await second.shell("pmgit sync")
    #expect(synced.messages == "sent 2 commits\n")
    try await first.shell("pmgit sync -q")
    try await second.shell("pmgit sync -q")
    let resolved = try await second.shell(
      "pmgit resolve \(id) title --value 'Fix login' && pmgit sync")
    #expect(resolved.exitCode == 0)
    try await first.shell("pmgit sync")
    let tips = try await [first, second].asyncMap {
      try await $0.repository.git("rev-parse", "pmgit/main")
    }
    #expect(Set(tips).count == 1)
    #expect(
      try await first.shell("pmgit show \(id)").output.contains(
        "title\tFix login\nstate\tdoing\ndue\t2026-12-01\n"))
    let subjects = try await first.repository.git(
      "log", "--format=%s", "--reverse", "--topo-order", "pmgit/main")
    #expect(subjects.hasPrefix("begin a pmgit board\nadd the columns Todo, Doing and Done\nadd "))
    #expect(subjects.contains("merge changes of \(id.prefix(4)), 1 conflict\n"))
    #expect(subjects.hasSuffix("resolve \(id.prefix(4)): title, Fix login"))
    #expect(try await first.repository.git("fsck", "--strict") == "")
    #expect(try await first.repository.git("status", "--porcelain") == "")
  }

  @Test("git merges boards by hand with the driver as a sync does")
  func mergeByHand() async throws {
    let hub = try await ScratchRepository(bare: true)
    let first = Binary(repository: try await ScratchRepository(cloning: hub))
    let made = try await first.shell(
      "pmgit init -q && pmgit add -q 'A plan' --label old && pmgit sync -q")
    let id = String(made.output.dropLast())
    let second = Binary(repository: try await ScratchRepository(cloning: hub))
    try await second.shell(
      "pmgit edit -q \(id) --title Theirs --no-label old && pmgit sync --push -q")
    try await first.shell("pmgit edit -q \(id) --title Ours --label new")
    // The sync and the merge by hand are made from the same commits, in different clones.
    let merged = try await first.shell(
      """
      set -e
      git fetch -q
      git worktree add -q ../board pmgit/main
      cd ../board
      git merge -q -m 'by hand' origin/pmgit/main
      git rev-parse HEAD^{tree}
      """)
    #expect(merged.exitCode == 0, "\(merged.messages)")
    try await first.shell(
      "git worktree remove ../board; git update-ref refs/heads/pmgit/main pmgit/main^1; pmgit sync -q"
    )
    let tree = try await first.repository.git("rev-parse", "pmgit/main^{tree}")
    #expect(merged.output.hasSuffix("\n\(tree)\n"))
  }

  @Test("Twenty additions at once are all stored")
  func crowd() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell(
      """
      pmgit init -q
      for n in $(seq 20); do pmgit add -q "Plan $n" & done
      wait
      pmgit list | wc -l
      git rev-list --count pmgit/main
      """)
    #expect(result.output.split(separator: "\n").suffix(2) == ["20", "22"])
    #expect(result.messages == "")
    #expect(try await binary.repository.git("fsck", "--strict") == "")
  }

  @Test("A closed pipe ends quietly, and the version needs no repository")
  func pipes() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell(
      """
      pmgit init -q
      seq 5000 | sed 's/.*/{"title":"Plan &"}/' | pmgit import -q -
      pmgit list | head -n 1 | wc -l
      cd / && pmgit --version
      """)
    #expect(result.output.hasPrefix("1\npmgit version "))
    #expect(result.messages == "")
  }

  @Test("A result that can't be written is an error")
  func fullDisk() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell("pmgit init -q; pmgit add x -q > id; pmgit log > /dev/full")
    #expect(result.exitCode == 1)
    #expect(result.messages == "pmgit: could not write the output: No space left on device\n")
  }

  @Test("A plan whose id can't be written is there, and the error says so with its id")
  func unwrittenID() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    for options in ["", "-q", "--json"] {
      let result = try await binary.shell(
        "test -d .git/refs/heads/pmgit || pmgit init -q; pmgit add \(options) Late > /dev/full")
      #expect(result.exitCode == 1)
      let listed = try await binary.shell("pmgit list sort:-created limit:1 | cut -f1")
      let id = listed.output.trimmingCharacters(in: .newlines)
      #expect(result.messages.hasSuffix("hint: plan '\(id)' was added all the same\n"), "\(result)")
    }
  }

  @Test("Commands work in a hook's environment, and leave the commit alone")
  func hook() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell(
      """
      pmgit init -q
      mkdir -p .git/hooks sub
      printf '#!/bin/sh\\npmgit add -q "From the hook"\\n' > .git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      echo hello > sub/file; git add sub/file
      cd sub && git commit -q -m code
      pmgit list | cut -f 5
      git show --stat --format=%s HEAD | cat
      """)
    #expect(result.output.contains("From the hook\ncode\n"))
    #expect(result.output.contains("sub/file | 1 +"))
    #expect(try await binary.repository.git("status", "--porcelain") == "")
  }

  @Test(
    "The person's commits are signed where git is told to sign",
    .enabled(if: SystemPath.find("ssh-keygen") != nil, "there is no ssh-keygen on the PATH"))
  func signing() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell(
      """
      set -e
      ssh-keygen -q -t ed25519 -N '' -f "$HOME/key"
      git config gpg.format ssh
      git config user.signingKey "$HOME/key.pub"
      git config commit.gpgSign true
      echo "ada@example.org $(cat "$HOME/key.pub")" > "$HOME/signers"
      git config gpg.ssh.allowedSignersFile "$HOME/signers"
      pmgit init -q
      pmgit add -q 'A signed plan'
      git verify-commit pmgit/main
      git log -1 --format=%G? pmgit/main
      rm "$HOME/key"
      before=$(git rev-parse pmgit/main)
      pmgit add 'Not signed' && exit 1
      test "$before" = "$(git rev-parse pmgit/main)"
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(result.output.hasSuffix("G\n"))
  }

  @Test(
    "OpenPGP signs as well",
    .enabled(if: SystemPath.find("gpg") != nil, "there is no gpg on the PATH"))
  func signingWithOpenPGP() async throws {
    let binary = Binary(repository: try await ScratchRepository())
    let result = try await binary.shell(
      """
      set -e
      export GNUPGHOME="$HOME/g"
      mkdir -m 700 "$GNUPGHOME"
      trap 'gpgconf --kill all' EXIT
      gpg --batch --quiet --passphrase '' \
        --quick-generate-key 'Ada <ada@example.org>' default default never
      git config user.signingKey ada@example.org
      git config commit.gpgSign true
      pmgit init -q
      pmgit add -q 'A signed plan'
      git verify-commit pmgit/main
      git log -1 --format=%G? pmgit/main
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(result.output.hasSuffix("G\n"))
  }
}

extension Array {
  /// Returns the results of `body` for each element, in order.
  func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
