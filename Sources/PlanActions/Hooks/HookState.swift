import PlanStore

/// A hook of a repository, and the state of its file.
package struct HookState: Sendable {
  /// Git's name for the hook.
  package let name: String
  /// The state for programs: `absent`, `installed`, `outdated` or `foreign`.
  package let code: String
  package let words: String
  /// Whether another hook is kept beside it and called first.
  package let keepsOther: Bool

  /// Whether another version of pmgit installed it.
  package var isOutdated: Bool { code == "outdated" }

  init(_ script: HookScript, in folder: HookFiles) throws {
    let state = try script.state(in: folder)
    name = script.name.rawValue
    code = state.code
    keepsOther = folder.keeps(name)
    words = state.words(keepsOther: keepsOther)
  }
}

extension HookFiles.State {
  fileprivate var code: String {
    switch self {
    case .absent: "absent"
    case .installed(isCurrent: true): "installed"
    case .installed(isCurrent: false): "outdated"
    case .foreign: "foreign"
    }
  }

  fileprivate func words(keepsOther: Bool) -> String {
    switch self {
    case .absent: "not installed"
    case .installed(isCurrent: true):
      keepsOther ? "installed, after the one before" : "installed"
    case .installed(isCurrent: false): "not as this pmgit installs it"
    case .foreign(isExecutable: true): "somebody else's"
    case .foreign(isExecutable: false): "somebody else's, not executable"
    }
  }
}
