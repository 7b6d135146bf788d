import Foundation
package import Git
package import PlanModel
package import PlanStore

/// A repository with code in it, and a person who works on its board. The clock advances a second
/// with each change, and the ids come from a seed.
///
/// The person is in the middle of work: HEAD is on a branch of code, one file is staged, one is
/// changed and one is untracked. Helpers that change or sync the board throw `Disturbed` if any of
/// this has changed.
package final class BoardFixture {
  package let repository: ScratchRepository
  /// The environment of the store and of the programs that it runs.
  package var environment: [String: String]
  /// The time of the last change, in seconds since 1970. The next change is a second later.
  package var seconds: Int64
  package var random: SeededGenerator
  package let name: String
  private var work = CodeState()

  /// 2026-11-20T09:00:00Z.
  package static let start: Int64 = 1_795_165_200

  /// The error that an operation on the board changed the user's files, references or
  /// configuration.
  package struct Disturbed: Error, CustomStringConvertible {
    package let description: String
  }

  /// Commits code to a repository, and leaves staged, changed and untracked files in it.
  ///
  /// - Parameter seed: The seed of ids and stamps; two people in one test need different seeds.
  package convenience init(
    _ repository: ScratchRepository, person name: String = "Ada", seed: UInt64 = 1
  ) async throws {
    try repository.write("let a = 1\n", to: "repository/code.swift")
    try await repository.git("add", "code.swift")
    try await repository.git("commit", "--quiet", "--no-gpg-sign", "-m", "code")
    try repository.write("let staged = 1\n", to: "repository/staged.swift")
    try await repository.git("add", "staged.swift")
    try repository.write("let a = 2\n", to: "repository/code.swift")
    try repository.write("untracked\n", to: "repository/notes.txt")
    try self.init(at: repository, person: name, seed: seed)
  }

  /// Creates a repository with a board. The first call prepares an original, and each call copies
  /// it.
  package convenience init(seed: UInt64 = 1) async throws {
    let prepared = try await Self.prepared.value
    try self.init(at: try ScratchRepository(copying: prepared), person: "Ada", seed: seed)
  }

  private static let prepared = MadeOnce {
    let board = try await BoardFixture(try await ScratchRepository())
    try await board.create()
    board.repository.removeAtEnd()
    return board.repository
  }

  /// Uses a repository as it is, and records the user's work in it.
  private init(at repository: ScratchRepository, person name: String, seed: UInt64) throws {
    try GitLibrary.isolateFromUserConfiguration()
    self.repository = repository
    self.name = name
    environment = repository.program.environment
    seconds = Self.start
    random = SeededGenerator(seed: seed)
    work = try CodeState(of: repository)
  }

  // MARK: - The board

  package func store(_ board: BoardName? = nil) throws -> BoardStore {
    try BoardStore(at: repository.path, environment: environment, board: board)
  }

  @discardableResult
  package func create() async throws -> BoardStore.Creation {
    let creation = try await store().create()
    try checkCode()
    return creation
  }

  /// Advances the clock by a second, and returns the author and the stamp of the next change.
  package func author() -> ChangeIdentity {
    seconds += 1
    let signature = Signature(
      name: name, email: "\(name.lowercased())@example.org", seconds: seconds, offsetMinutes: 60)
    return ChangeIdentity(
      author: signature, committer: signature,
      stamp: Stamp(at: Timestamp(seconds: seconds), using: &random))
  }

  /// Makes one change as one commit.
  @discardableResult
  package func change(
    by author: ChangeIdentity? = nil, _ subject: String = "change",
    _ body: (inout Transaction) throws -> Void
  ) async throws -> Change {
    let change = try await store().change(by: author ?? self.author()) { transaction in
      try body(&transaction)
      return CommitMessage(subject: subject, plans: [])
    }
    try checkCode()
    return change
  }

  /// Adds a plan with a title, in the first column, and returns its id.
  @discardableResult
  package func add(_ title: String, _ edits: Edit...) async throws -> PlanID {
    let id = PlanID.random(using: &random)
    let author = author()
    try await change(by: author, "add \(title)") { transaction in
      try transaction.create(
        id,
        [
          .title(title), .state("todo"),
          .created(at: Timestamp(seconds: author.author.seconds), by: author.person),
        ] + edits)
    }
    return id
  }

  @discardableResult
  package func edit(_ id: PlanID, _ edits: Edit...) async throws -> Change {
    try await edit(id, edits)
  }

  @discardableResult
  package func edit(_ id: PlanID, _ edits: [Edit]) async throws -> Change {
    try await change("edit \(id)") { transaction in try transaction.edit(id, edits) }
  }

  @discardableResult
  package func sync(_ directions: SyncDirection = .both) async throws -> SyncResult {
    let result = try await store().sync(directions, person: nil)
    try checkCode()
    return result
  }

  // MARK: - What is there

  package func tip() throws -> ObjectID { try store().tip() }

  package func document(_ id: PlanID) throws -> PlanDocument? {
    try store().snapshot().document(id)
  }

  package func plan(_ id: PlanID) throws -> Plan {
    guard let document = try document(id) else { throw StoreError.unknownPlan(typed: id.text) }
    return Plan(document, id: id)
  }

  /// Returns the titles of all plans, sorted.
  package func titles() throws -> [String] {
    try store().snapshot().plans().plans.map(\.title).sorted()
  }

  /// Returns the output of `git fsck`, which is empty if nothing is wrong. Throws if git reports an
  /// error.
  package func fsck() async throws -> String {
    try await repository.git("fsck", "--strict", "--no-dangling", "--no-progress")
  }

  /// Records the current state of the user's work, for later checks.
  package func noteCode() throws { work = try CodeState(of: repository) }

  private func checkCode() throws {
    let now = try CodeState(of: repository)
    if now != work { throw Disturbed(description: "was: \(work)\nis: \(now)") }
  }
}

