import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// `pre-push`: shares the board along with the code.
///
/// pmgit's own pushes do not come here: they run with `--no-verify`.
struct PrePushHook {
  private let session: Session
  private let remote: String

  init?(_ session: Session, _ arguments: [String]) {
    guard let remote = arguments.first else { return nil }
    (self.session, self.remote) = (session, remote)
  }

  static let key = "pmgit.hooks.pushBoard"
  /// How long the code may wait for the board at each step: the remote keeps its connection open.
  private static let patience: Duration = .seconds(15)

  func run() async throws {
    let store = session.store
    let isWanted = try git { () throws(GitError) in try store.repository.configBool(Self.key) }
    guard isWanted ?? false, store.settings.remote == remote, try store.localTip() != nil,
      try !pushesBoard()
    else { return }
    store.patience = Self.patience
    store.settings.timeout = min(store.settings.timeout, Self.patience)
    do {
      // A password is asked for once, by the push itself.
      let result = try await store.sync(
        .both, person: try session.workspace.identity(.committer), terminalPrompt: false)
      guard result.pushed > 0 || result.fetched > 0 else { return }
      session.tellFromHook(
        "shared the board: sent \(result.pushed), took \(CountWords.words(result.fetched, "commit"))"
      )
      guard let problem = result.problem else { return }
      session.tellFromHook(
        "warning: the remote has it, but bringing it here failed: \(Problem(problem).message)")
      session.tellFromHook(hint: "bring it here with \(pmgit: "sync")")
    } catch {
      session.tellFromHook("warning: the board was not shared: \(Problem(error).message)")
      session.tellFromHook(hint: "share it with \(pmgit: "sync")")
    }
  }

  /// Whether the push is one of the board by hand.
  private func pushesBoard() throws -> Bool {
    // Each line is '<local ref> <local id> <remote ref> <remote id>'.
    Lines.split(try session.inputText()).contains { line in
      line.split(separator: " ").dropFirst(2).first.map { $0 == session.store.branch } ?? false
    }
  }
}
