package import Git

extension Repository {
  /// Opens the repository at or above a path.
  ///
  /// - Throws: `StoreError.noRepository` if there is none; otherwise the error of git.
  package static func opened(at path: String, environment: [String: String]) throws -> Repository {
    do {
      return try discover(from: path, environment: environment)
    } catch {
      guard error.code == .notFound, error.cause == nil else { throw error }
      throw StoreError.noRepository(path: path)
    }
  }

  /// Returns the tree of a commit; nil if `commit` is nil.
  func tree(of commit: ObjectID?) throws(GitError) -> ObjectID? {
    if let commit { try self.commit(commit).tree } else { nil }
  }
}
