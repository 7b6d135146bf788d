import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Commits of the code that change a path")
struct ChangedPathTests {
  /// Commits of four branches: files in folders are written, moved, made executable and removed, a
  /// folder becomes a file, and merges take one side or have a change of their own.
  private func history() async throws -> BoardFixture {
    let ada = try await BoardFixture()
    let steps = """
      commit() { git add -A && git commit -q --allow-empty -m "$1"; }
      git checkout -q --orphan code && git rm -rfq --ignore-unmatch . && mkdir -p a/b c
      echo 1 >a/b/x; echo 1 >c/y; commit root
      echo 2 >a/b/x; commit x
      git checkout -q -b side; echo 2 >c/y; commit y
      git checkout -q code; commit empty
      git merge -q --no-ff side -m 'takes one side'
      git checkout -q -b both HEAD~1; echo 3 >a/z; commit z
      git checkout -q code; echo 3 >a/b/w; commit w
      git merge -q --no-ff both -m 'differs from both in a'
      git checkout -q -b own; git checkout -q code; echo 4 >c/v; commit v
      git merge -q --no-ff --no-commit own >/dev/null || :; echo 5 >c/y; commit 'own change'
      chmod +x c/y; commit mode
      rm -r a; echo 1 >a; commit 'a file'
      rm a; mkdir -p a/b; echo 1 >a/b/x; commit 'a folder again'
      git mv c d; commit moved
      """
    let script = try ada.repository.write(steps, to: "steps.sh")
    try await ada.repository.git("-c", "alias.steps=!sh -e '\(script)'", "steps")
    return ada
  }

  @Test("They are those of 'git log' for each path")
  func asGitLog() async throws {
    let ada = try await history()
    let store = try ada.store()
    let all = try await ada.repository.git("rev-list", "code", "side", "both", "own")
    let commits = all.split(separator: "\n").map(String.init)
    #expect(commits.count == 14)
    for path in ["a", "a/b", "a/b/x", "a/z", "c", "c/y", "c/v", "d", "d/y", "c/y/none", "none"] {
      for commit in commits {
        // The log of a merge that takes the path of one side goes on with that side.
        let first = try await ada.repository.git("log", "-1", "--format=%H", commit, "--", path)
        #expect(try store.commit(commit, changes: path) == (first == commit), "\(commit) \(path)")
      }
    }
  }

  @Test("Ids that are no commits, and commits without parents here, change nothing")
  func missing() async throws {
    let ada = try await history()
    let store = try ada.store()
    let blob = try await ada.repository.git("rev-parse", "code:a/b/x")
    let tree = try await ada.repository.git("rev-parse", "code^{tree}")
    let absent = String(repeating: "1", count: 40)
    let text =
      "tree \(tree)\nparent \(absent)\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n"
    let file = try ada.repository.write(text, to: "commit")
    let cut = try await ada.repository.git("hash-object", "-w", "-t", "commit", file)
    for id in [blob, tree, absent, cut, "", "3f2a", "zz"] {
      #expect(try !store.commit(id, changes: "a"), "\(id)")
    }
  }
}
