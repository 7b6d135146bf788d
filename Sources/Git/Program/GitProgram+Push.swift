/// The result of a push.
package enum PushOutcome: Equatable, Sendable {
  case pushed

  /// The remote already had the commit.
  case upToDate

  /// Another writer moved the remote's reference: fetch, merge and push again.
  ///
  /// A reference that could not be moved gives the same, as git does not distinguish the two.
  ///
  /// - Parameters:
  ///   - reason: git's own words: "fetch first".
  ///   - remoteMessages: The lines that the remote sent for the user.
  ///   - lockFile: The file that kept the remote's reference locked, by its path there.
  case lostRace(reason: String, remoteMessages: RemoteMessages = [], lockFile: String? = nil)

  /// The remote refuses the change: a hook declined it, or the branch is protected.
  ///
  /// - Parameter remoteMessages: The lines that the remote sent for the user.
  case refused(RefusalReason, remoteMessages: RemoteMessages)
}

/// The reason why a remote refuses a push.
package enum RefusalReason: Equatable, Sendable {
  /// A branch `a` of the remote keeps it from having a branch `a/b`.
  case branchInTheWay

  /// The remote declined, in git's own words: "pre-receive hook declined".
  case declined(String)
}

extension GitProgram {
  /// Pushes one reference, never by force, without tags, submodules and the local `pre-push` hook.
  ///
  /// No reference here moves, whatever refspecs the remote is configured with: git would overwrite
  /// the reference in which it tracks the pushed one, which in a mirror is the clone's own branch.
  ///
  /// - Parameters:
  ///   - remote: A remote's name, a URL or a path.
  ///   - refspec: Full references: `refs/heads/a:refs/heads/a`; the source may be a commit id.
  /// - Throws: `GitProgramError`, with a kind if the remote could not be used.
  package func push(
    remote: String, refspec: String, deadline: Duration, terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> PushOutcome {
    if refspec.hasPrefix("+") || refspec.hasPrefix(":") || refspec.isEmpty {
      throw .invalidArgument("'\(refspec)' would push by force, delete, or push every branch")
    }
    let options = ["--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"]
    let target = String(refspec.drop { $0 != ":" }.dropFirst())
    let (settings, variables) = Self.untracked(target.isEmpty ? refspec : target, of: remote)
    let output = try await run(
      settings + ["push"] + options + ["--", remote, refspec], adding: variables,
      deadline: deadline, terminalPrompt: terminalPrompt)

    // Each reference has a line "<flag>\t<source>:<target>\t<summary> (<reason>)".
    let text = String(decoding: output.standardOutput, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2)
      guard fields.count == 3, let flag = fields.first, flag.count == 1 else { continue }
      switch flag {
      case "=": return .upToDate
      case "!": return rejection(String(fields[2]), output)
      case _ where output.exitCode == 0: return .pushed
      default: break
      }
    }
    if output.exitCode == 0 { throw .unreadable(command: GitProgramError.push, output: text) }
    throw .remoteFailed(GitProgramError.push, output, isPush: true)
  }

  /// Returns the options that let git push a reference to any remote without tracking it here.
  ///
  /// git has no option for this. A negative refspec excludes the references that the positive ones
  /// match, so one that matches exactly this reference is added for it. A mirror takes no refspecs on
  /// the command line. `--config-env` is used because `-c` ends a key at the first `=`, which a
  /// remote's name may contain.
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

  /// Tells a lost race from a refusal by the summary of a rejected reference.
  private func rejection(_ summary: String, _ output: Output) -> PushOutcome {
    let reason = summary.split(separator: "(", maxSplits: 1).last.map { $0.dropLast() } ?? ""
    let messages = RemoteMessages(of: output)
    // A branch `a` on the remote, where `a/b` is pushed: another try would not help.
    if output.standardError.contains("exists; cannot create") {
      return .refused(.branchInTheWay, remoteMessages: messages)
    }
    // The first four are found by either side when it compares the commits; the others by the
    // remote when the reference moved while it received the pack.
    let races = [
      "fetch first", "non-fast-forward", "stale info", "reference already exists",
      "failed to update ref", "cannot lock ref", "incorrect old value",
    ]
    if races.contains(where: reason.contains) {
      return .lostRace(
        reason: String(reason), remoteMessages: messages,
        lockFile: messages.lines.compactMap { LockFile.path(in: $0) }.first)
    }
    return .refused(
      .declined(reason.isEmpty ? summary : String(reason)), remoteMessages: messages)
  }
}
