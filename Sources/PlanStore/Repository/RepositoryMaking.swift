import Git

/// Creates folders, and runs git outside of any repository.
package enum RepositoryMaking {
  /// Runs git, and fails if git fails.
  package static func git(
    _ arguments: [String], in folder: String?, _ environment: [String: String]
  ) async throws(StoreError) {
    let program = GitProgram(
      environment: environment, gitDirectory: nil, workingDirectory: folder)
    do {
      try await program.succeed(arguments, deadline: .seconds(60))
    } catch {
      throw .program(error)
    }
  }

  /// Creates a folder, which must not exist yet.
  package static func makeFolder(_ path: String) throws(StoreError) {
    try StoreError.wrapping(try Folder.make(path))
  }

  /// Creates a folder with a unique name in another one, and returns its path.
  package static func makeTemporaryFolder(
    in parent: String, named name: String
  ) throws(StoreError) -> String {
    try StoreError.wrapping(try Folder.makeTemporary(in: parent, named: name))
  }
}
