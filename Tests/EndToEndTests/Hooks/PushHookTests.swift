import Testing

/// `pre-push`, with the board's remote as a folder beside the repository.
@Suite("A push of code shares the board where that is wanted", .serialized)
struct PushHookTests {
  private func shared() async throws -> HookedRepository {
    let here = try await HookedRepository()
    try await here.run("git init -q --bare ../hub; git remote add origin ../hub")
    return here
  }

  private static let boards = "git -C ../hub rev-parse --verify -q pmgit/main || echo none"

  @Test("The board goes along once pushBoard is set, and the code arrives")
  func shares() async throws {
    let here = try await shared()
    try await here.run("git push -q origin main")
    #expect(try await here.output(Self.boards) == "none")
    try await here.run("git config pmgit.hooks.pushBoard true; commit -m Fix -m \"Closes: $plan\"")
    let said = try await here.run("git push -q origin main")
    here.expect(said, says: "shared the board")
    let tip = try await here.output("git rev-parse pmgit/main")
    #expect(try await here.output(Self.boards) == tip)
    let code = try await here.output("git rev-parse main")
    #expect(try await here.output("git -C ../hub rev-parse main") == code)
  }

  @Test("A board that another remote has is shared by a push of the code, too")
  func boardsElsewhere() async throws {
    let here = try await shared()
    try await here.run(
      """
      git init -q --bare ../boards; git remote add boards ../boards
      pmgit config remote boards; git config pmgit.hooks.pushBoard true; git push -q origin main
      """)
    let tip = try await here.output("git rev-parse pmgit/main")
    #expect(try await here.output("git -C ../boards rev-parse pmgit/main") == tip)
    #expect(try await here.output(Self.boards) == "none")
  }

  @Test("A commit of a board that several repositories share is linked with its repository")
  func repositoryOfCommit() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      commit -m "Before" -m "Plan: $plan"
      git remote add origin https://git.example.org/team/app.git
      git init -q --bare ../boards; git remote add boards ../boards; pmgit config remote boards
      commit -m "Fix it" -m "Closes: $plan"; git commit -q --amend -m "Fix" -m "Closes: $plan"
      """)
    let commit = try await here.output("git rev-parse HEAD")
    let links = try await here.output("pmgit show \(here.plan) --json | grep commit:")
    #expect(links.split(separator: "\n").count == 2, "\(links)")
    #expect(links.contains("commit:git.example.org/team/app/\(commit)\""), "\(links)")
    for query in ["repo:app", "repo:team/app", "link:commit:\(commit.prefix(8))"] {
      #expect(try await here.output("pmgit list --all \(query)").hasPrefix(here.plan), "\(query)")
    }
    #expect(try await here.output("pmgit list --all repo:lib 2> ../none").isEmpty)
    here.expect(
      try await here.output("pmgit show --text \(here.plan)"), says: "app \(commit.prefix(10))")
    #expect(try await here.output("pmgit board --group-by repo --all").contains("app"))
  }

  @Test("pmgit's own pushes, and pushes of the board by hand, call nothing again")
  func neverRecurses() async throws {
    let here = try await shared()
    try await here.run(
      """
      git config pmgit.hooks.pushBoard true
      mv .git/hooks/pre-push .git/hooks/real
      printf '#!/bin/sh\\necho called >> "$HOME/calls"\\nexec .git/hooks/real "$@"\\n' \
        > .git/hooks/pre-push
      chmod +x .git/hooks/pre-push; git push -q origin main pmgit/main; pmgit add -q More
      git push -q origin main; pmgit sync -q
      """)
    #expect(try await here.output("wc -l < \"$HOME/calls\"").contains("2"))
  }

  @Test(
    "Whatever is wrong with the board, the code is pushed",
    arguments: [
      "printf '#!/bin/sh\\n! grep -q pmgit/\\n' > ../hub/hooks/pre-receive; "
        + "chmod +x ../hub/hooks/pre-receive",
      "git update-ref refs/heads/pmgit/main \"$(git rev-parse main)\"",
      "git -C ../hub fetch -q \"$PWD\" main:pmgit/main",
      "touch .git/refs/heads/pmgit/main.lock; git -C ../hub fetch -q \"$PWD\" pmgit/main:pmgit/main; "
        + "mkdir -p ../hub/refs/heads/pmgit; touch ../hub/refs/heads/pmgit/main.lock",
      "git config --unset user.name; git config --unset user.email",
    ])
  func neverFails(_ script: String) async throws {
    let here = try await shared()
    try await here.run("git config pmgit.hooks.pushBoard true; mkdir -p ../hub/hooks; \(script)")
    try await here.run("git push -q origin main:code")
    let code = try await here.output("git rev-parse main")
    #expect(try await here.output("git -C ../hub rev-parse code") == code)
  }

  @Test("A push to another remote, or by an address, leaves the board alone")
  func otherRemote() async throws {
    let here = try await shared()
    try await here.run("git config pmgit.hooks.pushBoard true; git push -q ../hub main")
    try await here.run("git remote add fork ../hub; git push -q fork main:fork")
    #expect(try await here.output(Self.boards) == "none")
  }
}
