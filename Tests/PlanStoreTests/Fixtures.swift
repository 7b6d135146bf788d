import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

let branch = "refs/heads/pmgit/main"
let trackingBranch = "refs/remotes/origin/pmgit/main"

extension ScratchRepository {
  /// Stores an object with these bytes, even if git considers it invalid.
  func rawObject(_ type: String, _ bytes: [UInt8]) async throws -> String {
    let file = folder + "/raw-object"
    try Data(bytes).write(to: URL(filePath: file))
    return try await git("hash-object", "-t", type, "-w", "--literally", file)
  }

  func blob(_ text: String) async throws -> String {
    try await rawObject("blob", Array(text.utf8))
  }

  /// Stores a tree with these entries in this order, without any check.
  func rawTree(_ entries: [RawEntry]) async throws -> String {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += "\(entry.mode) ".utf8
      bytes += entry.name
      bytes.append(0)
      bytes += hexadecimal(entry.id)
    }
    return try await rawObject("tree", bytes)
  }

  /// Returns the entries of a tree. A test can change them and store them with `rawTree`.
  func rawEntries(of tree: String) async throws -> [RawEntry] {
    let name = tree.contains(":") ? tree : "\(tree)^{tree}"
    let id = try #require(ObjectID(hex: try await git("rev-parse", name)))
    return try open().treeEntries(id).map {
      RawEntry(String($0.mode.rawValue, radix: 8), $0.name, $0.id.hex)
    }
  }

  /// Stores a commit of a tree and returns its id.
  func rawCommit(tree: String, parents: [String] = [], message: String = "by hand") async throws
    -> String
  {
    try await program.run(
      ["commit-tree", tree, "-m", message] + parents.flatMap { ["-p", $0] }, in: path,
      adding: [
        "GIT_AUTHOR_DATE": "1795165200 +0000", "GIT_COMMITTER_DATE": "1795165200 +0000",
      ])
  }

  /// Commits files on a branch without pmgit. Each text replaces the file at its path; a nil text
  /// removes the file.
  @discardableResult
  func commitFiles(
    _ files: [(path: String, text: String?)], on reference: String = branch,
    mode: FileMode = .blob
  ) async throws -> String {
    let repository = try open()
    let tip = try repository.reference(reference)
    // Removals come first, so that a file can replace a folder.
    var tree = try tip.map { try repository.commit($0).tree }
    for isRemoval in [true, false] {
      tree = try repository.writeTree(
        from: tree,
        edits: files.filter { ($0.text == nil) == isRemoval }.map { path, text in
          (path, try text.map { .put(try repository.writeBlob(Array($0.utf8)), mode) } ?? .remove)
        })
    }
    let commit = try await rawCommit(tree: tree?.hex ?? "", parents: tip.map { [$0.hex] } ?? [])
    try await git("update-ref", reference, commit)
    return commit
  }
}

/// One entry of a tree, as git stores it.
struct RawEntry {
  let mode: String
  let name: [UInt8]
  let id: String

  init(_ mode: String, _ name: [UInt8], _ id: String) {
    (self.mode, self.name, self.id) = (mode, name, id)
  }

  init(_ mode: String, _ name: String, _ id: String) { self.init(mode, Array(name.utf8), id) }
}

private func hexadecimal(_ text: String) -> [UInt8] {
  let digits = text.utf8.map { $0 > 0x39 ? $0 - 0x57 : $0 - 0x30 }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// A plan's file as a person may type it: valid, but not canonical.
func handWritten(_ id: PlanID, title: String) -> String {
  #"{"id":"\#(id)", "format":1, "fields":{"title":"\#(title)","state":"todo"}}"#
}

extension PlanID {
  /// Returns an id for tests: `text` padded with zeros.
  static func test(_ text: String) -> PlanID {
    guard let id = PlanID(text + String(repeating: "0", count: 12 - text.count)) else {
      preconditionFailure("'\(text)' can't begin an id")
    }
    return id
  }
}

extension BoardFixture {
  /// Creates a plan with a given id.
  func create(_ id: PlanID, _ title: String = "x") async throws {
    try await change { try $0.create(id, [.title(title), .state("todo")]) }
  }
}

/// Runs a body that must throw a `StoreError`, and returns that error.
func storeError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> StoreError {
  do {
    try await body()
  } catch let error as StoreError {
    return error
  }
  Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  throw NothingThrown()
}

private struct NothingThrown: Error {}
