import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Contents of attached files in the tree of a board: merges, the guard and the doctor.
@Suite("Contents of attached files")
struct FileContentTests {
  private static let hello = "ce013625030ba8dba906f756967f9e9ca394464a"
  private static let path = "files/ce/\(hello)"

  @Test("have a path that follows from their bytes, and no other path has a content")
  func paths() throws {
    let id = try #require(ObjectID(hex: Self.hello))
    #expect(FileContent.path(of: id) == Self.path)
    #expect(FileContent.id(at: Self.path) == id)
    for wrong in [
      "files/\(Self.hello)", "files/ab/\(Self.hello)", "files/ce/\(Self.hello.uppercased())",
      "FILES/ce/\(Self.hello)", "files/ce/\(Self.hello.dropLast())", "files/ce/\(Self.hello)0",
      "plans/ce/\(Self.hello)", "files", "", "files/ce/\(Self.hello)/x",
    ] {
      #expect(FileContent.id(at: wrong) == nil, "\(wrong)")
    }
  }

  // MARK: - Merging

  @Test(
    "are united by a merge, and a removal by hand comes back",
    arguments: [
      FileMergeCase(bases: [nil], sides: ("hello\n", nil), result: "hello\n"),
      FileMergeCase(bases: [nil], sides: ("hello\n", "hello\n"), result: "hello\n"),
      FileMergeCase(bases: ["hello\n"], sides: ("hello\n", nil), result: "hello\n"),
      FileMergeCase(bases: ["hello\n", nil], sides: (nil, "hello\n"), result: "hello\n"),
      FileMergeCase(bases: ["hello\n"], sides: (nil, nil), result: nil),
      // Wrong content gives way, wherever it is.
      FileMergeCase(
        bases: ["hello\n"], sides: ("wrong", "hello\n"), result: "hello\n", setAside: 1),
      FileMergeCase(bases: [nil], sides: ("wrong", nil), result: "wrong"),
      FileMergeCase(bases: ["wrong"], sides: ("hello\n", "wrong"), result: "hello\n", setAside: 1),
    ])
  func merging(_ merge: FileMergeCase) async throws { try await merge.check(at: Self.path) }

  // MARK: - Reading

  /// Attaches 'hello' to a plan.
  private func attach(to plan: PlanID, of ada: BoardFixture, name: String = "a.txt") async throws {
    try await ada.change { transaction in
      let blob = try transaction.addContent(Array("hello\n".utf8))
      try transaction.edit(plan, Edit.attachment(Self.file(blob, name)))
    }
  }

  private static func file(_ blob: String, _ name: String = "a.txt") -> PlanModel.Attachment {
    PlanModel.Attachment(
      id: "f1", name: name, size: 6, type: "text/plain", at: Timestamp(seconds: BoardFixture.start),
      by: "Ada <ada@example.org>", blob: blob)
  }

  @Test("are read only if the board has them under their own name")
  func reading() async throws {
    let ada = try await BoardFixture()
    let plan = try await ada.add("A plan")
    #expect(try ada.store().snapshot().isWithoutFiles)
    try await attach(to: plan, of: ada)
    let snapshot = try ada.store().snapshot()
    #expect(try !snapshot.isWithoutFiles)
    #expect(try snapshot.content(of: Self.file(Self.hello)) == Array("hello\n".utf8))
    // The blob is in the repository, but is no attached file.
    let settings = try #require(
      try snapshot.repository.treeEntry(at: "board.json", in: snapshot.tree))
    for blob in [settings.id.hex, "", "../../board.json", String(repeating: "0", count: 40)] {
      #expect(try snapshot.content(of: Self.file(blob)) == nil, "\(blob)")
      #expect(try !snapshot.hasContent(of: Self.file(blob)), "\(blob)")
    }
  }

  @Test("need a folder: a file of that name is in the way")
  func inTheWay() async throws {
    let ada = try await BoardFixture()
    let plan = try await ada.add("A plan")
    try await ada.repository.commitFiles([("files", "a list\n")])
    let before = try ada.tip()
    await #expect(throws: StoreError.self) { try await attach(to: plan, of: ada) }
    #expect(try ada.tip() == before)
  }

  @Test("are not read by other changes")
  func unread() async throws {
    let ada = try await BoardFixture()
    let plan = try await ada.add("A plan")
    try await attach(to: plan, of: ada)
    // Without the folder's object, every command that reads it fails.
    let folder = try await ada.repository.git("rev-parse", "pmgit/main:files")
    let object = ".git/objects/\(folder.prefix(2))/\(folder.dropFirst(2))"
    try FileManager.default.removeItem(atPath: "\(ada.repository.path)/\(object)")
    try await ada.edit(plan, .title("Another title"))
    _ = try await ada.add("Another plan")
    #expect(try ada.store().snapshot().plans().plans.count == 2)
  }

  // MARK: - The doctor

  @Test("that are missing or misnamed are found by the doctor")
  func doctor() async throws {
    let ada = try await BoardFixture()
    let plan = try await ada.add("A plan")
    try await attach(to: plan, of: ada)
    let now = Timestamp(seconds: BoardFixture.start + 3600)
    func found() throws -> [String] {
      try ada.store().examine(at: now).findings.compactMap { finding in
        switch finding {
        case .missingContent(let id, let file): "\(id) \(file.name)"
        case .wrongContent(let path): path
        case .failure(StoreError.noFolder(let path)): "no folder \(path)"
        default: nil
        }
      }
    }
    #expect(try found() == [])
    try await ada.repository.commitFiles([(Self.path, nil), ("files/ab/x", "y")])
    #expect(try found() == ["\(plan) a.txt", "files/ab/x"])
    try await ada.change { transaction in
      let removal = try transaction.document(plan).removals(ofItems: ["f1"], in: "files")
      try transaction.edit(plan, removal)
    }
    #expect(try found() == ["files/ab/x"])
    try await ada.repository.commitFiles([("files/ab/x", nil), ("files", "a list\n")])
    #expect(try found() == ["no folder files"])
  }

  @Test("that are links or programs are not there", arguments: [FileMode.link, .executable])
  func mode(mode: FileMode) async throws {
    let ada = try await BoardFixture()
    let plan = try await ada.add("A plan")
    try await attach(to: plan, of: ada)
    #expect(try ada.store().snapshot().hasContent(of: Self.file(Self.hello)))
    try ada.repository.commitHostile([HostileFile(Self.path, "hello\n", mode: mode)])
    let snapshot = try ada.store().snapshot()
    #expect(try !snapshot.hasContent(of: Self.file(Self.hello)))
    #expect(try snapshot.content(of: Self.file(Self.hello)) == nil)
  }
}

