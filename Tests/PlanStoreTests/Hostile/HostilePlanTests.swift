import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Unreadable plans from a remote.
@Suite("Hostile plans")
struct HostilePlanTests {
  private let ids = planIDs(HostilePlan.all.count)
  private var rows: [(id: PlanID, plan: HostilePlan)] { Array(zip(ids, HostilePlan.all)) }

  private func commit(_ hub: ScratchRepository) throws {
    try hub.commitHostile(
      rows.map { HostileFile($0.id.path, $0.plan.bytes($0.id), mode: $0.plan.mode) })
  }

  /// Returns why plans of a board are unreadable, by plan.
  private func reasons(_ snapshot: BoardSnapshot) throws -> [PlanID: String] {
    Dictionary(
      try snapshot.plans().unreadable.compactMap { plan in plan.id.map { ($0, plan.reason) } },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("Each is named with the reason; all others are shown, can be changed, and shared")
  func unreadable() async throws {
    let board = try await HostileBoard(with: ids)
    try commit(board.hub)
    #expect(try await board.ada.sync().kind == .fastForward)
    let found = try reasons(board.ada.store().snapshot())
    for (id, plan) in rows {
      guard let reason = found[id] else {
        Issue.record("\(plan.name) is taken for a plan")
        continue
      }
      #expect(reason.contains(plan.reason), "\(plan.name): \(reason)")
    }
    #expect(try board.ada.titles() == ["shared"])
    #expect(try await reasons(board.freshClone()) == found)
    try await board.expectWorks()

    let repository = try board.hub.open()
    let tree = try repository.commit(board.ada.tip()).tree
    for (id, plan) in rows {
      let entry = try #require(try repository.treeEntry(at: id.path, in: tree))
      let isSame = try repository.blob(entry.id) == plan.bytes(id)
      #expect(isSame, "\(plan.name): the bytes were changed")
    }
    try board.hub.commitHostile(ids.map { HostileFile($0.path, handWritten($0, title: "mended")) })
    try await board.expectWorks("after it was mended")
    #expect(try board.ben.titles() == ["after it was mended"] + ids.map { _ in "mended" })
  }

  @Test(
    "If the other side changed one meanwhile, its plan stays and the hostile bytes are set aside")
  func bothChanged() async throws {
    let board = try await HostileBoard(with: ids)
    try commit(board.hub)
    try await board.ben.change { transaction in
      for id in ids { try transaction.edit(id, [.title("Ben's")]) }
    }
    let merge = try await board.mergeApart()
    let repository = try board.ben.repository.open()
    let tree = try repository.commit(merge).tree
    for (id, plan) in rows where plan.name != "a newer format" {
      #expect(try board.ben.plan(id).title == "Ben's", "\(plan.name)")
      let bytes = plan.bytes(id)
      let path = "quarantine/\(id).\(try repository.writeBlob(bytes))"
      let entry = try repository.treeEntry(at: path, in: tree)
      let kept = try entry.map { try repository.blob($0.id) }
      #expect(kept == bytes, "\(plan.name): its bytes are not at \(path)")
    }
    try await board.ben.sync()
    try await board.expectWorks()
    #expect(try board.ada.titles().count == ids.count)
  }

  @Test("A symbolic link is not followed, not even to a plan of its own name")
  func link() async throws {
    let (linked, edited) = (PlanID.test("m7"), PlanID.test("n7"))
    let board = try await HostileBoard(with: [linked, edited])
    // The places where a program that follows the link would find a plan: relative to the work
    // tree, and by an absolute path.
    let targets = try [linked, edited].map { id in
      try board.ada.repository.write(handWritten(id, title: "followed"), to: "plans/\(id).json")
    }
    try await board.ben.edit(edited, .title("Ben's"))
    try board.hub.commitHostile([
      HostileFile(linked.path, targets[0], mode: .link),
      HostileFile(edited.path, targets[1], mode: .link),
    ])
    try await board.ada.sync()
    let reasons = try reasons(board.ada.store().snapshot())
    #expect(
      reasons
        == [linked, edited].reduce(into: [:]) { $0[$1] = "it is not a file but a symbolic link" })
    _ = try await board.mergeApart()
    #expect(try board.ben.titles() == ["Ben's", "shared"])
    try await board.ben.sync()
    try await board.expectWorks()
    // The path that the link pointed to is set aside as a plain file.
    let listing = try await board.hub.git("ls-tree", "-r", branch, "quarantine")
    #expect(listing.hasPrefix("100644 blob "), "\(listing)")
    #expect(listing.hasSuffix("quarantine/\(edited).\(listing.suffix(40))"), "\(listing)")
    let bytes = try await board.hub.git("cat-file", "blob", String(listing.suffix(40)))
    #expect(bytes == targets[1])
  }

  @Test("A submodule in the place of a plan is no plan, and a merge keeps the plan")
  func submodule() async throws {
    let (alone, edited) = (PlanID.test("m7"), PlanID.test("n7"))
    let board = try await HostileBoard(with: [alone, edited])
    let commit = try board.ada.tip()
    try board.hub.commitHostile([
      HostileFile(alone.path, object: commit, mode: .commit),
      HostileFile(edited.path, object: commit, mode: .commit),
    ])
    try await board.ben.edit(edited, .title("Ben's"))
    try await board.ada.sync()
    #expect(
      try reasons(board.ada.store().snapshot())[alone] == "it is not a file but a submodule")
    _ = try await board.mergeApart()
    #expect(try board.ben.titles() == ["Ben's", "shared"])
    try await board.ben.sync()
    try await board.expectWorks()
  }

