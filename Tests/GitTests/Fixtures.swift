import Foundation
import Git
import PmgitTestSupport

extension Signature {
  /// Returns Ada's signature at a time.
  static func ada(at seconds: Int64 = 1_700_000_000) -> Signature {
    Signature(
      name: "Ada Lovelace", email: "ada@example.org", seconds: seconds, offsetMinutes: 60)
  }
}

extension CommitDraft {
  static func by(
    _ who: Signature = .ada(), tree: ObjectID, parents: [ObjectID] = [], message: String = "test\n"
  ) -> CommitDraft {
    CommitDraft(tree: tree, parents: parents, author: who, committer: who, message: message)
  }
}

extension ObjectID {
  /// The id of an object that no test stores.
  static let missing: ObjectID = {
    guard let id = ObjectID(hex: String(repeating: "1", count: 40)) else {
      preconditionFailure("forty digits are an id")
    }
    return id
  }()
}

extension Repository {
  /// Stores a commit of the empty tree, `seconds` after a fixed time.
  func emptyCommit(
    parents: [ObjectID] = [], seconds: Int64 = 0, message: String = "test\n"
  ) throws -> ObjectID {
    try writeCommit(
      .by(
        .ada(at: 1_700_000_000 + seconds), tree: emptyTree(), parents: parents, message: message))
  }

  /// Moves a reference, with a fixed person and reflog message.
  @discardableResult
  func move(
    _ name: String, to target: ObjectID, expecting expected: ObjectID? = nil
  ) throws -> ReferenceUpdate {
    try updateReference(name, to: target, expecting: expected, reflog: "test", who: .ada())
  }

  /// Stores blobs of these texts, and a tree with them at their paths.
  func tree(_ files: [String: String]) throws -> ObjectID {
    try writeTree(
      from: nil,
      edits: files.map { path, text in (path, .put(try writeBlob(Array(text.utf8)))) })
  }
}

/// Runs `body` on a separate thread, so that it blocks no other test.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread.detachNewThread { done.resume(with: Result(catching: body)) }
  }
}

extension Duration {
  /// A timeout that git exceeds only if it hangs, even on a very busy machine.
  static let patient: Duration = .seconds(300)
}
