import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A clone without the contents of files, or without files and folders. The remote has the missing
/// objects.
@Suite("A partial clone")
struct PartialCloneTests {
  private static let filters = ["blob:none", "tree:0"]

  /// Returns a remote, a person with a plan, and another person whose clone has a filter.
  private func partial(
    _ filter: String
  ) async throws -> (hub: ScratchRepository, ada: BoardFixture, cleo: BoardFixture, id: PlanID) {
    let (hub, ada, _, id) = try await pair()
    try await hub.git("config", "uploadpack.allowFilter", "true")
    try await hub.git("config", "uploadpack.allowAnySHA1InWant", "true")
    let clone = try await ScratchRepository(cloning: hub, options: ["--filter=\(filter)"])
    let cleo = try await BoardFixture(clone, person: "Cleo", seed: 9)
    cleo.seconds = ada.seconds + 500
    return (hub, ada, cleo, id)
  }

  @Test("says what is missing and what helps, and a sync fetches it", arguments: filters)
  func sync(filter: String) async throws {
    let (hub, ada, cleo, id) = try await partial(filter)
    guard case .partialClone = try await storeError({ _ = try cleo.titles() }) else {
      Issue.record("a board without contents was read")
      return
    }
    try await cleo.sync()
    #expect(try cleo.titles() == ["a plan"])
    try await cleo.edit(id, .state("done"))
    try await ada.edit(id, .title("ada's"))
    try await ada.sync()
    #expect(try await cleo.sync().kind == .merged)
    #expect(try cleo.plan(id).title == "ada's")
    #expect(try cleo.store().snapshot(at: cleo.tip()).history(of: .plan(id)).count == 3)
    try await ada.sync()
    #expect(try ada.tip() == cleo.tip())
    #expect(try hub.open().reference(branch) == cleo.tip())
  }

  @Test("merges also what a plain 'git fetch' brought without contents", arguments: filters)
  func afterFetch(filter: String) async throws {
    let (_, ada, cleo, id) = try await partial(filter)
    try await cleo.sync()
    for title in ["one", "two"] {
      try await ada.edit(id, .title(title))
      try await ada.sync()
      try await cleo.repository.git("fetch", "--quiet")
    }
    try await cleo.edit(id, .state("done"))
    #expect(try cleo.store().sharingStatus().behind == 2)
    #expect(try await cleo.sync().kind == .merged)
    #expect(try cleo.plan(id).title == "two")
    #expect(try cleo.plan(id).state == "done")
    #expect(try cleo.plan(id).conflicts.isEmpty)
    try await ada.sync()
    #expect(try ada.plan(id).state == "done")
    #expect(try ada.tip() == cleo.tip())
  }

  @Test("fetches only what is new afterwards")
  func fetchesOnce() async throws {
    let (_, ada, cleo, id) = try await partial("blob:none")
    try await cleo.sync()
    try await ada.edit(id, .title("new"))
    try await ada.sync()
    let trace = cleo.repository.folder + "/trace"
    cleo.environment["GIT_TRACE"] = trace
    try await cleo.sync()
    let commands = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(commands.contains("git fetch"))
    #expect(!commands.contains("--refetch"))
    #expect(try cleo.titles() == ["new"])
  }

  @Test("An object that is missing elsewhere is still refused with its path")
  func missingInAnotherPlace() async throws {
    let (hub, ada, ben, id) = try await pair()
    let entries = try await hub.rawEntries(of: "\(branch)^{tree}")
    let missing = String(repeating: "1", count: 40)
    let tree = try await hub.rawTree(
      entries.map { $0.name == Array("README.md".utf8) ? RawEntry("100644", $0.name, missing) : $0 }
    )
    let commit = try await hub.rawCommit(tree: tree, parents: [ada.tip().hex])
    // A plain fetch may leave this state if the remote lacks the object too.
    for object in [tree, commit] {
      let folder = "\(ben.repository.path)/.git/objects/\(object.prefix(2))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(hub.path)/objects/\(object.prefix(2))/\(object.dropFirst(2))",
        toPath: "\(folder)/\(object.dropFirst(2))")
    }
    try await ben.repository.git("update-ref", "-d", branch)
    let reference = URL(filePath: "\(ben.repository.path)/.git/\(trackingBranch)")
    try Data("\(commit)\n".utf8).write(to: reference)
    guard
      case .unsafeHead(_, path: "README.md", reason: "its content is missing") =
        try await storeError({ _ = try ben.titles() })
    else {
      Issue.record("a head without a content was taken")
      return
    }
    #expect(try ada.plan(id).title == "a plan")
  }
}