/// The content of a repository without the board: HEAD, index, configuration, files and references.
package struct CodeState: Equatable, Sendable {
  var files: [String: Data] = [:]
  var references: [String: ObjectID] = [:]

  init() {}

  /// Reads HEAD, the index, the configuration, the files at the top of the work tree, and all
  /// references except those of boards.
  package init(of repository: ScratchRepository) throws {
    let manager = FileManager.default
    let top = repository.path
    for name in try manager.contentsOfDirectory(atPath: top) where name != ".git" {
      files[name] = manager.contents(atPath: "\(top)/\(name)")
    }
    for name in ["HEAD", "index", "config"] {
      files[".git/\(name)"] = manager.contents(atPath: "\(top)/.git/\(name)")
    }
    for reference in try repository.open().references(under: "refs/")
    where !reference.name.contains("/pmgit/") {
      references[reference.name] = reference.target
    }
  }

  /// Removes the configuration from the state, for commands that change it.
  package mutating func forgetConfiguration() { files[".git/config"] = nil }
}

extension BoardFixture {
  /// Creates people who share a board through one bare repository. Each has fetched the board.
  ///
  /// - Parameter seed: The seed of the first person's ids; the others have the next seeds.
  package static func sharing(
    _ count: Int = 2, seed: UInt64 = 1
  ) async throws -> (hub: ScratchRepository, people: [BoardFixture]) {
    let prepared = try await Self.clones[count - 1].value
    let hub = try ScratchRepository(copying: prepared.hub)
    let people = try prepared.clones.enumerated().map { index, clone in
      try BoardFixture(
        at: try ScratchRepository(copying: clone, cloneOf: hub), person: Self.names[index],
        seed: seed + UInt64(index))
    }
    return (hub, people)
  }

  private static let names = ["Ada", "Ben", "Cleo", "Dan"]

  /// The originals that `sharing` copies, by the number of clones minus one.
  private static let clones = names.indices.map { last in
    MadeOnce {
      let hub = try await ScratchRepository(bare: true)
      hub.removeAtEnd()
      var clones: [ScratchRepository] = []
      for index in 0...last {
        let clone = try await ScratchRepository(cloning: hub)
        clone.removeAtEnd()
        let person = try await BoardFixture(clone, person: names[index])
        if index == 0 { try await person.create() }
        try await person.sync()
        clones.append(clone)
      }
      return (hub: hub, clones: clones)
    }
  }
}
