import PmgitTestSupport
import Testing

/// Hooks that existed before pmgit's were installed.
@Suite("A hook that was there is called first, and git gets its exit code", .serialized)
struct KeptHookTests {
  /// Returns a repository in which a hook with this script existed before pmgit's hooks were
  /// installed.
  private func keeping(_ name: String, _ script: String) async throws -> HookedRepository {
    let here = try await HookedRepository(installing: false)
    try here.repository.installHook(name, script: script)
    try await here.run("pmgit hooks install -q")
    return here
  }

  @Test("It sees the arguments, the input and the environment that git gives")
  func sees() async throws {
    let here = try await HookedRepository(installing: false)
    let names = ["prepare-commit-msg", "commit-msg", "post-commit", "post-rewrite", "pre-push"]
    for name in names {
      try here.repository.installHook(
        name,
        script: """
          exec >> "$HOME/seen"
          echo "\(name):"; printf '<%s>' "$@"; cat; env | grep ^GIT_ | grep -v EXEC_PATH | sort
          """)
    }
    let work = """
      rm -f "$HOME/seen"; export GIT_COMMITTER_DATE='1795165300 +0000'
      git switch -q -c "$1"; commit -m Fix; git commit -q --amend -m Again < /dev/null
      git init -q --bare "../$1"; git push -q "../$1" "$1:code"; git reset -q --hard HEAD~
      sed "s/$1/NAME/g" "$HOME/seen"; echo 1 > "$HOME/number"; git switch -q main
      """
    let without = try await here.output("set -- xxx; \(work)")
    try await here.run("pmgit hooks install -q")
    let with = try await here.output("set -- yyy; \(work)")
    #expect(without.contains("pre-push:\n") && without.contains("post-rewrite:\n<amend>"))
    #expect(with == without)
  }

  @Test("Its refusal is git's", arguments: ["prepare-commit-msg", "commit-msg"])
  func refuses(_ name: String) async throws {
    let here = try await keeping(name, "echo 'not today' >&2; exit 3")
    let head = try await here.output("git rev-parse HEAD")
    let said = try await here.run("commit -m Fix -m \"Closes: $plan\"", exits: 1)
    here.expect(said, says: "not today")
    #expect(try await here.output("git rev-parse HEAD") == head)
    try await here.expect("todo", commits: [])
  }

  @Test("A push that it refuses is not made")
  func refusesPush() async throws {
    let here = try await keeping("pre-push", "exit 3")
    try await here.run("git init -q --bare ../hub; git push -q ../hub main", exits: 1)
    #expect(try await here.output("git -C ../hub for-each-ref") == "")
  }

  @Test("The failure of one that can't stop git stops nothing")
  func failsLate() async throws {
    let here = try await keeping("post-commit", "exit 3")
    try await here.run("commit -m Fix -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("git checkout ends with the code of its hook, as it would without pmgit")
  func checkoutCode() async throws {
    let here = try await HookedRepository(installing: false)
    try here.repository.installHook("post-checkout", script: "exit 3")
    let codes = "git checkout -q main || echo $?; git checkout -q -- code-1 || echo $?"
    let without = try await here.output(codes)
    try await here.run("pmgit hooks install -q")
    #expect(try await here.output(codes) == without)
    #expect(without != "")
  }

  @Test("It is called also where another manager has renamed pmgit's script, and calls it")
  func renamed() async throws {
    let here = try await keeping("commit-msg", "exit 5")
    try await here.run(
      """
      cd .git/hooks; mv commit-msg commit-msg.legacy
      echo 'exec sh "${0%/*}/commit-msg.legacy" "$@"' > commit-msg
      chmod +x commit-msg
      """)
    try await here.run("commit -m Fix", exits: 1)
  }

  @Test("One that is not executable is not called, and nobody fails")
  func notExecutable() async throws {
    let here = try await keeping("commit-msg", "exit 3")
    try await here.run("chmod -x .git/hooks/commit-msg.before-pmgit")
    try await here.run("commit -m Fix -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("One that does not read its input disturbs neither git nor pmgit")
  func readsNothing() async throws {
    let here = try await keeping("post-rewrite", "exec <&-; exit 0")
    try await here.run(
      "commit -m Fix -m \"Closes: $plan\"; git commit -q --amend --no-edit --date=@1795165999")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("One that changes the message changes what pmgit sees")
  func changesMessage() async throws {
    let here = try await keeping(
      "commit-msg", "printf '\\nCloses: %s\\n' \"$(pmgit list | cut -f 1)\" >> \"$1\"")
    try await here.run("commit -m Fix")
    try await here.expect("done", commits: ["HEAD"])
  }
}
