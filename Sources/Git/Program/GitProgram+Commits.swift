extension GitProgram {
  /// Stores a commit that git signs with the user's key: OpenPGP, X.509 or ssh, as configured.
  ///
  /// - Returns: The id of the commit. No reference is moved.
  /// - Throws: `GitProgramError.failed` if git cannot sign. For example, there is no key, or the
  ///   key needs a passphrase, which git can't ask for here.
  package func signedCommit(_ draft: CommitDraft) async throws(GitProgramError) -> ObjectID {
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
      adding: variables, input: Array(draft.message.utf8), deadline: .seconds(60),
      terminalPrompt: false)
    if output.exitCode != 0 { throw .failed("git commit-tree", output) }
    guard let id = ObjectID(hex: output.firstLine) else {
      throw .unreadable(command: "git commit-tree", output: output.firstLine)
    }
    return id
  }

  /// Returns the trailers of a message in git's form, `Key: value`, one per line.
  ///
  /// - Parameters:
  ///   - message: The message as the editor saved it. Comments and text below a scissors line are
  ///     ignored.
  ///   - commentMark: The text that begins a comment line; nil for git's default.
  package func trailers(
    ofMessage message: [UInt8], commentMark: String?
  ) async throws(GitProgramError) -> String {
    if message.isEmpty { return "" }
    // Without `--no-divider` a line `---` would end the message, as in a patch.
    let output = try await run(
      Self.setting(commentMark: commentMark) + ["interpret-trailers", "--parse", "--no-divider"],
      input: message, deadline: .seconds(10))
    if output.exitCode != 0 { throw .failed("git interpret-trailers", output) }
    return String(decoding: output.standardOutput, as: UTF8.self)
  }

  /// Adds a trailer to the message in a file, before the comments at its end.
  ///
  /// No configuration is read, because `trailer.*` could change the line, run programs, or add
  /// trailers.
  ///
  /// - Parameters:
  ///   - trailer: `Key: value`. A trailer that the file already has is not added again.
  ///   - commentMark: The text that begins a comment line; nil for git's default.
  package func addTrailer(
    _ trailer: String, toFile path: String, commentMark: String?
  ) async throws(GitProgramError) {
    let settings = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"]
    var environment = environment.filter { !settings.contains($0.key) }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_SYSTEM"] = "/dev/null"
    // The command needs no repository; without one, git reads no repository's configuration.
    let program = GitProgram(
      environment: environment, gitDirectory: "/dev/null", workingDirectory: workingDirectory)
    let output = try await program.run(
      Self.setting(commentMark: commentMark) + [
        "interpret-trailers", "--in-place", "--no-divider", "--where=end",
        "--if-exists=addIfDifferent", "--if-missing=add", "--trailer", trailer, "--", path,
      ], deadline: .seconds(10))
    if output.exitCode != 0 { throw .failed("git interpret-trailers", output) }
  }

  /// Returns the option that sets the comment mark. Returns no option for a mark of several
  /// characters, which older versions of git do not support.
  private static func setting(commentMark: String?) -> [String] {
    guard let commentMark, commentMark.utf8.count == 1 else { return [] }
    return ["-c", "core.commentChar=\(commentMark)"]
  }

  /// Returns the trailers of commits in one run of git, in the form of `trailers(ofMessage:)`.
  package func trailers(
    of commits: [ObjectID]
  ) async throws(GitProgramError) -> [ObjectID: String] {
    if commits.isEmpty { return [:] }
    let output = try await run(
      [
        "-c", "i18n.logOutputEncoding=UTF-8", "rev-list", "--no-walk=unsorted", "--stdin",
        "--format=%H%n%(trailers:only,unfold)%x00",
      ],
      input: Array(commits.map { "\($0)\n" }.joined().utf8), deadline: .seconds(60))
    if output.exitCode != 0 { throw .failed("git rev-list", output) }
    let text = String(decoding: output.standardOutput, as: UTF8.self)
    var found: [ObjectID: String] = [:]
    for record in text.split(separator: "\0") {
      // git prints a line `commit <id>` before the format.
      let lines = record.split(separator: "\n").drop { $0.hasPrefix("commit ") }
      guard let id = lines.first.flatMap({ ObjectID(hex: String($0)) }) else { continue }
      found[id] = lines.dropFirst().joined(separator: "\n")
    }
    return found
  }
}
