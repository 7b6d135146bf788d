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
  /// - Returns: Whether the remote has the references. It lacks a board before the first push.
  /// - Throws: `GitProgramError`, with the reason if the remote could not be used.
  package func fetch(
    remote: String, refspecs: [String], again: Bool = false, deadline: Duration,
    terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> Bool {
    if refspecs.isEmpty { throw .invalidArgument("git would fetch what the remote is set up for") }
    let options = [
      "--refmap=", "--no-tags", "--no-prune", "--no-write-fetch-head", "--no-auto-maintenance",
      "--recurse-submodules=no", "--no-filter",
    ]
    let output = try await run(
      ["fetch"] + options + (again ? ["--refetch"] : []) + ["--", remote] + refspecs,
      deadline: deadline,
      terminalPrompt: terminalPrompt)
    if output.exitCode == 0 { return true }
    if output.standardError.lowercased().contains("couldn't find remote ref") { return false }
    throw .remoteFailed("git fetch", output)
  }

  /// Returns the commit of one reference of a remote, without fetching it.
  ///
  /// - Parameter reference: The full name.
  /// - Returns: `nil` if the remote does not have the reference.
  /// - Throws: `GitProgramError`, with the reason if the remote could not be used.
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

/// The result of a push.
package enum PushOutcome: Equatable, Sendable {
  /// The remote's reference has moved to the commit.
  ///
  /// - Parameter old: The commit that the reference had before; nil if it is new.
  case pushed(over: ObjectID?)

  /// The remote already had the commit.
  case upToDate

  /// Another writer moved the remote's reference, so fetch, merge and push again.
  ///
  /// git gives the same report for some other reasons why a reference could not be moved.
  ///
  /// - Parameters:
  ///   - reason: git's own words, such as "fetch first".
  ///   - remoteMessages: The lines that the remote sent for the user.
  ///   - lockFile: The path, on the remote, of the file that kept the reference locked; nil if git
  ///     reports none.
  case lostRace(reason: String, remoteMessages: RemoteMessages = [], lockFile: String? = nil)

  /// The remote refuses the change, for example because a hook declined it or the branch is
  /// protected.
  ///
  /// - Parameter remoteMessages: The lines that the remote sent for the user.
  case refused(RefusalReason, remoteMessages: RemoteMessages)
}

/// The reason why a remote refuses a push.
package enum RefusalReason: Equatable, Sendable {
  /// A branch `a` on the remote prevents the creation of a branch `a/b`.
  case branchInTheWay

  /// The remote declined, with git's reason, such as "pre-receive hook declined".
  case declined(String)
}

extension GitProgram {
  /// Pushes one reference: never by force, and without tags, submodules and the local `pre-push`
  /// hook.
  ///
  /// This changes no local reference, whatever the remote's configured refspecs are. Otherwise git
  /// would overwrite the remote-tracking reference, which in a mirror is the clone's own branch.
  ///
  /// - Parameters:
  ///   - remote: A remote's name, a URL or a path.
  ///   - refspec: Full names: `refs/heads/a:refs/heads/a`. The source may be a commit id.
  /// - Throws: `GitProgramError`, with the reason if the remote could not be used.
  package func push(
    remote: String, refspec: String, deadline: Duration, terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> PushOutcome {
    if refspec.hasPrefix("+") || refspec.hasPrefix(":") || refspec.isEmpty {
      throw .invalidArgument("'\(refspec)' would push by force, delete, or push every branch")
    }
    let options = ["--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"]
    let target = String(refspec.drop { $0 != ":" }.dropFirst())
    let (settings, variables) = Self.untracked(target.isEmpty ? refspec : target, of: remote)
    // The report then names the old commit by its full id.
    let report = ["-c", "core.abbrev=\(ObjectID.byteCount * 2)"]
    let output = try await run(
      report + settings + ["push"] + options + ["--", remote, refspec], adding: variables,
      deadline: deadline, terminalPrompt: terminalPrompt)

    // Each reference has a line "<flag>\t<source>:<target>\t<summary> (<reason>)".
    let text = String(decoding: output.standardOutput, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2)
      guard fields.count == 3, let flag = fields.first, flag.count == 1 else { continue }
      switch flag {
      case "=": return .upToDate
      case "!": return rejection(String(fields[2]), output)
      case _ where output.exitCode == 0: return .pushed(over: try replaced(flag, fields[2]))
      default: break
      }
    }
    if output.exitCode == 0 { throw .unreadable(command: GitProgramError.push, output: text) }
    throw .remoteFailed(GitProgramError.push, output, isPush: true)
  }

  /// Returns the old commit in the report of a pushed reference: nil for the flag `*`, which means
  /// a new reference, else the beginning of a summary `<old>..<new>`.
  private func replaced(
    _ flag: Substring, _ summary: Substring
  ) throws(GitProgramError) -> ObjectID? {
    if flag == "*" { return nil }
    guard let old = ObjectID(hex: String(summary.prefix { $0 != "." })) else {
      throw .unreadable(command: GitProgramError.push, output: String(summary))
    }
    return old
  }

  /// Returns options that keep git from updating a remote-tracking reference when it pushes
  /// `reference`. The options name environment variables, which are returned too.
  ///
  /// git has no option for this. A negative refspec excludes references that positive refspecs
  /// match, so both are added for exactly this reference. `mirror` is turned off, because git
  /// allows no refspecs on the command line for a mirror. `--config-env` is used because `-c` ends
  /// a key at the first `=`, which a remote's name may contain.
  private static func untracked(
    _ reference: String, of remote: String
  ) -> (options: [String], variables: [String: String]) {
    let values = [
      ("mirror", "false"), ("fetch", "\(reference):\(reference)"), ("fetch", "^\(reference)"),
    ]
    var (options, variables) = ([String](), [String: String]())
    for (number, (key, value)) in values.enumerated() {
      let variable = "PMGIT_PUSH_\(number)"
      variables[variable] = value
      options.append("--config-env=remote.\(remote).\(key)=\(variable)")
    }
    return (options, variables)
  }

  /// Distinguishes a lost race from a refusal by the summary of a rejected reference.
  private func rejection(_ summary: String, _ output: Output) -> PushOutcome {
    let reason = summary.split(separator: "(", maxSplits: 1).last.map { $0.dropLast() } ?? ""
    let messages = RemoteMessages(of: output)
    // The remote has a branch `a` and `a/b` was pushed, so another try would fail too.
    if output.standardError.contains("exists; cannot create") {
      return .refused(.branchInTheWay, remoteMessages: messages)
    }
    // Either side reports the first four when it compares the commits. The remote reports the
    // others if the reference moved while it received the pack.
    let races = [
      "fetch first", "non-fast-forward", "stale info", "reference already exists",
      "failed to update ref", "cannot lock ref", "incorrect old value",
    ]
    if races.contains(where: reason.contains) {
      return .lostRace(
        reason: String(reason), remoteMessages: messages,
        lockFile: messages.lines.compactMap { LockFile.path(in: $0) }.first)
    }
    return .refused(.declined(reason.isEmpty ? summary : String(reason)), remoteMessages: messages)
  }
}

/// The lines that a remote sent for the user.
package struct RemoteMessages: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// All lines, or only the first and the last ones.
  package var lines: [String]

  /// The number of lines left out in the middle.
  package var omitted = 0

  package init(arrayLiteral lines: String...) { self.lines = lines }

  package init(_ lines: [String], omitted: Int = 0) {
    (self.lines, self.omitted) = (lines, omitted)
  }

  /// Extracts the remote's lines from git's messages. git's prefix `remote: ` and spaces at the end
  /// are removed.
  init(of output: GitProgram.Output) {
    let lines = output.standardError.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("remote:") else { return nil }
      let text = line.dropFirst("remote:".count)
      let message = text.first == " " ? text.dropFirst() : text
      return String(message.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
    self.init(lines, omitted: output.omittedErrorLines)
  }
}
