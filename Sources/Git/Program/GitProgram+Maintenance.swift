extension GitProgram {
  /// Runs git's automatic maintenance if it is due, as git's own commands do.
  ///
  /// git continues in the background unless `gc.autoDetach` is off. It writes failures to `gc.log`,
  /// and prints them at the next `git gc --auto`.
  ///
  /// - Throws: `GitProgramError`.
  package func maintainIfDue(deadline: Duration) async throws(GitProgramError) {
    let output = try await run(["maintenance", "run", "--auto", "--quiet"], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git maintenance", output) }
  }
}
