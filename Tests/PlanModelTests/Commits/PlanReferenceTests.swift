import PlanModel
import PmgitTestSupport
import Testing

@Suite("References to plans in messages")
struct PlanReferenceTests {
  private func read(_ subject: String, _ trailers: String = "") -> [PlanReference] {
    PlanReference.read(subject: subject, trailers: trailers)
  }

  @Test("Each trailer says what becomes of its plans, whatever the case of its key")
  func trailers() {
    #expect(
      read("Fix it", "Plan: k7m2\nstarts: p3x9\nCLOSES: k7m2q9x4t1ab\nReviewed-by: Plan: zz11\n")
        == [
          PlanReference(.mentions, "k7m2"), PlanReference(.starts, "p3x9"),
          PlanReference(.closes, "k7m2q9x4t1ab"),
        ])
  }

  @Test("What 'Closes' and 'Starts' say of other things is not about plans")
  func others() {
    let found = read(
      "x",
      """
      Closes: #12, https://example.org/k7m2 JIRA-7 12 owner/repo#3 issue
      Starts: k7m2; and
      Closes: #k7m2 plan:p3x9를 (a7b8) `c3d4`, <e5f6> "g7h8".
      Plan: #12
      """)
    #expect(
      found == [
        PlanReference(.starts, "k7m2"),
        PlanReference(.closes, "k7m2"), PlanReference(.closes, "p3x9"),
        PlanReference(.closes, "a7b8"), PlanReference(.closes, "c3d4"),
        PlanReference(.closes, "e5f6"), PlanReference(.closes, "g7h8"),
        PlanReference(.mentions, "#12"),
      ])
  }

  @Test("One trailer may name several plans, and a plan counts once for each thing said of it")
  func several() {
    #expect(
      read("Fix it", "Plan: k7m2, p3x9 k7m2\nPlan: k7m2\nCloses: k7m2\n") == [
        PlanReference(.mentions, "k7m2"), PlanReference(.mentions, "p3x9"),
        PlanReference(.closes, "k7m2"),
      ])
  }

  @Test(
    "A word 'plan:ID' in the subject names a plan",
    arguments: [
      ("Fix login plan:k7m2", ["k7m2"]), ("plan:k7m2: fix login", ["k7m2"]),
      ("Fix login (PLAN:k7m2, plan:p3x9).", ["k7m2", "p3x9"]), ("[plan:k7m2] Fix", ["k7m2"]),
      ("plan: fix login", []), ("plan:", []), ("plan:…", []), ("myplan:k7m2", []),
      ("plan:FOO-12", []), ("plan:12", []), ("버튼 plan:k7m2을 수정", ["k7m2"]),
      ("[plan:k7m2,p3x9, and more]", ["k7m2", "p3x9"]), ("plan:k7m2,plan:p3x9", ["k7m2", "p3x9"]),
      ("Fix login plan:k7m2.", ["k7m2"]),
    ])
  func subject(_ subject: String, _ found: [String]) {
    #expect(read(subject) == found.map { PlanReference(.mentions, $0) } as [PlanReference])
  }

  @Test("'Plan:' takes the name of a plan's branch, too")
  func branchName() {
    #expect(
      read("x", "Plan: k7m2-fix-login\nPlan: FOO-12") == [
        PlanReference(.mentions, "k7m2"), PlanReference(.mentions, "FOO-12"),
      ])
  }

  @Test("'Closes:' takes an alias with a colon, if a plan has it")
  func alias() {
    #expect(
      read("x", "Closes: gh:12, (jira:APP-1). owner:o/r#3\nStarts: https://example.org/a :x 12:30")
        == [
          PlanReference(.closes, "gh:12", isGuess: true),
          PlanReference(.closes, "jira:APP-1", isGuess: true),
          PlanReference(.closes, "owner:o/r#3", isGuess: true),
        ])
    #expect(read("x", "Plan: gh:12") == [PlanReference(.mentions, "gh:12")])
  }

  @Test(
    "What seems to name a plan is distinguished from what others write",
    arguments: [
      ("Closes: k7m2", [PlanReference(.closes, "k7m2")]),
      ("  closes: k7", [PlanReference(.closes, "k7")]), ("Closes: a bug", []),
      ("Fixes #k7m2", [PlanReference(.closes, "k7m2")]),
      ("Closed： k7m2, p3x9", [PlanReference(.closes, "k7m2"), PlanReference(.closes, "p3x9")]),
      ("Started k7m2 today", [PlanReference(.starts, "k7m2")]),
      ("fix(plan:k7m2): crash", []), ("Fix plan:k7m2 crash", []),
      ("Fixes `k7m2`", [PlanReference(.closes, "k7m2")]),
      ("Fix: k7", []), ("Closes k7", []), ("Fixes #12", []), ("Fixture: k7m2", []), ("", []),
    ])
  func likely(_ line: String, _ found: [PlanReference]) {
    #expect(PlanReference.likely(in: [line]) == found)
  }

  @Test(
    "Words that can't be ids are found in 'Starts' and 'Closes', and names of other trackers not",
    arguments: [
      ("Closes: login", true), ("starts : login list", true), ("Closes: 로그인", true),
      ("Closes: k7m2", false), ("Closes: login, k7m2", false), ("Closes: #12", false),
      ("Closes: o/r#login", false), ("Closes: ABC-7", false), ("Closes:", false),
      ("Closes: https://example.org/login", false), ("Plan: login", false), ("Fixes: login", false),
      ("Closes: the login bug", true), ("Closes: nothing", true), ("Starts: two", true),
      ("Closes: a bug in the bar", true),
    ])
  func words(_ trailer: String, _ isFound: Bool) {
    let found = PlanReference.naming(noPlanIn: trailer, besides: [])
    #expect(found.map(\.trailer) == (isFound ? [trailer] : []))
    #expect(found.map(\.isAll) == (isFound ? [true] : []))
  }

  @Test("A word of fewer than four letters is an id only alone")
  func shortWords() {
    #expect(
      read("x", "Closes: a bug in the bar\nStarts: a, k7m, 'the'") == [
        PlanReference(.starts, "k7m")
      ])
    #expect(read("x", "Closes: bar") == [PlanReference(.closes, "bar")])
    #expect(read("x", "Closes: the barn") == [PlanReference(.closes, "barn")])
  }

  @Test("A word of letters beside a plan's id is found alone, unless it is an id itself")
  func wordBesideID() {
    let named = [PlanReference(.closes, "k7m2"), PlanReference(.closes, "qjdy")]
    let found = PlanReference.naming(
      noPlanIn: "closes: k7m2 qjdy qjdz, a\nCloses: qjdy\nCloses: k7m2, #12\n", besides: named)
    let trailer = "closes: k7m2 qjdy qjdz, a"
    #expect(
      found == [
        PlanReference.PlainWords(in: trailer, key: "Closes", ["qjdz", "a"], isAll: false)
      ])
  }

  @Test("'and' between ids separates them")
  func and() {
    let both = [PlanReference(.closes, "k7m2"), PlanReference(.closes, "p3x9")]
    #expect(read("x", "Closes: k7m2 and p3x9") == both)
    #expect(PlanReference.likely(in: ["  Closes: k7m2, And p3x9"]) == both)
    #expect(read("x", "Closes: and") == [PlanReference(.closes, "and")])
  }

  @Test("Of a message with thousands of plans the first hundred count")
  func many() {
    let trailers = (0..<5000).map { "Plan: k\($0)\n" }.joined()
    let found = read("Fix it", trailers)
    #expect(found.map(\.typed) == (0..<100).map { "k\($0)" })
  }

  @Test(
    "An id in brackets ends a subject, and may be an ordinary word",
    arguments: [
      ("Fix the cache (k7m2)", "k7m2"), ("Fix [k7m2q9x4t1ab]", "k7m2q9x4t1ab"),
      ("Fix (k7m2) at last", nil), ("Fix (k7m2", nil), ("Fix k7m2)", nil), ("Fix (k7m2]", nil),
      ("Fix (#12)", nil), ("Fix (k7m)", nil), ("Fix (K7M2)", nil), ("Fix (two words)", nil),
      ("(k7m2)", "k7m2"), ("()", nil), (")", nil), ("", nil),
    ] as [(String, String?)])
  func bracketedEnd(subject: String, id: String?) {
    let found = id.map { [PlanReference(.mentions, $0, isGuess: true)] } ?? []
    #expect(read(subject) == found)
    #expect(PlanReference.mayBe(in: subject + "\n\nMore.\n") == (id != nil))
  }

  @Test("An id that the subject or a trailer names for certain is no guess")
  func bracketedAndNamed() {
    #expect(read("plan:k7m2 (k7m2)") == [PlanReference(.mentions, "k7m2")])
    #expect(read("Fix (k7m2)", "Closes: k7m2\n") == [PlanReference(.closes, "k7m2")])
  }

  @Test("Only messages that may name a plan are worth asking git about")
  func mayBe() {
    for message in [
      "Fix\n\nPlan: k7m2\n", "Fix\n\nclOSes = k7m2\n", "Fix\n\nStarts : k7m2", "a plan:k7m2",
      "Revert \"x\"\n\nThis reverts commit 0123456789.\n", "Fix\r\n\r\nPlan: k7m2\r\n",
    ] {
      #expect(PlanReference.mayBe(in: message), "\(message)")
    }
    for message in ["", "Fix login\n\nThe plan was to close it.\n", "Refactor explanation: planes"]
    {
      #expect(!PlanReference.mayBe(in: message), "\(message)")
    }
  }

  @Test("Whatever is found in a message, it may be in it", arguments: Seeds.each(20))
  func mayBeIsNoFilter(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = ["plan:", "Plan: ", "Closes: ", "k7m2", " ", "\n", "(", "Starts:", "x", "é", ":"]
    for _ in 0..<100 {
      let text = (0..<8).map { _ in words.randomElement(using: &random) ?? "" }.joined()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let found = read(lines[0], lines.dropFirst().joined(separator: "\n"))
      #expect(found.isEmpty || PlanReference.mayBe(in: text), "\(text.debugDescription)")
    }
  }

  @Test("A revert takes back that a plan was closed, and a revert of that closes it again")
  func reverts() {
    let closed = PlanReference(.closes, "k7m2")
    #expect(closed.reverted == PlanReference(.reopens, "k7m2"))
    #expect(closed.reverted.reverted == closed)
    // A guess stays one, so that the reference of another tracker is not reported.
    let guess = PlanReference(.closes, "github:o/r#99", isGuess: true)
    #expect(guess.reverted == PlanReference(.reopens, "github:o/r#99", isGuess: true))
    #expect(guess.reverted.isGuess && guess.reverted.reverted == guess)
    #expect(PlanReference(.starts, "k7m2").reverted == PlanReference(.mentions, "k7m2"))
    #expect(PlanReference(.mentions, "k7m2").reverted == PlanReference(.mentions, "k7m2"))
  }

  @Test("The reverted commits are those that git's own words name")
  func revertedCommits() {
    let message = """
      Revert "Fix login"

      This reverts commit 0123456789ABCDEF0123456789abcdef01234567, reversing
      changes made to aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.
      This reverts commit 89abcde (Fix it, 2026-11-20).
      It says: This reverts commit 7777777.
      """
    #expect(
      PlanReference.revertedCommits(in: message) == [
        "0123456789abcdef0123456789abcdef01234567", "89abcde",
      ])
    let again = String(repeating: "This reverts commit 89abcde.\n", count: 5000)
    #expect(PlanReference.revertedCommits(in: again) == ["89abcde"])
    let many = (0..<5000).map { "This reverts commit 89abcde\($0).\n" }.joined()
    #expect(PlanReference.revertedCommits(in: many).count == PlanReference.mostOfACommit)
  }
}
