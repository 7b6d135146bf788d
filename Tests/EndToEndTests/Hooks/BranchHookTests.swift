import Testing

/// `pmgit branch`, and the hook `prepare-commit-msg` on the branches that it creates.
@Suite("A branch that is named after a plan names it in its commits", .serialized)
struct BranchHookTests {
  @Test("pmgit.hooks.start starts the branch's plan at its first commit, by real hooks")
  func starts() async throws {
    let here = try await HookedRepository()
    let said = try await here.run(
      """
      git config pmgit.hooks.start true
      git switch -q "$(pmgit branch -q $plan)"; commit -m Fix
      """)
    here.expect(said, says: "Todo → Doing")
    try await here.expect("doing", commits: ["HEAD"])
  }

  @Test("pmgit branch makes one, and Plan: is added to its commits once")
  func branch() async throws {
    let here = try await HookedRepository()
    try await here.run("git switch -q \"$(pmgit branch -q $plan)\"; commit -m Fix")
    try await here.expect("todo", commits: ["HEAD"])
    try await here.run("git commit -q --amend --no-edit; commit -m More -m \"Plan: $plan\"")
    let counts = try await here.output(
      "for n in 0 1; do git log -1 --format=%B HEAD~$n | grep -c '^Plan: '; done")
    #expect(counts == "1\n1")
    try await here.expect("todo", commits: ["HEAD", "HEAD~"])
  }

  @Test("A plan with another title keeps its branch, and a start for one that is there is refused")
  func retitled() async throws {
    let here = try await HookedRepository()
    let name = try await here.output("pmgit branch -q $plan")
    try await here.run("pmgit edit -q $plan --title 'Another title'")
    #expect(try await here.output("pmgit branch -q $plan") == name)
    let said = try await here.run("pmgit branch $plan main", exits: 1)
    here.expect(said, says: "branch '\(name)' is there already", "git switch \(name)")
    #expect(try await here.output("git branch --list | grep -c -v pmgit/main") == "2")
    // A branch of another plan does not count, even if its name begins with the same characters.
    let other = try await here.add("Other")
    #expect(try await here.output("pmgit branch -q \(other)").hasPrefix(other.prefix(4)))
  }

  @Test(
    "Nothing is added to merges, squashes, fixups and in the middle of a rebase",
    arguments: [
      "git merge -q --no-ff side -m Merged",
      "git merge -q --squash side; git commit -q --no-edit",
      "git config core.hooksPath none; commit -m Fix; git config --unset core.hooksPath; "
        + "commit --fixup HEAD",
      "git config core.hooksPath none; commit -m One; commit -m Two; "
        + "git config --unset core.hooksPath; todo 1s/pick/edit/ rebase -q -i HEAD~2; "
        + "git commit -q --amend -m Changed; commit -m New; git rebase --continue",
    ])
  func others(_ script: String) async throws {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c side; commit -m Side; git switch -q main; commit -m Main")
    try await here.run("git switch -q -c \"$plan-fix\"; \(script)")
    let messages = try await here.output("git log --format=%B --exclude='refs/heads/pmgit/*' --all")
    #expect(!messages.contains("Plan:"), "\(messages)")
  }

  @Test(
    "A subject typed into the editor's first line is a subject, with the trailer below it",
    arguments: [
      ("", "1s/^/Fix/"), ("-s", "1s/^/Fix/"), ("-v", "1s/^/Fix/"),
      ("--cleanup=scissors", "1s/^/Fix/"), ("", "1s/^/Fix\\n\\nThe body./"),
      ("-v -c core.commentChar=auto", "1s/^/Fix/"),
    ])
  func typed(_ options: String, _ edit: String) async throws {
    let here = try await HookedRepository()
    let parts = options.split(separator: " -c ").map(String.init)
    let setting = parts.count > 1 ? "-c \(parts[1])" : ""
    let said = try await here.run(
      """
      git switch -q "$(pmgit branch -q "$plan")"; echo x > x; git add x
      GIT_EDITOR="sed -i -e '\(edit)'" git \(setting) commit \(parts.first ?? "")
      """)
    #expect(!said.contains("warning"), "\(said)")
    #expect(try await here.output("git log -1 --format=%s") == "Fix")
    try await here.expect("todo", commits: ["HEAD"])
  }

