extension GitProgram {
  /// Lets git tidy up if it finds that it should, as its own commands do when they are done.
  ///
  /// By itself it goes on in the background, unless `gc.autoDetach` is off. What it can't do it
  /// notes in `gc.log`, and says the next time that somebody runs `git gc --auto`.
  ///
  /// - Throws: `GitProgramError`.
  package func maintainIfDue(deadline: Duration) async throws(GitProgramError) {
    let output = try await run(["maintenance", "run", "--auto", "--quiet"], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git maintenance", output) }
  }
}
