import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Merges of trees. In most of them, a file is unreadable, removed or not a plan's on at least one
/// side.
@Suite("Merging trees")
struct TreeMergeTests {
  private let id = PlanID.test("k7m2")

  /// Merges different files of two people in both directions. Checks that both merges are the same
  /// commit.
  ///
  /// - Parameter shared: The files that both people have before their changes.
  /// - Returns: The hub. Its branch `result` is the merge.
  private func merge(
    shared: [(path: String, text: String?)] = [], ada: [(path: String, text: String?)],
    ben: [(path: String, text: String?)], modes: (ada: FileMode, ben: FileMode) = (.blob, .blob)
  ) async throws -> ScratchRepository {
    let (hub, people) = try await BoardFixture.sharing(1)
    let base = try people[0].tip()
    try await hub.commitFiles(shared + [("plans/notes.txt", "n\n")])
    let start = try await hub.git("rev-parse", branch)
    // In both orders: the result must not depend on the order of the commit ids.
    var merges: [String] = []
    let one = try await hub.commitFiles(ada, mode: modes.ada)
    try await hub.git("update-ref", branch, start)
    let other = try await hub.commitFiles(ben, mode: modes.ben)
    for (local, remote) in [(one, other), (other, one)] {
      let clone = try await ScratchRepository(cloning: hub)
      try await clone.git(
        "fetch", "--quiet", "--update-shallow", "origin", "+\(branch):refs/kept/b")
      try await hub.git("update-ref", branch, local)
      try await clone.git("fetch", "--quiet", "origin", "+\(branch):\(branch)")
      try await hub.git("update-ref", branch, remote)
      let store = try BoardStore(at: clone.path, environment: clone.program.environment)
      #expect(try await store.sync(.pull, person: nil).kind == .merged)
      try await clone.git("push", "--quiet", "origin", "+\(branch):refs/heads/result")
      merges.append(try await clone.git("rev-parse", branch))
    }
    #expect(merges[0] == merges[1])
    #expect(base.hex != merges[0])
    #expect(try await hub.git("fsck", "--strict", "--no-dangling", "--no-progress") == "")
    return hub
  }

  /// Returns the texts of the files in the result, by path, without the files that every result
  /// has.
  private func files(_ hub: ScratchRepository) async throws -> [String: String] {
    var files: [String: String] = [:]
    let usual = [".gitattributes", "README.md", "board.json", "plans/notes.txt"]
    let paths = try await hub.git("ls-tree", "-r", "--name-only", "result").split(separator: "\n")
    for path in paths.map(String.init) where !usual.contains(path) {
      files[path] = try await hub.git("cat-file", "blob", "result:\(path)")
    }
    return files
  }

  private func quarantined(_ name: String, _ text: String, in hub: ScratchRepository) async throws
    -> String
  {
    let id = try await hub.program.run(["hash-object", "--stdin"], in: hub.path, input: text)
    return "quarantine/\(name).\(id)"
  }

