extension GitProgram {
  /// Returns the commit of one reference of a remote, without fetching it.
  ///
  /// - Parameter reference: The full name.
  /// - Returns: `nil` if the remote does not have the reference.
  /// - Throws: `GitProgramError`, with a kind if the remote could not be used.
  package func remoteReference(
    _ reference: String, of remote: String, deadline: Duration, terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> ObjectID? {
    let output = try await run(
      ["ls-remote", "--", remote, reference], deadline: deadline, terminalPrompt: terminalPrompt)
    guard output.exitCode == 0 else { throw .remoteFailed("git ls-remote", output) }
    // The pattern also matches longer names that end in this one.
    let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasSuffix("\t\(reference)") }
    return line.flatMap { ObjectID(hex: String($0.prefix { $0 != "\t" })) }
  }
}
