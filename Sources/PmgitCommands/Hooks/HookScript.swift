import Git
import PlanStore

/// The scripts that are put into a repository, from the folder `hooks` of this project.
struct HookScript {
  let name: HookName
  let bytes: [UInt8]

  /// Those for a person's clone.
  static let client = [
    HookScript(name: .prepareCommitMessage, bytes: PackageResources.prepare_commit_msg),
    HookScript(name: .commitMessage, bytes: PackageResources.commit_msg),
    HookScript(name: .postCommit, bytes: PackageResources.post_commit),
    HookScript(name: .postApplyPatch, bytes: PackageResources.post_applypatch),
    HookScript(name: .postRewrite, bytes: PackageResources.post_rewrite),
    HookScript(name: .postMerge, bytes: PackageResources.post_merge),
    HookScript(name: .postCheckout, bytes: PackageResources.post_checkout),
    HookScript(name: .prePush, bytes: PackageResources.pre_push),
  ]

  /// That for a repository which others push to.
  static let server = [HookScript(name: .preReceive, bytes: PackageResources.pre_receive)]
}

extension HookFolder {
  func state(of script: HookScript) throws -> State {
    try git { () throws(GitError) in try state(of: script.name.rawValue, script: script.bytes) }
  }

  func install(_ script: HookScript) throws -> Bool {
    try git { () throws(GitError) in try install(script.name.rawValue, script: script.bytes) }
  }

  func uninstall(_ script: HookScript) throws -> Bool {
    try git { () throws(GitError) in try uninstall(script.name.rawValue, script: script.bytes) }
  }
}
