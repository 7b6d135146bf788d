import Git
package import PlanModel
import PlanStore

/// The clone that has the board, and the user's git.
extension Workspace {
  /// The remote that the board is shared with; nil without a chosen remote.
  package var remote: String? { store.settings.remote }

  /// Whether the repository has any remote.
  package var hasRemote: Bool {
    get throws { try !store.repository.remoteNames().isEmpty }
  }

  /// Returns a value of git's configuration; nil if it is not set.
  package func configured(_ key: String) throws -> String? {
    try store.repository.configString(key)
  }

  /// Returns the values of a configuration section such as `pmgit.alias`, by the last parts of
  /// their keys.
  package func configured(section: String) throws -> [String: String] {
    try store.repository.configStrings(in: section)
  }

  /// Whether a Boolean setting of git's configuration is true; an unset one is false.
  package func isConfigured(_ key: String) throws -> Bool {
    try store.repository.configBool(key) ?? false
  }

  /// Returns the command of git's editor; empty if there is none.
  package func editor() async throws -> String {
    try await store.program.variable("GIT_EDITOR")
  }

  /// Returns the command of git's pager; nil if git can't be run.
  package func pager() async -> String? {
    // A result can be shown without a pager.
    do { return try await store.program.variable("GIT_PAGER") } catch { return nil }
  }

  /// The folder of pmgit's own files, which all work trees of the clone share.
  package var folder: String { store.repository.commonDirectory + "pmgit" }

  /// The name of the linked work tree in which the person works; nil in the main work tree.
  package var linkedWorkTree: String? {
    let repository = store.repository
    guard repository.gitDirectory != repository.commonDirectory else { return nil }
    return repository.gitDirectory.split(separator: "/").last.map(String.init)
  }

  /// The folder of git's files of the work tree in which the person works. Each work tree of a
  /// repository has its own.
  package var workTreeFolder: String { store.repository.gitDirectory }

  /// The name of the repository's folder.
  package var repositoryName: String {
    let folder = store.repository.workTree ?? store.repository.commonDirectory
    return folder.split(separator: "/").last.map(String.init) ?? folder
  }

  /// Returns the plan with a name: the beginning of its id, an alias, or words of its title.
  package func plan(named typed: String) throws -> PlanID { try store.snapshot().resolve(typed) }

  /// Returns the plan with a name, as `plan(named:)` finds it; fails if the plan is deleted.
  package func livePlan(named typed: String) throws -> Plan {
    let snapshot = try store.snapshot()
    return try snapshot.plan(snapshot.resolve(typed)).live
  }
}
