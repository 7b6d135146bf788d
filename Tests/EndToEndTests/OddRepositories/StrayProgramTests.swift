import PmgitTestSupport
import Testing

@Suite("Programs that lie in a work tree")
struct StrayProgramTests {
  @Test("A git or a shell there is not run, whatever relative folders the PATH has")
  func notRun() async throws {
    let scratch = try await ScratchRepository()
    for name in ["git", "sh"] {
      for folder in ["repository", "repository/bin"] {
        try scratch.write(
          "#!/bin/bash\ntouch '\(scratch.folder)/ran'\n", to: "\(folder)/\(name)",
          executable: true)
      }
    }
    let result = try await Binary(repository: scratch).shell(
      """
      set -e
      git init -q --bare ../hub.git; git remote add origin ../hub.git
      pmgit=$(command -v pmgit)
      "$pmgit" init -q
      id=$("$pmgit" add -q A)
      export PATH=":.:bin:$PATH"
      GIT_EDITOR="sed -i 1s/A/B/" "$pmgit" edit -q "$id"
      "$pmgit" sync -q
      test ! -e ../ran
      "$pmgit" show "$id" | grep -q B
      """)
    #expect(result.exitCode == 0, "\(result)")
  }
}
