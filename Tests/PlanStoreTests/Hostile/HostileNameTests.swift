import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Files in and beside `plans/` with misleading names.
///
/// git accepts all of these names. `HeadCheckTests` has those that git forbids.
@Suite("Hostile names")
struct HostileNameTests {
  private static let id = PlanID.test("m7")

  /// Paths that resemble the path of a plan.
  private static let notPlans = [
    "plans/zz/\(id).json",  // another plan's folder
    "plans/\(id).json", "plans/m7/x/\(id).json", "m7/\(id).json",
    "plans/M7/\(id.text.uppercased()).json", "plans/m7/\(id.text.uppercased()).json",
    "plans/m7/\(id).JSON", "plans/m7/\(id).json ", "plans/m7/\(id)", "plans/m7/\(id).json.orig",
    "plans/m7/-rf", "plans/-m7/x.json", "plans/m7/$(touch x).json", "plans/m7/a\nb.json",
    "plans/m7/\u{1B}[2J\u{1B}]0;owned\u{7}.json", "plans/m7/\u{202E}nosj.json",
    "plans/m7/\u{FF4D}7.json", "plans/m7/con.json", "plans/m7/a\\..\\b.json",
  ]

  @Test("A plan in another place than its own is no plan, takes no plan's place, and is reported")
  func places() async throws {
    let board = try await HostileBoard(with: [Self.id])
    try board.hub.commitHostile(
      Self.notPlans.map { HostileFile($0, handWritten(Self.id, title: "twin")) })
    try await board.ben.edit(Self.id, .title("Ben's"))
    _ = try await board.mergeApart()
    #expect(try board.ben.titles() == ["Ben's", "shared"])
    let reported = Set(try board.ben.store().snapshot().plans().unreadable.map(\.path))
    #expect(reported == Set(Self.notPlans.filter { $0.hasPrefix("plans/") }))
    try await board.ben.sync()
    try await board.expectWorks()
    // pmgit leaves them alone until people remove them.
    try board.hub.commitHostile(Self.notPlans.map { HostileFile.removed($0) })
    try await board.expectWorks("after it was mended")
    #expect(try board.ada.store().snapshot().plans().unreadable.map(\.path) == [])
  }

  @Test("A file in the place of a plan's folder, and a folder in the place of a plan's file")
  func shapes() async throws {
    let (inFile, isFolder) = (PlanID.test("n7"), PlanID.test("p7"))
    let board = try await HostileBoard(with: [inFile, isFolder])
    try board.hub.commitHostile([
      .removed("plans/n7"), .removed("plans/p7"),
      HostileFile("plans/n7", "a file"), HostileFile("\(isFolder.path)/inner.json", "{}"),
    ])
    try await board.ben.change { transaction in
      for id in [inFile, isFolder] { try transaction.edit(id, [.title("Ben's")]) }
    }
    _ = try await board.mergeApart()
    #expect(try board.ben.titles() == ["Ben's", "Ben's", "shared"])
    try await board.ben.sync()
    try await board.expectWorks()
    let kept = try await board.hub.git("ls-tree", "-r", "--name-only", branch, "quarantine")
    #expect(kept.split(separator: "\n").count == 2, "\(kept)")
  }

  @Test("Board names, remote names and ids that look like options are refused or mere names")
  func options() throws {
    for name in ["-x", "--help", "a/b", "..", "a..b", "A", "", "a b", "@", "a\u{0}b", "\u{E9}"] {
      #expect(BoardName(name) == nil, "'\(name)'")
    }
    for id in [
      "-x", "--all", "HEAD~1", "../x", "k7m2q9x4t1ab.json", "k7m2q9x4t1a\u{301}b", "*", ":/x",
    ] {
      #expect(PlanID(id) == nil, "'\(id)'")
      #expect(PlanID.normalizedPrefix(id) == nil, "'\(id)'")
    }
  }

  @Test("A board with 10,000 columns, and columns of hostile ids, is read and merged")
  func columns() async throws {
    let board = try await HostileBoard()
    let hostile = ["__proto__", "-x", "a/b", "", "..", "\\u001b[2J", "todo\\u0301"]
    let column = { (id: String) in #""\#(id)":{"title":"t"}"# }
    let many = (0..<10_000).map { column("c\($0)") } + hostile.map(column)
    func settings(_ columns: [String]) -> HostileFile {
      HostileFile(
        "board.json",
        #"{"format":1,"id":"board","items":{"columns":{\#(columns.joined(separator: ","))}}}"#)
    }
    try board.hub.commitHostile([settings(hostile.map(column))])
    try await board.ben.change { $0.editBoard([.title("Ben's")]) }
    _ = try await board.mergeApart()
    try await board.ben.sync()
    try await board.expectWorks()
    let found = try board.ada.store().snapshot().board
    #expect(found.title == "Ben's")
    #expect(found.columns.count == hostile.count)

    try board.hub.commitHostile([settings(many)])
    try await board.expectWorks("with many columns")
    #expect(try board.ada.store().snapshot().board.columns.count == many.count)
  }
}
