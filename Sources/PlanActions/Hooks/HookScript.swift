import CFiles
import Git
import PlanStore

/// The git hooks that pmgit uses.
package enum HookName: String, CaseIterable, Sendable {
  case prepareCommitMessage = "prepare-commit-msg"
  case commitMessage = "commit-msg"
  case postCommit = "post-commit"
  case postApplyPatch = "post-applypatch"
  case postRewrite = "post-rewrite"
  case postMerge = "post-merge"
  case postCheckout = "post-checkout"
  case prePush = "pre-push"
  case preReceive = "pre-receive"
}

/// A script that is installed as a hook; its source is in the folder `hooks` of this project.
struct HookScript {
  let name: HookName
  let bytes: [UInt8]

  /// The scripts for a person's clone.
  static var client: [HookScript] { all.filter { $0.name != .preReceive } }

  /// The script for a repository that others push to.
  static var server: [HookScript] { all.filter { $0.name == .preReceive } }

  private static let all: [HookScript] = {
    let files = builtInFiles(c_hook_files())
    return HookName.allCases.compactMap { name in
      files[name.rawValue].map { HookScript(name: name, bytes: $0) }
    }
  }()

  func isDisplaced(in folder: HookFolder) throws -> Bool {
    try folder.isDisplaced(name.rawValue, script: bytes)
  }
}

/// A hook of a repository, and the state of its file.
package struct HookState: Sendable {
  /// Git's name for the hook.
  package let name: String
  /// The state for programs: `absent`, `installed`, `outdated` or `foreign`.
  package let code: String
  package let words: String
  /// Whether an older hook is kept beside the script and called first.
  package let keepsOther: Bool

  /// Whether the installed script differs from the one of this version of pmgit.
  package var isOutdated: Bool { code == "outdated" }

  init(_ script: HookScript, in folder: HookFolder) throws {
    name = script.name.rawValue
    let state = try folder.state(of: name, script: script.bytes)
    code = state.code
    keepsOther = folder.keeps(name)
    words = state.words(keepsOther: keepsOther)
  }
}

extension HookFolder.State {
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
    case .foreign(isExecutable: true): "not pmgit's"
    case .foreign(isExecutable: false): "not pmgit's, not executable"
    }
  }
}
