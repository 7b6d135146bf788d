import PlanModel
import PlanStore
import PlanView

extension Workspace {
  private static let pushKey = "pmgit.hooks.pushBoard"
  /// The longest wait for each step of sharing the board during a push of code.
  ///
  /// The connection of the push stays open meanwhile.
  private static let pushTimeout: Duration = .seconds(15)

  /// Shares the board together with a push of code if the configuration asks for it, for the hook
  /// `pre-push`. If sharing fails, the push of the code continues.
  ///
  /// The board may be shared with another remote than the code.
  ///
  /// pmgit's own pushes skip this hook, because they run with `--no-verify`.
  ///
  /// - Parameter pushed: Reads git's input, lines of `<local ref> <local id> <remote ref> <remote
  ///   id>`.
  /// - Returns: The notices; a warning if sharing fails, and empty if there is nothing to share.
  package func shareWithPush(
    to remote: String, _ pushed: () throws -> [String]
  ) async throws -> [Notice] {
    let settings = store.settings
    guard try isConfigured(Self.pushKey),
      [settings.remote, settings.codeRemote, settings.usualRemote].contains(remote),
      try store.localTip() != nil, try !pushesBoard(pushed())
    else { return [] }
    wait(atMost: Self.pushTimeout)
    store.settings.timeout = min(store.settings.timeout, Self.pushTimeout)
    do {
      // Only the push itself may ask for a password.
      let result = try await store.sync(.both, person: try committer(), terminalPrompt: false)
      guard result.pushed > 0 || result.fetched > 0 else { return [] }
      let took = CountWords.words(result.fetched, "commit")
      return [Notice("shared the board: sent \(result.pushed), took \(took)")]
        + [result.problem.map { .notHere($0) }].compactMap(\.self)
    } catch {
      return [
        .warning(
          "the board was not shared: \(Problem(error).message)",
          hints: ["share it with \(pmgit: "sync")"])
      ]
    }
  }

  /// Whether the push itself sends the board's branch.
  private func pushesBoard(_ lines: [String]) -> Bool {
    lines.contains { line in
      line.split(separator: " ").dropFirst(2).first.map { $0 == store.branch } ?? false
    }
  }

  /// Merges fetched commits into the board without using the network, for the hooks `post-merge`
  /// and `post-checkout`.
  ///
  /// - Returns: The number of fetched commits; nil if there was nothing to merge.
  package func mergeFetched() async throws -> Int? {
    // Changing branches must not wait for the board.
    wait(atMost: .seconds(1))
    let person = store.settings.mergesAsUser ? try committer() : nil
    guard let result = try await store.mergeFetched(person: person), result.kind != .upToDate
    else { return nil }
    return result.fetched
  }
}
