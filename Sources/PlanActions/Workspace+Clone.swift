import Git
package import PlanModel
import PlanStore

/// What a face asks of the clone that a board is in, and of the person's git.
extension Workspace {
  /// The remote that the board is shared with; nil where there is none, or none is chosen.
  package var remote: String? { store.settings.remote }

  /// Whether the repository has a remote at all.
  package var hasRemote: Bool {
    get throws { try git { () throws(GitError) in try !store.repository.remoteNames().isEmpty } }
  }

  /// A value of git's configuration; nil where it is not set.
  package func configured(_ key: String) throws -> String? {
    try git { () throws(GitError) in try store.repository.configString(key) }
  }

  /// Whether a switch of git's configuration is on.
  package func isConfigured(_ key: String) throws -> Bool {
    try git { () throws(GitError) in try store.repository.configBool(key) } ?? false
  }

  /// The command of the editor that git uses; empty where there is none.
  package func editor() async throws -> String {
    try await program.variable("GIT_EDITOR")
  }

  /// The command of the pager that git uses; nil where no git tells.
  package func pager() async -> String? {
    // A result is shown without a pager all the same.
    do { return try await program.variable("GIT_PAGER") } catch { return nil }
  }

  /// The folder of pmgit's own files that all work trees of the clone share.
  package var folder: String { store.repository.commonDirectory + "pmgit" }

  /// The user's git.
  var program: GitProgram { store.repository.program(environment: participant.environment) }

  /// The plan that is meant by the beginning of an id, or an alias.
  package func plan(named typed: String) throws -> PlanID { try store.snapshot().resolve(typed) }

  /// The plan that is meant, if it is not deleted.
  package func livePlan(named typed: String) throws -> Plan {
    let snapshot = try store.snapshot()
    return try snapshot.plan(snapshot.resolve(typed)).live
  }
}