  @Test("Where git chooses what comments begin with, the trailer still comes above them")
  func chosenComment() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git switch -q "$(pmgit branch -q "$plan")"
      git config core.hooksPath none; commit -m '#12 Fix'; git config --unset core.hooksPath
      git -c core.commentChar=auto commit -q --amend -v
      """)
    let message = try await here.output("git log -1 --format=%B")
    #expect(message == "#12 Fix\n\nPlan: \(here.plan)\n", "\(message)")
    try await here.expect("todo", commits: ["HEAD"])
  }

  @Test("No configuration of trailers changes what is added")
  func trailerSettings() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git config trailer.sign.key Signed-off-by; git config trailer.sign.command 'touch ../ran; echo x'
      git config trailer.plan.key 'Refs: '; git config trailer.ifexists doNothing
      git switch -q "$(pmgit branch -q "$plan")"; commit -m Fix -m 'Reviewed-by: Ben'
      """)
    #expect(
      try await here.output("git log -1 --format=%b; ls .. | grep ran || :")
        == "Reviewed-by: Ben\nPlan: \(here.plan)\n")
  }

  @Test("A message that is given and empty makes no commit")
  func emptyArgument() async throws {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c \"$plan-fix\"; commit -m ''", exits: 1)
  }

  @Test(
    "Called by pre-commit, which passes on no source, it knows the source",
    arguments: ["merge", "message"])
  func preCommit(_ source: String) async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git switch -q "$(pmgit branch -q "$plan")"; echo Merged > message
      pmgit hooks run prepare-commit-msg message
      """, adding: ["PRE_COMMIT_COMMIT_MSG_SOURCE": source])
    let message = try await here.output("cat message")
    #expect(message.contains("Plan: ") == (source == "message"), "\(message)")
  }

  @Test("Who leaves the editor without a word makes no commit")
  func emptyMessage() async throws {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c \"$plan-fix\"")
    let head = try await here.output("git rev-parse HEAD")
    try await here.run("commit", exits: 1)
    #expect(try await here.output("git rev-parse HEAD") == head)
  }

  @Test(
    "A hostile name does nothing",
    arguments: [
      "$(touch${IFS}x)", "`touch${IFS}x`", "a'b\"c", "-x", "a;touch${IFS}x", "한국어-가지", "%s%n",
      "&|x",
    ])
  func hostile(_ name: String) async throws {
    let here = try await HookedRepository()
    for branch in [name, "\(here.plan.prefix(5))-\(name)", "of\(name)/\(here.plan.prefix(5))"] {
      try await here.run(
        """
        git update-ref "refs/heads/$name" main; git symbolic-ref HEAD "refs/heads/$name"
        commit -m Fix
        """, adding: ["name": branch])
      let isNamed = try await here.output("git log -1 --format=%B").contains("Plan: \(here.plan)")
      #expect(isNamed == (branch != name), "\(branch)")
    }
    #expect(try await here.output("find . -name x; git status --porcelain") == "")
  }

  @Test("Titles of any kind make branches that git takes")
  func titles() async throws {
    let here = try await HookedRepository()
    for title in ["한국어 제목", "$(touch x)", "-x", "a..b.lock", "@{1}", "~^:?*[", "..."] {
      let id = try await here.output("pmgit add -q -- \"$(printf %s \(quoted(title)))\"")
      try await here.run(
        """
        git switch -q "$(pmgit branch -q \(id))"; commit -m Fix
        git log -1 --format=%B > ../log; grep -qx "Plan: \(id)" ../log
        """)
    }
    #expect(try await here.output("find . -name x; git status --porcelain") == "")
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }

  @Test("A commit that is picked onto a plan's branch is not said to be of that plan")
  func picked() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git branch elsewhere; commit -m Other; git switch -q elsewhere
      git switch -q "$(pmgit branch -q "$plan")"; git cherry-pick main
      """)
    #expect(try await here.output("git log -1 --format=%s%b") == "Other")
    try await here.expect("todo", commits: [])
  }
}