  /// What a stranger may put in place of a board's settings.
  enum HostileSettings: CaseIterable {
    case link, submodule, text, huge, folder, missing
  }

  @Test(
    "Whatever stands in the place of a board's settings, those from before count, and all goes on",
    arguments: HostileSettings.allCases)
  func settings(kind: HostileSettings) async throws {
    let board = try await HostileBoard()
    let tip = try board.ada.tip()
    let good = try await board.hub.git("show", "\(branch):board.json") + "\n"
    let target = try board.ada.repository.write(good, to: "board.json")
    let files: [HostileFile] =
      switch kind {
      case .link: [HostileFile("board.json", target, mode: .link)]
      case .submodule: [HostileFile("board.json", object: tip, mode: .commit)]
      case .text: [HostileFile("board.json", "<<<<<<<")]
      case .huge: [HostileFile("board.json", good + String(repeating: " ", count: 2 << 20))]
      case .folder: [.removed("board.json"), HostileFile("board.json/x", good)]
      case .missing: [.removed("board.json")]
      }
    try board.hub.commitHostile(files)
    // Ada has changed the settings and Ben has not. Both merge, with the same result.
    try await board.ada.change("columns") {
      $0.editBoard([.write(PlanList.columns.path("done", "title"), .string("Ada's"))])
    }
    try await board.ben.edit(HostileBoard.plan, .title("Ben's"))
    _ = try await board.mergeApart()
    for person in [board.ben, board.ada, board.ben] { try await person.sync() }
    for person in [board.ada, board.ben] {
      #expect(try person.store().snapshot().board.title(of: "done") == "Ada's")
      #expect(try person.titles().contains("Ben's"))
    }
    try await board.ada.change("mend") { $0.putBackSettings() }
    try await board.expectWorks("after it was mended")
    #expect(try board.ben.store().snapshot().brokenSettings == nil)
    #expect(try board.ben.store().snapshot().board.title(of: "done") == "Ada's")
    #expect(try await board.ada.fsck() == "")
  }

  @Test("Links where pmgit has files of its own are left alone, and never written through")
  func foreignLinks() async throws {
    let board = try await HostileBoard(with: [.test("m7")])
    let target = try board.ada.repository.write("mine\n", to: "outside")
    try board.hub.commitHostile([
      HostileFile(".gitattributes", target, mode: .link),
      HostileFile("README.md", target, mode: .link),
      HostileFile("quarantine", board.ada.repository.folder, mode: .link),
      HostileFile(PlanID.test("m7").path, "{"),
    ])
    try await board.ben.edit(.test("m7"), .title("Ben's"))
    _ = try await board.mergeApart()
    try await board.ben.sync()
    try await board.expectWorks()
    #expect(try board.ada.repository.read("outside") == "mine\n")
    let listing = try await board.hub.git("ls-tree", branch)
    #expect(listing.contains("040000 tree") && listing.contains("\tquarantine"), "\(listing)")
    #expect(try board.ada.titles() == ["Ben's", "works on"])
  }
}
