import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// How commits of the code change the plans that they name.
@Suite("Commits of the code, recorded on plans")
struct CommitRecorderTests {
  /// A board with a plan in 'todo', and commits of code that are on no branch.
  private struct Code {
    let ada: BoardFixture
    let id: PlanID
    private let tree: String

    init() async throws {
      ada = try await BoardFixture()
      id = try await ada.add("A plan")
      tree = try await ada.repository.git("rev-parse", "HEAD^{tree}")
    }

    func commit(_ message: String, on parents: ObjectID...) async throws -> ObjectID {
      let hex = try await ada.repository.rawCommit(
        tree: tree, parents: parents.map(\.hex), message: message)
      return try #require(ObjectID(hex: hex), "\(hex)")
    }

    /// Records commits as a hook does.
    @discardableResult
    func record(_ commits: CodeCommit...) async throws -> CommitRecord? {
      var random = ada.random
      let record = try await ada.store().record(commits, by: ada.author()) {
        Rank.bottom(at: Timestamp(seconds: ada.seconds), after: $0, using: &random)
      } words: { _, _ in
        CommitMessage(subject: "follow", plans: [])
      }
      ada.random = random
      return record
    }

    /// Makes a commit with a message and records it.
    @discardableResult
    func commitAndRecord(_ message: String) async throws -> ObjectID {
      let commit = try await commit(message)
      try await record(CodeCommit(commit))
      return commit
    }

    var plan: Plan { get throws { try ada.plan(id) } }
  }

  @Test("A commit is linked, starts or closes a plan, as it says")
  func actions() async throws {
    let code = try await Code()
    var commits = [try await code.commitAndRecord("Mention (plan:\(code.id))")]
    #expect(try code.plan.state == "todo")
    commits.append(try await code.commitAndRecord("Begin\n\nStarts: \(code.id)"))
    #expect(try code.plan.state == "doing")
    commits.append(try await code.commitAndRecord("End\n\nCloses: \(code.id)"))
    #expect(try code.plan.state == "done")
    #expect(try Set(code.plan.commits.map(\.id)) == Set(commits.map(\.hex)))
  }

  @Test("A commit that names no plan leaves the board as it is")
  func nothing() async throws {
    let code = try await Code()
    let tip = try code.ada.tip()
    #expect(try await code.record(CodeCommit(code.commit("Closes: #12 and nothing"))) == nil)
    #expect(try code.ada.tip() == tip)
  }

  @Test("A commit moves a plan once, whatever people do with the plan afterwards")
  func once() async throws {
    let code = try await Code()
    let commit = try await code.commitAndRecord("End\n\nCloses: \(code.id)")
    try await code.ada.edit(code.id, .state("todo"))
    let tip = try code.ada.tip()
    let again = try #require(try await code.record(CodeCommit(commit)))
    #expect(again.entries.isEmpty)
    #expect(try code.plan.state == "todo" && code.ada.tip() == tip)
  }

  @Test("The revert of a commit that closed a plan takes it back to work; its revert closes it")
  func revert() async throws {
    let code = try await Code()
    let closing = try await code.commitAndRecord("End\n\nCloses: \(code.id)")
    let revert = try await code.commitAndRecord(
      "Revert \"End\"\n\nThis reverts commit \(closing.hex).")
    #expect(try code.plan.state == "doing")
    try await code.commitAndRecord("Reapply \"End\"\n\nThis reverts commit \(revert.hex).")
    #expect(try code.plan.state == "done")
    #expect(try code.plan.commits.count == 3)
  }

  @Test("The revert of a commit that started a plan leaves it where it is")
  func revertOfStart() async throws {
    let code = try await Code()
    let start = try await code.commitAndRecord("Begin\n\nStarts: \(code.id)")
    try await code.commitAndRecord("Revert \"Begin\"\n\nThis reverts commit \(start.hex).")
    #expect(try code.plan.state == "doing" && code.plan.commits.count == 2)
  }

  @Test("An amended commit takes the place of the old one, and does not move the plan again")
  func amend() async throws {
    let code = try await Code()
    let old = try await code.commitAndRecord("End\n\nCloses: \(code.id)")
    try await code.ada.edit(code.id, .state("doing"))
    let new = try await code.commit("End, worded better\n\nCloses: \(code.id)")
    let record = try #require(try await code.record(CodeCommit(new, replacing: [old])))
    #expect(record.entries.map(\.added) == [[new]] && record.entries.map(\.removed) == [[old]])
    #expect(try code.plan.state == "doing" && code.plan.commits.map(\.id) == [new.hex])
  }

