import Testing

/// `commit-msg`: messages that are refused before a commit is made.
@Suite("A message that names no plan of the board is refused", .serialized)
struct MessageCheckTests {
  @Test("An unknown id is refused with those that are like it, and the message is kept")
  func unknown() async throws {
    let here = try await HookedRepository()
    let head = try await here.output("git rev-parse HEAD")
    // With a digit, it can't be an ordinary word.
    let typo = here.plan.prefix(3) + (here.plan.dropFirst(3).hasPrefix("7") ? "8" : "7")
    let said = try await here.run("commit -m Fix -m 'Closes: \(typo)'", exits: 1)
    here.expect(
      said, says: "\(typo)", here.plan, "Fix login", "give the command again with '-e -F ")
    #expect(try await here.output("git rev-parse HEAD") == head)
    // After the id is corrected, the command of the hint works.
    try await here.run("sed -i.old s/\(typo)/$plan/ .git/COMMIT_EDITMSG")
    try await here.run("git commit -q -e -F .git/COMMIT_EDITMSG")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("An id that may be several is refused with all of them")
  func ambiguous() async throws {
    let here = try await HookedRepository()
    var first: [Character: String] = [:]
    var twins: [String] = []
    // Among 33 ids, at least two begin with the same of 32 characters.
    for number in 0..<33 where twins.isEmpty {
      let id = try await here.add("Plan \(number)")
      guard let digit = id.first else { continue }
      if let twin = first.updateValue(id, forKey: digit) { twins = [twin, id] }
    }
    let twin = try #require(twins.first)
    let digits = String(twin.prefix(1))
    let said = try await here.run("commit -m Fix -m 'Closes: \(digits)'", exits: 1)
    for id in twins { here.expect(said, says: id) }
  }

  @Test("A deleted plan is refused")
  func deleted() async throws {
    let here = try await HookedRepository()
    try await here.run("pmgit delete -q $plan")
    let said = try await here.run("commit -m Fix -m \"Closes: $plan\"", exits: 1)
    here.expect(said, says: here.plan)
  }

  @Test("requirePlan asks for a plan, but not of reverts, merges and fixups")
  func required() async throws {
    let here = try await HookedRepository()
    try await here.run("git config pmgit.hooks.requirePlan true")
    let said = try await here.run("commit -m Fix", exits: 1)
    here.expect(said, says: "pmgit.hooks.requirePlan", "Plan: ID")
    try await here.run("git commit -q -m Fix -m \"Plan: $plan\"")
    try await here.run("commit --fixup HEAD; git revert --no-edit HEAD~")
    try await here.run("git switch -q -c side HEAD~; commit -m Side -m \"Plan: $plan\"")
    try await here.run("git switch -q main; git merge -q --no-edit side")
    try await here.run("commit --no-verify -m 'Without one'")
  }

  @Test("In a repository without a board every message passes")
  func withoutBoard() async throws {
    let here = try await HookedRepository()
    try await here.run("git update-ref -d refs/heads/pmgit/main")
    try await here.run("git config pmgit.hooks.requirePlan true")
    let said = try await here.run("commit -m Fix; commit -m Fix -m 'Closes: zzzz'")
    here.expect(said, says: "there is no board 'main' here")
  }

  @Test(
    "Trailers of the same name that are about other things pass without a word",
    arguments: [
      "Closes: #12", "Closes: https://bugs.example.org/12", "Starts: JIRA-12", "Fixes: #12",
      "Fixes: issue", "Fix the door",
    ])
  func otherTrailers(_ trailer: String) async throws {
    let here = try await HookedRepository()
    let before = try await here.boardCommits()
    let said = try await here.run("commit -m Fix -m '\(trailer)'")
    #expect(!said.contains("pmgit"), "\(said)")
    #expect(try await here.boardCommits() == before)
  }

  @Test("The hint names the message so that it is found from a subfolder")
  func subfolder() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      mkdir inner; cd inner; echo x > x; git add x
      said=$(git commit -m Fix -m 'Plan: zzzz' 2>&1 || :)
      file=$(printf %s "$said" | sed -n "s/.*with '-e -F \\([^']*\\)'.*/\\1/p")
      sed -i.old "s/zzzz/$plan/" "$file"
      git commit -e -F "$file"
      """)
    try await here.expect("todo", commits: ["HEAD"])
  }

  @Test(
    "Who leaves the editor without a word makes no commit",
    arguments: ["", "-s", "-v", "-t \"$HOME/template\"", "--cleanup=scissors"])
  func untouched(_ options: String) async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      echo 'Subject of the template' > "$HOME/template"
      git switch -q "$(pmgit branch -q "$plan")"; echo x > x; git add x
      """)
    try await here.run("git commit \(options)", exits: 1)
    try await here.run("git config commit.template '~/template'; git commit", exits: 1)
    try await here.run("git commit -s", exits: 1)
    try await here.run("GIT_EDITOR='sed -i.old 1s/.*/Fix/' git commit \(options)")
    #expect(try await here.output("git log -1 --format=%s") == "Fix")
  }

  @Test("Nor where git keeps comments and cuts at the scissors")
  func untouchedScissors() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git config commit.cleanup scissors
      git switch -q "$(pmgit branch -q "$plan")"; echo x > x; git add x
      """)
    for options in ["", "-v", "-s"] { try await here.run("git commit \(options)", exits: 1) }
    try await here.run("GIT_EDITOR='sed -i.old 1s/.*/Fix/' git commit -v")
    #expect(try await here.output("git log -1 --format=%s") == "Fix")
  }

  @Test("A subject that begins with '#' is one where no editor was open")
  func numberSign() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m '#12 Fix plan:zzzz'", exits: 1)
    try await here.run("git config pmgit.hooks.requirePlan true; commit -m '#12 Fix'", exits: 1)
    try await here.run("commit -m \"#12 Fix plan:$plan\"")
    try await here.expect("todo", commits: ["HEAD"])
  }

  @Test("A line that looks like a trailer and is none is reported, and does not count")
  func misplacedTrailer() async throws {
    let here = try await HookedRepository()
    let said = try await here.run("commit -m Fix -m \"Closes: $plan\" -m 'More text'")
    here.expect(
      said, says: "'\(here.plan)' is named in a line that is not a trailer",
      "write 'Closes: \(here.plan)' at the end")
    try await here.expect("todo", commits: [])
    for line in ["Closes: ID", "Fixes #ID", "fixed: ID", "Closes： ID", "  Closes: ID"] {
      let message = line.replacing("ID", with: here.plan)
      let said = try await here.run("commit -m '\(message)'; commit -m Fix -m '\(message)'")
      #expect(said.contains("write 'Closes: \(here.plan)'"), "\(line): \(said)")
    }
    let quiet = try await here.run(
      "commit -m Fix -m 'Closes: nothing, until you say' -m 'More text'")
    #expect(!quiet.contains("pmgit"), "\(quiet)")
  }

  @Test("A trailer with words that can't be ids is reported, unless another tracker may mean it")
  func words() async throws {
    let here = try await HookedRepository()
    let before = try await here.boardCommits()
    for word in ["login", "issue"] {
      let said = try await here.run("commit -m Fix -m 'Closes: \(word)'")
      here.expect(said, says: "'Closes: \(word)' names no plan", "'pmgit list'")
    }
    #expect(try await here.boardCommits() == before)
    for name in ["#12", "ABC-7", "https://example.org/i/login", "o/r#login"] {
      let quiet = try await here.run("commit -m Fix -m 'Closes: \(name)'")
      #expect(!quiet.contains("pmgit"), "\(quiet)")
    }
    try await here.run("git update-ref -d refs/heads/pmgit/main")
    let quiet = try await here.run("commit -m Fix -m 'Closes: login'")
    #expect(!quiet.contains("pmgit"), "\(quiet)")
  }

  @Test("Words that could be ids are reported as well, and 'and' separates ids")
  func ordinaryWords() async throws {
    let here = try await HookedRepository()
    for text in ["the way back", "nothing", "two"] {
      let said = try await here.run("commit -m Fix -m 'Closes: \(text)'")
      here.expect(said, says: "'Closes: \(text)' names no plan, so no plan moves")
    }
    let other = try await here.add("Another plan")
    let said = try await here.run("commit -m Fix -m \"Closes: $plan and \(other)\"")
    #expect(!said.contains("names no plan"), "\(said)")
    try await here.expect("done", commits: ["HEAD"])
    try await here.expect("done", commits: ["HEAD"], on: other)
  }

  @Test("A short word in a sentence is no plan, though one id begins with it")
  func shortWords() async throws {
    let here = try await HookedRepository()
    let plan = here.plan.hasPrefix("a") ? here.plan : "azzzzzzzzzzz"
    try await here.run("echo '{\"id\":\"\(plan)\",\"title\":\"A\"}' | pmgit import -q -")
    let said = try await here.run("commit -m Fix -m 'Closes: a bug in the bar'")
    here.expect(said, says: "'Closes: a bug in the bar' names no plan, so no plan moves")
    #expect(!said.contains("is not a trailer"), "\(said)")
    try await here.expect("todo", commits: [], on: plan)
    try await here.run("commit -m Fix -m 'Closes: a'")
    try await here.expect("done", commits: ["HEAD"], on: plan)
  }

  @Test("A word that is the alias of a plan moves it without a warning")
  func aliasWord() async throws {
    let here = try await HookedRepository()
    let line = #"{"id":"azzzzzzzzzzz","title":"A","aliases":["gate"]}"#
    try await here.run("echo '\(line)' | pmgit import -q -")
    let said = try await here.run("commit -m Fix -m 'Closes: gate'")
    #expect(!said.contains("warning"), "\(said)")
    let column = try await here.column(of: "azzzzzzzzzzz")
    #expect(column == "done")
  }

  @Test("A mistyped id of letters is reported with the plans that are like it, also beside an id")
  func mistypedWord() async throws {
    let here = try await HookedRepository()
    try await here.run(#"echo '{"id":"peztaaaaaaaa","title":"Near"}' | pmgit import -q -"#)
    let alone = try await here.run("commit -m Fix -m 'Closes: gezt'")
    here.expect(alone, says: "'Closes: gezt' names no plan, so no plan moves", "peztaaaaaaaa  Near")
    let beside = try await here.run("commit -m Fix -m \"Closes: $plan gezt\"")
    here.expect(beside, says: "'gezt' after 'Closes:' names no plan", "peztaaaaaaaa  Near")
    #expect(!beside.contains("no plan moves"), "\(beside)")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("Words are reported in a clone that has only fetched the board")
  func trackedBoard() async throws {
    let here = try await HookedRepository()
    let said = try await here.run(
      """
      git init -q --bare ../hub; git remote add origin ../hub; git push -q origin main pmgit/main
      git fetch -q origin; git update-ref -d refs/heads/pmgit/main
      commit -m Fix -m 'Closes: login'
      """)
    here.expect(said, says: "'Closes: login' names no plan")
  }

  @Test(
    "Of what one commit says of a plan the most counts",
    arguments: ["Starts Closes", "Closes Starts"])
  func both(_ keys: String) async throws {
    let here = try await HookedRepository()
    let trailers = keys.split(separator: " ").map { "\($0): $plan" }.joined(separator: "\n")
    try await here.run("commit -m Fix -m \"\(trailers)\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("Without a board, who names a plan is told so, and nobody else")
  func noBoardHere() async throws {
    let here = try await HookedRepository()
    try await here.run("git update-ref -d refs/heads/pmgit/main")
    here.expect(try await here.run("commit -m Fix -m 'Plan: k7m2'"), says: "no board 'main' here")
    let quiet = try await here.run("commit -m Fix")
    #expect(!quiet.contains("pmgit"), "\(quiet)")
  }
}
