extension GitProgram {
  /// Returns the trailers of a message, one a line, in git's form: `Key: value`.
  ///
  /// - Parameters:
  ///   - message: The message as an editor leaves it: comments and text below scissors do not
  ///     count.
  ///   - commentMark: The beginning of comment lines; nil for git's default.
  package func trailers(
    ofMessage message: [UInt8], commentMark: String?, deadline: Duration = .seconds(10)
  ) async throws(GitProgramError) -> String {
    if message.isEmpty { return "" }
    // Without `--no-divider` a line `---` would end the message, as in a patch.
    let output = try await run(
      Self.setting(commentMark: commentMark) + ["interpret-trailers", "--parse", "--no-divider"],
      input: message, deadline: deadline)
    if output.exitCode != 0 { throw .failed("git interpret-trailers", output) }
    return String(decoding: output.standardOutput, as: UTF8.self)
  }

  /// Adds a trailer to the message in a file, before the comments at its end.
  ///
  /// No configuration is read, since `trailer.*` may reword the line, run programs, or add
  /// trailers.
  ///
  /// - Parameters:
  ///   - trailer: `Key: value`. A trailer that the file has already is not added again.
  ///   - commentMark: As in `trailers(ofMessage:)`.
  package func addTrailer(
    _ trailer: String, toFile path: String, commentMark: String?, deadline: Duration = .seconds(10)
  ) async throws(GitProgramError) {
    let settings = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"]
    var environment = environment.filter { !settings.contains($0.key) }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_SYSTEM"] = "/dev/null"
    // The command needs no repository, and without one reads the configuration of none.
    let program = GitProgram(
      environment: environment, gitDirectory: "/dev/null", workingDirectory: workingDirectory)
    let output = try await program.run(
      Self.setting(commentMark: commentMark) + [
        "interpret-trailers", "--in-place", "--no-divider", "--where=end",
        "--if-exists=addIfDifferent", "--if-missing=add", "--trailer", trailer, "--", path,
      ], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git interpret-trailers", output) }
  }

  /// Returns the option that sets the comment mark; none for a longer mark, as older versions of
  /// git take one character only.
  private static func setting(commentMark: String?) -> [String] {
    guard let commentMark, commentMark.utf8.count == 1 else { return [] }
    return ["-c", "core.commentChar=\(commentMark)"]
  }

  /// Returns the trailers of commits, as `trailers(ofMessage:)` does, in one run of git.
  package func trailers(
    of commits: [ObjectID], deadline: Duration = .seconds(60)
  ) async throws(GitProgramError) -> [ObjectID: String] {
    if commits.isEmpty { return [:] }
    let output = try await run(
      [
        "-c", "i18n.logOutputEncoding=UTF-8", "rev-list", "--no-walk=unsorted", "--stdin",
        "--format=%H%n%(trailers:only,unfold)%x00",
      ],
      input: Array(commits.map { "\($0)\n" }.joined().utf8), deadline: deadline)
    if output.exitCode != 0 { throw .failed("git rev-list", output) }
    let text = String(decoding: output.standardOutput, as: UTF8.self)
    var found: [ObjectID: String] = [:]
    for record in text.split(separator: "\0") {
      // git puts a line of its own before the format: `commit <id>`.
      let lines = record.split(separator: "\n").drop { $0.hasPrefix("commit ") }
      guard let id = lines.first.flatMap({ ObjectID(hex: String($0)) }) else { continue }
      found[id] = lines.dropFirst().joined(separator: "\n")
    }
    return found
  }
}