  @Test(
    "An amend by which a commit closes a plan moves it; one that takes the name away unlinks it")
  func amendedMessage() async throws {
    let code = try await Code()
    let old = try await code.commitAndRecord("Work (plan:\(code.id))")
    let closing = try await code.commit("Work\n\nCloses: \(code.id)")
    try await code.record(CodeCommit(closing, replacing: [old]))
    #expect(try code.plan.state == "done" && code.plan.commits.map(\.id) == [closing.hex])
    let silent = try await code.commit("Work")
    try await code.record(CodeCommit(silent, replacing: [closing]))
    #expect(try code.plan.state == "done" && code.plan.commits.isEmpty)
  }

  @Test(
    "An amend that takes out what moved the plan is named, unless something else says it or the plan is elsewhere",
    arguments: [
      // The message before and after the amend, and the action that must be reported as dropped.
      Rewording("Closes", "", PlanReference.Action.closes),
      Rewording("Closes", "Plan", .closes),
      Rewording("Starts", "", .starts),
      Rewording("Closes", "Closes", nil),
      Rewording("Plan", "", nil),
      Rewording("Closes", "", nil, movedTo: "todo"),
      Rewording("Closes", "", nil, besides: "Closes"),
      Rewording("Closes", "", .closes, besides: "Plan"),
    ])
  func takenOut(_ rewording: Rewording) async throws {
    let code = try await Code()
    if let other = rewording.besides { try await code.commitAndRecord("A\n\n\(other): \(code.id)") }
    if rewording.besides == "Closes" { try await code.ada.edit(code.id, .state("doing")) }
    let old = try await code.commitAndRecord("End\n\n\(rewording.before): \(code.id)")
    if let column = rewording.movedTo { try await code.ada.edit(code.id, .state(column)) }
    let words = rewording.after.isEmpty ? "" : "\n\n\(rewording.after): \(code.id)"
    let new = try await code.commit("End, better" + words)
    let record = try #require(try await code.record(CodeCommit(new, replacing: [old])))
    #expect(record.entries.map(\.taken) == [rewording.taken])
  }

  struct Rewording: Sendable {
    let before: String, after: String
    let taken: PlanReference.Action?
    let movedTo, besides: String?

    init(
      _ before: String, _ after: String, _ taken: PlanReference.Action?, movedTo: String? = nil,
      besides: String? = nil
    ) {
      (self.before, self.after, self.taken) = (before, after, taken)
      (self.movedTo, self.besides) = (movedTo, besides)
    }
  }

  @Test("A squash that has the line in its midst has not taken it out")
  func squashedLine() async throws {
    let code = try await Code()
    let old = [
      try await code.commitAndRecord("One\n\nCloses: \(code.id)"),
      try await code.commitAndRecord("Two (plan:\(code.id))"),
    ]
    let squash = try await code.commit("One\n\nCloses: \(code.id)\n\nTwo (plan:\(code.id))\n\nMore")
    let record = try #require(try await code.record(CodeCommit(squash, replacing: old)))
    #expect(record.entries.map(\.added) == [[squash]] && record.entries.map(\.taken) == [nil])
  }

  @Test("Commits of a rebase take the places of the old ones, a squash that of several")
  func rebase() async throws {
    let code = try await Code()
    let base = try await code.commit("base")
    let old = [
      try await code.commitAndRecord("One (plan:\(code.id))"),
      try await code.commitAndRecord("Two\n\nStarts: \(code.id)"),
      try await code.commitAndRecord("Three\n\nCloses: \(code.id)"),
    ]
    try await code.ada.edit(code.id, .state("todo"))
    let one = try await code.commit("One (plan:\(code.id))", on: base)
    let squash = try await code.commit("Two\n\nStarts: \(code.id)\nCloses: \(code.id)", on: one)
    try await code.record(
      CodeCommit(one, replacing: [old[0]]), CodeCommit(squash, replacing: [old[1], old[2]]))
    #expect(try Set(code.plan.commits.map(\.id)) == [one.hex, squash.hex])
    #expect(try code.plan.state == "todo")
  }

  @Test("A copy of a commit, as by a cherry-pick, does not move the plan again")
  func cherryPick() async throws {
    let code = try await Code()
    try await code.commitAndRecord("End\n\nCloses: \(code.id)")
    try await code.ada.edit(code.id, .state("todo"))
    let base = try await code.commit("another base")
    let copy = try await code.commit("End\n\nCloses: \(code.id)", on: base)
    try await code.record(CodeCommit(copy))
    #expect(try code.plan.state == "todo" && code.plan.commits.count == 2)
  }

