import PmgitTestSupport
import Testing

/// Rebases of a board's branch with plain git, and merges that prefer one side.
@Suite("A board's branch in the hands of git")
struct HandHistoryTests {
  /// Returns two clones with different changes. Ada has changed the title and a label. Ben has
  /// changed the column and pushed it.
  private func apart() async throws -> (ada: Binary, ben: Binary, id: String) {
    let hub = try await ScratchRepository(bare: true)
    let ada = Binary(repository: try await ScratchRepository(cloning: hub))
    let made = try await ada.shell("pmgit init -q && pmgit add -q 'Fix login' && pmgit sync -q")
    let id = String(made.output.dropLast())
    let ben = Binary(repository: try await ScratchRepository(cloning: hub))
    let moved = try await ben.shell("pmgit move -q \(id) doing && pmgit sync -q")
    try #require(moved.exitCode == 0, "\(moved.messages)")
    try await ada.shell("pmgit edit -q \(id) --title 'Fix it' && pmgit edit -q \(id) --label bug")
    return (ada, ben, id)
  }

  /// Runs git commands in a work tree of Ada's board, after a fetch.
  private func git(_ script: String, _ ada: Binary) async throws -> String {
    let result = try await ada.shell(
      """
      set -e
      git config merge.pmgit.driver 'pmgit hooks merge-driver %O %A %B %P'
      git fetch -q
      git worktree add -q ../board pmgit/main
      (cd ../board && \(script))
      git worktree remove ../board
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    return result.output
  }

  /// Syncs both clones, and checks that they have the same commit and the changes of both people.
  private func rest(_ ada: Binary, _ ben: Binary, _ id: String) async throws {
    try await ada.shell("pmgit sync -q")
    try await ben.shell("pmgit sync -q")
    try await ada.shell("pmgit sync -q")
    for person in [ada, ben] {
      let shown = try await person.shell("pmgit show \(id); pmgit resolve --list")
      #expect(shown.output.contains("title\tFix it\nstate\tdoing\n"), "\(shown)")
      #expect(shown.output.contains("label\tbug\n"))
      #expect(!shown.output.contains("conflict\t"))
    }
    let tips = try await [ada, ben].asyncMap {
      try await $0.repository.git("rev-parse", "pmgit/main")
    }
    #expect(Set(tips).count == 1)
  }

  @Test("A rebase with the driver is linear, and others who had the old commits have nothing twice")
  func rebase() async throws {
    let (ada, ben, id) = try await apart()
    // Ben also has Ada's commits from before the rebase.
    try await ben.shell(
      "git fetch -q '\(ada.repository.path)' pmgit/main:refs/remotes/origin/pmgit/main")
    _ = try await git("git rebase -q origin/pmgit/main", ada)
    #expect(try await ada.repository.git("rev-list", "--count", "--merges", "pmgit/main") == "0")
    try await rest(ada, ben, id)
  }

  @Test("A board that was rebased on the remote by force loses nothing of those who had it")
  func forcedRebase() async throws {
    let (ada, ben, id) = try await apart()
    _ = try await git("git rebase -q origin/pmgit/main && git push -q -f origin pmgit/main", ada)
    try await ben.shell("pmgit edit -q \(id) --due 2026-12-01")
    try await rest(ada, ben, id)
    #expect(try await ada.shell("pmgit show \(id)").output.contains("due\t2026-12-01\n"))
  }

  @Test("'-X ours' and '-X theirs' change nothing where the driver merges")
  func preferences() async throws {
    for option in ["ours", "theirs"] {
      let (ada, ben, id) = try await apart()
      try await ben.shell("pmgit edit -q \(id) --title 'Other' && pmgit sync -q")
      _ = try await git("git merge -q -X \(option) -m merged origin/pmgit/main", ada)
      let shown = try await ada.shell("pmgit resolve --list | awk -F '\\t' '{ print $2 FS $NF }'")
      #expect(
        Set(shown.output.split(separator: "\n")) == ["title\tFix it", "title\tOther"], "\(option)")
    }
  }

  /// Without the driver, git takes whole groups of lines from one side. Here the column is next to
  /// the title, so Ada's version wins for both fields. The merge counts as an edit by Ada. Ben's
  /// values are only in the history.
  @Test("'-X ours' without the driver drops the other side's lines around a conflict too")
  func preferenceWithoutDriver() async throws {
    let (ada, ben, id) = try await apart()
    try await ben.shell("pmgit edit -q \(id) --title 'Other' && pmgit sync -q")
    _ = try await git(
      "git config --remove-section merge.pmgit; git merge -q -X ours -m merged origin/pmgit/main",
      ada)
    for person in [ada, ben] {
      let shown = try await person.shell("pmgit sync -q; pmgit show \(id); pmgit resolve --list")
      #expect(shown.output.contains("title\tFix it\nstate\ttodo\n"), "\(shown)")
      #expect(!shown.output.contains("conflict\t"))
      let log = try await person.shell("pmgit log \(id)")
      #expect(log.output.contains("\tstate\ttodo\tdoing\n"), "\(log)")
      #expect(log.output.contains("\ttitle\tFix login\tOther\n"))
    }
  }
}
