/// The result of a fetch.
package enum FetchOutcome: Equatable, Sendable {
  case fetched

  /// The remote was reached but lacks a reference, because it has not been pushed yet.
  case noSuchRemoteRef
}

extension GitProgram {
  /// Fetches references of a remote, and nothing else: no tags, no submodules, no `FETCH_HEAD`, no
  /// pruning and no background packing.
  ///
  /// The remote's configured refspecs are ignored. In a mirror they name the clone's own branches,
  /// which git would overwrite.
  ///
  /// - Parameters:
  ///   - remote: A remote's name, a URL or a path.
  ///   - refspecs: Refspecs with full names, such as `+refs/heads/a:refs/remotes/origin/a`.
  ///   - again: Whether to fetch the whole history again, to get the objects that an earlier fetch
  ///     with a filter left out; needs git 2.36.
  /// - Throws: `GitProgramError`, with a kind if the remote could not be used.
  package func fetch(
    remote: String, refspecs: [String], again: Bool = false, deadline: Duration,
    terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> FetchOutcome {
    if refspecs.isEmpty { throw .invalidArgument("git would fetch what the remote is set up for") }
    let options = [
      "--refmap=", "--no-tags", "--no-prune", "--no-write-fetch-head", "--no-auto-maintenance",
      "--recurse-submodules=no", "--no-filter",
    ]
    let output = try await run(
      ["fetch"] + options + (again ? ["--refetch"] : []) + ["--", remote] + refspecs,
      deadline: deadline,
      terminalPrompt: terminalPrompt)
    if output.exitCode == 0 { return .fetched }
    if output.standardError.lowercased().contains("couldn't find remote ref") {
      return .noSuchRemoteRef
    }
    throw .remoteFailed("git fetch", output)
  }
}
