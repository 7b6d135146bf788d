import Git

/// What makes repositories: git outside of any, and folders.
package enum RepositoryMaking {
  /// Runs git, which must succeed.
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

  /// Makes a folder that is not there yet.
  package static func makeFolder(_ path: String) throws(StoreError) {
    try StoreError.wrapping(try Folder.make(path))
  }

  /// Makes a folder with a name of its own in another one, and returns its path.
  package static func makeTemporaryFolder(
    in parent: String, named name: String
  ) throws(StoreError) -> String {
    try StoreError.wrapping(try Folder.makeTemporary(in: parent, named: name))
  }
}