/// What the guard of a server says of attached files in a push.
@Suite("The guard and attached files")
struct GuardedFilesTests {
  private static let hello = "files/ce/ce013625030ba8dba906f756967f9e9ca394464a"

  private func attach(_ bytes: [UInt8], on judged: JudgedBoard) async throws {
    try await judged.ada.change { transaction in
      let blob = try transaction.addContent(bytes)
      try transaction.edit(
        judged.plan,
        Edit.attachment(
          PlanModel.Attachment(
            id: "f1", name: "a.txt", size: bytes.count, type: "text/plain", at: nil, by: "x",
            blob: blob)))
    }
  }

  @Test("A file within the limit is accepted, and a larger one is refused with its commit")
  func limit() async throws {
    let judged = try await JudgedBoard()
    try await judged.ada.change { $0.editBoard([.fileLimit(10)]) }
    try await attach(Array(repeating: 65, count: 10), on: judged)
    #expect(try await judged.violations().isEmpty)
    // The limit before the push was 5 MB.
    try await attach(Array(repeating: 66, count: 11), on: judged)
    #expect(try await judged.violations().isEmpty)
    try await attach(Array(repeating: 67, count: 5_000_001), on: judged)
    let violation = try await judged.violation()
    guard case .fileTooLarge(5_000_001, 5_000_000) = violation.kind else {
      Issue.record("\(violation)")
      return
    }
    #expect(violation.commit?.id == (try judged.ada.tip()))
    try await judged.ada.change { $0.editBoard([.fileLimit(6_000_000)]) }
    #expect(try await judged.violations().isEmpty)
  }

  @Test(
    "A file that is not at its path is refused",
    arguments: [
      HostileFile("files/ab/x", "y"), HostileFile("files/x", "y"),
      HostileFile(hello, "other bytes"),
      // A program is no content, even with the right bytes.
      HostileFile(hello, "hello\n", mode: .executable),
    ])
  func misnamed(file: HostileFile) async throws {
    let judged = try await JudgedBoard()
    try judged.commit(file)
    let violation = try await judged.violation()
    guard case .wrongContent = violation.kind else {
      Issue.record("\(violation)")
      return
    }
  }

  @Test("A file in the place of the folder is refused, and may be taken away")
  func folder() async throws {
    let judged = try await JudgedBoard()
    try judged.commit(HostileFile("files", "a list\n"))
    let violation = try await judged.violation()
    guard case .noFolder = violation.kind, violation.path == "files" else {
      Issue.record("\(violation)")
      return
    }
    #expect(violation.commit?.id == (try judged.ada.tip()))
    let bad = try judged.ada.tip()
    let mended = try judged.commit(.removed("files"))
    let rest = try await BoardGuard.violations(
      in: try judged.ada.store(), from: bad, to: mended,
      now: Timestamp(seconds: BoardFixture.start + 3600))
    #expect(rest.isEmpty, "\(rest)")
  }

  @Test("A plan with a file whose content is missing is refused, and a removed content too")
  func missing() async throws {
    let judged = try await JudgedBoard()
    try await attach(Array("hello\n".utf8), on: judged)
    #expect(try await judged.violations().isEmpty)
    let good = try judged.ada.tip()
    try await judged.ada.repository.commitFiles([(Self.hello, nil)])
    let violation = try await judged.violation()
    guard case .missingContent("a.txt") = violation.kind else {
      Issue.record("\(violation)")
      return
    }
    #expect(violation.plan == judged.plan)
    let store = try judged.ada.store()
    let removed = try await BoardGuard.violations(
      in: store, from: good, to: try judged.ada.tip(),
      now: Timestamp(seconds: BoardFixture.start + 3600))
    #expect(removed.count == 1)
    guard case .removedContent? = removed.first?.kind else {
      Issue.record("\(removed)")
      return
    }
  }
}
