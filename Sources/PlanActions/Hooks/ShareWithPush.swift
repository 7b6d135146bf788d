import PlanModel
import PlanStore
import PlanView

extension Workspace {
  private static let pushKey = "pmgit.hooks.pushBoard"
  /// The time for which a push of the code waits for each step of the board's: the remote keeps its
  /// connection open.
  private static let pushPatience: Duration = .seconds(15)

  /// Shares the board along with a push of the code, if the configuration asks for it: for
  /// `pre-push`. The push of the code goes on in any case.
  ///
  /// pmgit's own pushes skip this hook: they run with `--no-verify`.
  ///
  /// - Returns: The notices; none if nothing was shared.
  /// - Parameter pushed: Lines of `<local ref> <local id> <remote ref> <remote id>`.
  package func shareWithPush(
    to remote: String, _ pushed: () throws -> [String]
  ) async throws -> [Notice] {
    guard try isConfigured(Self.pushKey), self.remote == remote, try store.localTip() != nil,
      try !pushesBoard(pushed())
    else { return [] }
    wait(atMost: Self.pushPatience)
    store.settings.timeout = min(store.settings.timeout, Self.pushPatience)
    do {
      // Only the push itself may ask for a password.
      let result = try await store.sync(
        .both, person: try committer(), terminalPrompt: false)
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

  /// Whether the push is one of the board by hand.
  private func pushesBoard(_ lines: [String]) -> Bool {
    lines.contains { line in
      line.split(separator: " ").dropFirst(2).first.map { $0 == store.branch } ?? false
    }
  }
}