  @Test(
    "If both changed a plan and one version can't be read, the other stays and the bytes are kept")
  func oneUnreadable() async throws {
    let good = handWritten(id, title: "good")
    for bad in ["{", "<<<<<<<", #"{"format":1,"id":"m00000000000"}"#] {
      let hub = try await merge(
        shared: [(id.path, handWritten(id, title: "old"))], ada: [(id.path, good)],
        ben: [(id.path, bad)])
      #expect(
        try await files(hub)
          == [id.path: good, try await quarantined(id.text, bad, in: hub): bad])
      #expect(
        try await hub.git("log", "-1", "--format=%b", "result").contains("set aside: quarantine/"))
    }
  }

  @Test("If neither version can be read, both are kept")
  func bothUnreadable() async throws {
    let hub = try await merge(ada: [(id.path, "{")], ben: [(id.path, "[")])
    let files = try await files(hub)
    #expect(Set(files.values) == ["{", "["])
    #expect(files[id.path] != nil)
    #expect(files.keys.contains { $0.hasPrefix("quarantine/\(id).") })
  }

  @Test("If only one side changed a plan its version stands, also when nobody can read it")
  func unreadableAlone() async throws {
    let old = handWritten(id, title: "old")
    let hub = try await merge(
      shared: [(id.path, old)], ada: [(id.path, "{")], ben: [("other.md", "x")])
    #expect(try await files(hub) == [id.path: "{", "other.md": "x"])
  }

  @Test("A base that never could be read is one that nobody has seen: both versions stay")
  func unreadableBase() async throws {
    let hub = try await merge(
      shared: [(id.path, "{")], ada: [(id.path, handWritten(id, title: "one"))],
      ben: [(id.path, handWritten(id, title: "two"))])
    let text = try #require(try await files(hub)[id.path])
    let document = try PlanFile.read(Array((text + "\n").utf8))
    #expect(Set(document[.field("title")].map(\.value)) == [.string("one"), .string("two")])
  }

  @Test("A link in the place of a plan is not followed; the plan stays")
  func link() async throws {
    let good = handWritten(id, title: "good")
    let hub = try await merge(
      shared: [(id.path, handWritten(id, title: "old"))], ada: [(id.path, good)],
      ben: [(id.path, "../../board.json")], modes: (.blob, .link))
    #expect(
      try await files(hub) == [
        id.path: good,
        try await quarantined(id.text, "../../board.json", in: hub): "../../board.json",
      ])
    #expect(try await hub.git("ls-tree", "-r", "result").contains("120000") == false)
  }

  @Test("A plan that one side removed by hand and the other has is there again")
  func removed() async throws {
    let old = handWritten(id, title: "old")
    let hub = try await merge(
      shared: [(id.path, old)], ada: [(id.path, nil)], ben: [("other.md", "x")])
    #expect(try await files(hub) == [id.path: old, "other.md": "x"])
  }

  @Test("A foreign file takes the side that changed it, and its removal counts")
  func foreign() async throws {
    let hub = try await merge(
      shared: [("a", "1"), ("b", "1"), ("c", "1")], ada: [("a", "2"), ("b", nil)],
      ben: [("c", "2"), ("d", "1")])
    #expect(try await files(hub) == ["a": "2", "c": "2", "d": "1"])
  }

  @Test("A foreign file that both changed keeps one version and sets the other aside")
  func foreignConflict() async throws {
    let hub = try await merge(
      shared: [("docs/a", "0")], ada: [("docs/a", "1")], ben: [("docs/a", "2")])
    let files = try await files(hub)
    #expect(Set(files.values) == ["1", "2"])
    #expect(files["docs/a"] != nil)
    #expect(files.keys.contains { $0.hasPrefix("quarantine/docs%a.") })
  }

  @Test("A file in the place of a folder is set aside; what is in the folder stays")
  func fileAndFolder() async throws {
    let plan = handWritten(id, title: "good")
    for shared in [[], [(path: "x/other", text: String?.some("0"))]] {
      let hub = try await merge(
        shared: shared, ada: [("x/y", "1"), (id.path, plan)],
        ben: shared.map { ($0.path, nil) } + [("x", "2"), ("plans/k7", "3")])
      var expected = [
        "x/y": "1", id.path: plan, try await quarantined("x", "2", in: hub): "2",
        try await quarantined("plans%k7", "3", in: hub): "3",
      ]
      // The side that put a file in place of the folder has removed the files that both had in it.
      expected["x/other"] = nil
      #expect(try await files(hub) == expected)
    }
  }

  @Test("A file 'quarantine' that both have is set aside to make room, and only then")
  func quarantineFile() async throws {
    let shared: [(path: String, text: String?)] = [("quarantine", "q"), ("a", "0")]
    let quiet = try await merge(shared: shared, ada: [("a", "1")], ben: [("b", "2")])
    #expect(try await files(quiet) == ["a": "1", "b": "2", "quarantine": "q"])
    let hub = try await merge(shared: shared, ada: [("a", "1")], ben: [("a", "2")])
    var files = try await files(hub)
    #expect(
      files.removeValue(forKey: try await quarantined("quarantine", "q", in: hub)) == "q")
    #expect(Set(files.values) == ["1", "2"])
    #expect(files.count == 2)
  }

  @Test("Paths are distinguished by their bytes: letters that look alike do not clash")
  func normalization() async throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let hub = try await merge(
      ada: [(composed, "1"), ("a/\u{301}x", "1")], ben: [("\(decomposed)/x", "2"), ("b", "2")])
    let names = try await hub.git(
      "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "result")
    let lines = names.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init)
    for name in [composed, "\(decomposed)/x", "a/\u{301}x", "b"] {
      #expect(lines.contains(Array(name.utf8)), "\(name)")
    }
    #expect(!names.contains("quarantine"))
  }

  @Test("A folder that one side replaced by a file, or a file by a folder, is replaced")
  func replacedFolder() async throws {
    let hub = try await merge(
      shared: [("x/y", "1"), ("z", "1")], ada: [("x/y", nil), ("x", "2")],
      ben: [("z", nil), ("z/a", "2"), ("other", "1")])
    #expect(try await files(hub) == ["x": "2", "z/a": "2", "other": "1"])
  }

  @Test("A folder in the place of a plan is set aside; the plan stays")
  func folderForPlan() async throws {
    let plan = handWritten(id, title: "good")
    let hub = try await merge(
      shared: [(id.path, handWritten(id, title: "old"))], ada: [(id.path, plan)],
      ben: [(id.path, nil), ("\(id.path)/x", "1"), ("quarantine", "2")])
    let name = "\(id.path)/x".replacing("/", with: "%")
    #expect(
      try await files(hub) == [
        id.path: plan, try await quarantined(name, "1", in: hub): "1",
        try await quarantined("quarantine", "2", in: hub): "2",
      ])
  }

  @Test(
    "A plan that merging would make too long to read keeps one version and sets the other aside")
  func tooLarge() async throws {
    func plan(_ letter: String) -> String {
      let body = String(repeating: letter, count: 600_000)
      return
        #"{"id":"\#(id)","format":1,"fields":{"title":"t","body":["\#(body)"]}}"#
    }
    let hub = try await merge(
      shared: [(id.path, handWritten(id, title: "t"))], ada: [(id.path, plan("a"))],
      ben: [(id.path, plan("b"))])
    let files = try await files(hub)
    #expect(Set(files.values.map(\.utf8.count)) == [plan("a").utf8.count])
    #expect(Set(files.values) == [plan("a"), plan("b")])
    #expect(files[id.path] != nil)
  }

  @Test("git's driver refuses a merge that would be too long to read")
  func fileMergeTooLarge() {
    func plan(_ letter: String) -> [UInt8] {
      let body = String(repeating: letter, count: 600_000)
      return Array(
        #"{"id":"\#(id)","format":1,"fields":{"title":"t","body":["\#(body)"]}}"#.utf8)
    }
    guard
      case .impossible(let reason) = FileMerge.merge(base: [], ours: plan("a"), theirs: plan("b"))
    else {
      Issue.record("merged")
      return
    }
    #expect(reason == "the merged plan would be longer than \(JSONReader.maximumSize) bytes")
  }

  @Test("Merging as git's driver gives the bytes that a sync gives, for one base")
  func fileMerge() async throws {
    var random = SeededGenerator(seed: 7)
    var base = PlanDocument(id: ExactString(id.text))
    base.apply([.title("t"), .state("todo"), .add("bug", to: .labels)], stamp: .none)
    for round in 0..<50 {
      var sides = [base, base]
      for side in 0..<2 {
        let stamp = Stamp(ExactString("\(Int.random(in: 0..<9, using: &random))~\(side)"))
        let edits: [Edit] = [
          .title("\(round) \(side)"), .state("done"), .remove("bug", from: .labels),
          .add("l\(side)", to: .labels), .body(["\(side)"]),
        ]
        sides[side].apply(
          Array(edits.shuffled(using: &random).prefix(2)), stamp: stamp)
      }
      let expected = PlanMerge.merge(sides[0], sides[1], bases: [base])
      let bytes = sides.map(PlanFile.bytes(of:))
      guard
        case .merged(let merged) = FileMerge.merge(
          base: PlanFile.bytes(of: base), ours: bytes[0], theirs: bytes[1])
      else {
        Issue.record("round \(round) could not be merged")
        return
      }
      #expect(merged == PlanFile.bytes(of: expected))
      base = expected
    }
  }

  @Test("Without an ancestor everything of both sides stays")
  func fileMergeWithoutBase() throws {
    let texts = ["one", "two"].map { Array(handWritten(id, title: $0).utf8) }
    guard case .merged(let merged) = FileMerge.merge(base: [], ours: texts[0], theirs: texts[1])
    else {
      Issue.record("could not be merged")
      return
    }
    let values = try PlanFile.read(merged)[.field("title")].map(\.value)
    #expect(Set(values) == [.string("one"), .string("two")])
  }

  @Test("What git's driver can't merge is left to git, with the reason")
  func impossible() {
    let good = Array(handWritten(id, title: "x").utf8)
    let other = Array(handWritten(.test("m7"), title: "x").utf8)
    let bad = Array("{".utf8)
    for (base, ours, theirs, reason) in [
      (good, bad, good, "ours can't be read"), (good, good, bad, "theirs can't be read"),
      (bad, good, good, "the ancestor can't be read"), ([], good, other, "different plans"),
      (other, good, good, "different plans"),
    ] {
      guard case .impossible(let found) = FileMerge.merge(base: base, ours: ours, theirs: theirs)
      else {
        Issue.record("merged in spite of: \(reason)")
        return
      }
      #expect(found.contains(reason))
    }
  }
}
