extension GitProgram {
  /// Stores a commit that git signs with the user's key: OpenPGP, X.509 or ssh, as configured.
  ///
  /// - Returns: The id of the commit. No reference is moved.
  /// - Throws: `GitProgramError.failed` if git cannot sign, because there is no key, or because it
  ///   needs a passphrase and `terminalPrompt` is not set.
  package func signedCommit(
    _ draft: CommitDraft, deadline: Duration = .seconds(60), terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> ObjectID {
    if let problem = draft.problem { throw .invalidArgument(problem) }
    let variables = [
      "GIT_AUTHOR_NAME": draft.author.name,
      "GIT_AUTHOR_EMAIL": draft.author.email,
      "GIT_AUTHOR_DATE": "@\(draft.author.formattedTime)",
      "GIT_COMMITTER_NAME": draft.committer.name,
      "GIT_COMMITTER_EMAIL": draft.committer.email,
      "GIT_COMMITTER_DATE": "@\(draft.committer.formattedTime)",
    ]
    let parents = draft.parents.flatMap { ["-p", $0.hex] }
    let output = try await run(
      ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "-S", draft.tree.hex] + parents,
      adding: variables, input: Array(draft.message.utf8), deadline: deadline,
      terminalPrompt: terminalPrompt)
    if output.exitCode != 0 { throw .failed("git commit-tree", output) }
    guard let id = ObjectID(hex: output.firstLine) else {
      throw .unreadable(command: "git commit-tree", output: output.firstLine)
    }
    return id
  }
}