  @Test("A commit that is found later does not move a plan which has a later one")
  func overtaken() async throws {
    let code = try await Code()
    let closing = try await code.commit("End\n\nCloses: \(code.id)")
    let later = try await code.commit("More (plan:\(code.id))", on: closing)
    try await code.record(CodeCommit(later))
    try await code.record(CodeCommit(closing, isNew: false))
    #expect(try code.plan.state == "todo")
    #expect(try Set(code.plan.commits.map(\.id)) == [closing.hex, later.hex])
  }

  @Test("One commit does something else to each of several plans")
  func several() async throws {
    let code = try await Code()
    let others = [try await code.ada.add("Second"), try await code.ada.add("Third")]
    let commit = try await code.commit(
      "All (plan:\(code.id))\n\nStarts: \(others[0])\nCloses: \(others[1])")
    let record = try #require(try await code.record(CodeCommit(commit)))
    #expect(record.entries.map(\.plan.id) == [code.id] + others)
    #expect(record.entries.map(\.state) == ["todo", "doing", "done"])
    #expect(try others.map { try code.ada.plan($0).state } == ["doing", "done"])
    for id in [code.id] + others {
      #expect(try code.ada.plan(id).commits.map(\.id) == [commit.hex])
    }
  }

  @Test("A plan that nobody knows is reported, and the others get the commit")
  func unknown() async throws {
    let code = try await Code()
    let commit = try await code.commit("End\n\nCloses: zzzzzzzzzzzz, \(code.id)")
    let record = try #require(try await code.record(CodeCommit(commit)))
    #expect(record.problems.map(\.commit) == [commit])
    guard case .unknownPlan("zzzzzzzzzzzz", inTitles: false) = record.problems.first?.error else {
      throw Unexpected(problems: "\(record.problems)")
    }
    #expect(try code.plan.state == "done")
  }

  @Test("An alias closes its plan; one of another tracker, and its revert, are not reported")
  func alias() async throws {
    let code = try await Code()
    try await code.ada.edit(code.id, .add("github:o/r#5", to: .aliases))
    let foreign = try await code.commit("End\n\nCloses: github:o/r#99")
    #expect(try await code.record(CodeCommit(foreign))?.problems.isEmpty ?? true)
    let revert = try await code.commit("Revert \"End\"\n\nThis reverts commit \(foreign.hex).")
    #expect(try await code.record(CodeCommit(revert))?.problems.isEmpty ?? true)
    #expect(try code.plan.state == "todo")
    try await code.commitAndRecord("End\n\nCloses: github:o/r#5")
    #expect(try code.plan.state == "done")
  }

  @Test("A beginning that several plans have is reported, and none of them moves")
  func ambiguous() async throws {
    let code = try await Code()
    for id in ["k7m2a", "k7m2b"] { try await code.ada.create(.test(id)) }
    let record = try #require(
      try await code.record(CodeCommit(code.commit("End\n\nCloses: k7m2"))))
    #expect(record.entries.isEmpty && record.problems.count == 1)
    #expect(try code.ada.plan(.test("k7m2a")).state == "todo")
  }

  @Test("A plan that is deleted stays so, and is reported")
  func deleted() async throws {
    let code = try await Code()
    let document = try #require(try code.ada.document(code.id))
    let deletion = document.deletion(at: Timestamp(seconds: code.ada.seconds), by: "Ada <a@x>")
    try await code.ada.edit(code.id, deletion)
    let commit = try await code.commit("End\n\nCloses: \(code.id)")
    let record = try #require(try await code.record(CodeCommit(commit)))
    #expect(record.deleted.map(\.id) == [code.id] && record.entries.isEmpty)
    #expect(try code.plan.isDeleted && code.plan.commits.isEmpty)
  }

  @Test("Where a rule lets the plan not come, it gets the commit and stays")
  func forbidden() async throws {
    let code = try await Code()
    try await code.ada.change { transaction in
      transaction.editBoard([
        .write(PlanList.columns.path("done", "from"), .strings(["doing"]))
      ])
    }
    let commit = try await code.commit("End\n\nCloses: \(code.id)")
    let record = try #require(try await code.record(CodeCommit(commit)))
    guard case .forbidden(let column) = record.entries.first?.move else {
      throw Unexpected(problems: "\(record.entries)")
    }
    #expect(column.id == "done")
    #expect(try code.plan.state == "todo" && code.plan.commits.map(\.id) == [commit.hex])
  }

  private struct Unexpected: Error { let problems: String }
}
