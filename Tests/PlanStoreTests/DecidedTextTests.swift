import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Texts that a sync merges line by line")
struct DecidedTextTests {
  private static let list = ["# Steps", "- one", "- two", "- three", "", "The end."]

  /// Returns two people who share a plan with a description, and then each change it.
  private func apart(
    from text: [String] = list, _ adas: [String], _ bens: [String]
  ) async throws -> (hub: ScratchRepository, ada: BoardFixture, ben: BoardFixture, id: PlanID) {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .body(text))
    try await syncAll(ada, ben)
    try await ada.edit(id, .body(adas))
    try await ben.edit(id, .body(bens))
    return (hub, ada, ben, id)
  }

  private func sync(
    _ person: BoardFixture, _ direction: SyncDirection = .both
  ) async throws -> SyncResult {
    try await person.store().sync(direction, person: nil, mergingTextsBy: person.author())
  }

  private func texts(_ person: BoardFixture, _ id: PlanID) throws -> [[String]?] {
    let document = try #require(try person.document(id))
    return document[.field("body")].map(\.value.lines)
  }

  private func changed(_ lines: [Int: String]) -> [String] {
    Self.list.enumerated().map { lines[$0.offset] ?? $0.element }
  }

  @Test("Changes of different paragraphs, and of neighbouring lines of a list, are merged")
  func different() async throws {
    for (adas, bens) in [
      ([0: "# The steps"], [5: "The very end."]), ([1: "- one: done"], [2: "- two: late"]),
      ([1: "- 1", 3: "- 3"], [2: "- 2", 4: "-"]),
    ] {
      let (hub, ada, ben, id) = try await apart(changed(adas), changed(bens))
      #expect(try await sync(ada).decidedTexts == [])
      let result = try await sync(ben)
      #expect(result.decidedTexts.map(\.plan) == [id])
      #expect(result.decidedTexts.map(\.field) == ["body"])
      // The edit, the merge, and the commit that decides.
      #expect(result.pushed == 3)
      let all = changed(adas.merging(bens) { $1 })
      #expect(try texts(ben, id) == [all])
      let commit = try ben.repository.open().commit(try ben.tip())
      #expect(commit.message.hasPrefix("merge \(try ben.store().snapshot().shortID(id)): body, "))
      #expect(commit.author.name == "Ben")
      #expect(commit.parents.count == 1)
      try await ada.sync()
      #expect(try texts(ada, id) == [all])
      try await expectRest(hub, [ada, ben])
    }
  }

  @Test("Lines that were added at different places are merged")
  func added() async throws {
    let (_, ada, ben, id) = try await apart(["Preface"] + Self.list, Self.list + ["P. S."])
    _ = try await sync(ada)
    _ = try await sync(ben)
    #expect(try texts(ben, id) == [["Preface"] + Self.list + ["P. S."]])
  }

  @Test("Changes that overlap wait for a person, and nothing else is written")
  func overlap() async throws {
    let (hub, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([1: "- ein"]))
    _ = try await sync(ada)
    let result = try await sync(ben)
    #expect(result.decidedTexts == [])
    #expect(result.pushed == 2)
    #expect(Set(try texts(ben, id)) == [changed([1: "- uno"]), changed([1: "- ein"])])
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
    // Later syncs leave it, too.
    #expect(try await sync(ada).decidedTexts == [])
    try await ada.edit(id, .title("x"))
    #expect(try await sync(ada).pushed == 1)
  }

  @Test("A text that one side deleted, or that both wrote anew, waits for a person")
  func noAncestor() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, .body(["Ada's"]))
    try await ben.edit(id, .body(["Ben's", "text"]))
    _ = try await sync(ada)
    #expect(try await sync(ben).decidedTexts == [])
    #expect(try texts(ben, id).count == 2)

    let other = try await apart(changed([1: "- uno"]), [])
    try await other.ben.edit(other.id, .write(.field("body"), .null))
    _ = try await sync(other.ada)
    #expect(try await sync(other.ben).decidedTexts == [])
    #expect(try texts(other.ben, other.id).count == 2)
  }

  @Test("A pull alone keeps both texts; the next sync that pushes decides")
  func pull() async throws {
    let (hub, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    #expect(try await sync(ben, .pull).decidedTexts == [])
    #expect(try texts(ben, id).count == 2)
    let result = try await sync(ben)
    #expect(result.decidedTexts.map(\.plan) == [id])
    #expect(try texts(ben, id) == [changed([1: "- uno", 3: "- tres"])])
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("A person's decision, or an edit, between the pull and the sync stands")
  func decided() async throws {
    let (_, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    _ = try await sync(ben, .pull)
    try await ben.edit(id, .body(["Mine"]))
    #expect(try await sync(ben).decidedTexts == [])
    #expect(try texts(ben, id) == [["Mine"]])
  }

  @Test("A deleted plan and a text that was in conflict before stay as they are")
  func notDecided() async throws {
    let (_, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([1: "- ein"]))
    _ = try await sync(ada)
    _ = try await sync(ben)
    try await ada.edit(id, .title("x"))
    try await ben.edit(id, .state("done"))
    _ = try await sync(ada)
    #expect(try await sync(ben).decidedTexts == [])
    #expect(try texts(ben, id).count == 2)
  }

  @Test("Moved lines, and a text that was written into a merge by hand, wait for a person")
  func moved() async throws {
    let sections = ["## Login", "status: open", "## Search", "status: open"]
    for (base, adas, bens) in [
      (
        sections, ["## Search", "status: open", "## Login", "status: open"],
        ["## Login", "status: done", "## Search", "status: open"]
      ), (["A", "B", "C"], ["X", "A", "B"], ["X", "B", "C"]),
    ] {
      let merge = try #require(
        try LineMerge(ancestor: base, sides: [(adas, ""), (bens, "")]))
      let git = try TextMerge(
        ancestor: Array((base.joined(separator: "\n") + "\n").utf8),
        ours: .init(text: Array((adas.joined(separator: "\n") + "\n").utf8), label: ""),
        theirs: .init(text: Array((bens.joined(separator: "\n") + "\n").utf8), label: ""),
        markerWidth: 7)
      #expect(merge.isClean == git.isClean, "\(base)")
    }
    let (_, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    _ = try await sync(ben, .pull)
    // As by 'git commit --amend' of the merge.
    let text = String(
      decoding: PlanFile.bytes(of: try #require(try ben.document(id))), as: UTF8.self)
    let merge = try ben.repository.open().commit(try ben.tip())
    let tree = try ben.repository.open().writeTree(
      from: merge.tree,
      edits: [
        HostileFile(id.path, text.replacing("- tres", with: "- by hand")).edit(
          in: ben.repository.open())
      ])
    let amended = try ben.repository.open().writeCommit(
      CommitDraft(
        tree: tree, parents: merge.parents, author: .eve, committer: .eve, message: "by hand\n"))
    try await ben.repository.git("update-ref", branch, amended.hex)
    try ben.noteCode()
    #expect(try await sync(ben).decidedTexts == [])
    #expect(try texts(ben, id).contains { $0?.contains("- by hand") == true })
  }

  @Test("If a text can't be merged, the board is shared as it is, with the reason")
  func problem() async throws {
    let (hub, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    try await ben.repository.git("config", "commit.gpgsign", "true")
    try await ben.repository.git("config", "gpg.program", "false")
    try ben.noteCode()
    let result = try await sync(ben)
    #expect(result.textProblem != nil)
    #expect(result.decidedTexts == [])
    #expect(try texts(ben, id).count == 2)
    #expect(try hub.open().reference(branch) == ben.tip())
  }

  @Test("An undo takes back what the person did, not what the sync merged")
  func undo() async throws {
    let (_, ada, ben, _) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    _ = try await sync(ben)
    let commit = try ben.repository.open().commit(try ben.tip())
    #expect(commit.trailers(.sync) == ["texts"])
    #expect(commit.isSkippedByUndo)
  }

  @Test("Of two clones that sync at once only one decides")
  func race() async throws {
    let (hub, ada, ben, id) = try await apart(changed([1: "- uno"]), changed([3: "- tres"]))
    _ = try await sync(ada)
    // Ben's merge and decision reach the remote just before Ada's next push.
    try await ada.edit(id, .title("meanwhile"))
    let bens = ben.repository.path
    ada.environment = try ada.repository.racing(
      ada.environment,
      beforeEachPush: """
        git -C '\(bens)' push --quiet origin refs/heads/pmgit/decided:refs/heads/pmgit/main || exit 0
        """)
    _ = try await sync(ben, .pull)
    // Ben decides in another branch, which is pushed during the race.
    let author = ben.author()
    let theirs = try #require(try ben.store().trackingTip())
    let decided = try #require(
      try await ben.store().mergeTexts(at: ben.tip(), without: theirs, by: author))
    try await ben.repository.git("branch", "pmgit/decided", decided.commit.hex)
    #expect(try await sync(ada).decidedTexts == [])
    #expect(try texts(ada, id) == [changed([1: "- uno", 3: "- tres"])])
    let subjects = try await hub.git("log", "--format=%s", "pmgit/main")
    let decisions = subjects.split(separator: "\n").filter {
      $0.hasPrefix("merge ") && $0.contains(": body")
    }
    #expect(decisions.count == 1)
  }

  // MARK: - Random texts

  /// A change of one line of a text by one of two people.
  private struct Step: CustomStringConvertible {
    let isAdas: Bool
    let line: Int
    let text: String?
    var description: String { "\(isAdas ? "Ada" : "Ben") \(line): \(text ?? "-")" }
  }

  private static func applying(_ steps: [Step], _ isAdas: Bool) -> [String] {
    var lines = (0..<8).map { "line \($0)" }
    for step in steps where step.isAdas == isAdas {
      let at = min(step.line, lines.count)
      switch step.text {
      case let text? where step.line % 3 == 0: lines.insert(text, at: at)
      case let text? where at < lines.count: lines[at] = text
      case nil where at < lines.count: lines.remove(at: at)
      default: break
      }
    }
    return lines
  }

  /// Whether a clean merge has each line that one side wrote, and none that a side removed.
  private static func isRight(_ steps: [Step]) throws -> Bool {
    let ancestor = applying([], true)
    let sides = [applying(steps, true), applying(steps, false)]
    guard sides[0] != sides[1],
      let merge = try LineMerge(ancestor: ancestor, sides: sides.map { ($0, "") }), merge.isClean
    else { return true }
    let merged = Set(merge.lines)
    let base = Set(ancestor)
    for side in sides {
      if !Set(side).subtracting(base).isSubset(of: merged) { return false }
      if !base.subtracting(side).isDisjoint(with: merged) { return false }
    }
    let other = try LineMerge(ancestor: ancestor, sides: sides.reversed().map { ($0, "") })
    return other?.lines == merge.lines
  }

  @Test("A merge of texts without overlap has what both wrote, in either order", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let steps = (0..<Int.random(in: 2...8, using: &random)).map { number in
        Step(
          isAdas: Bool.random(using: &random), line: Int.random(in: 0..<10, using: &random),
          text: Bool.random(using: &random) ? "text \(round).\(number)" : nil)
      }
      guard try !Self.isRight(steps) else { continue }
      let short = Shrinker.shrink(steps) { (try? Self.isRight($0)) == false }
      Issue.record("seed \(seed), round \(round): \(short)")
      return
    }
  }
}
