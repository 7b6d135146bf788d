import PlanStore

/// A script that is installed as a hook; its source is in the folder `hooks` of this project.
struct HookScript {
  let name: HookName
  let bytes: [UInt8]

  /// The scripts for a person's clone.
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

  /// The script for a repository that others push to.
  static let server = [HookScript(name: .preReceive, bytes: PackageResources.pre_receive)]

  func state(in folder: HookFiles) throws(StoreError) -> HookFiles.State {
    try folder.state(of: name.rawValue, script: bytes)
  }

  /// - Returns: Whether the file changed.
  func install(into folder: HookFiles) throws(StoreError) -> Bool {
    try folder.install(name.rawValue, script: bytes)
  }

  /// - Returns: Whether the file changed.
  func uninstall(from folder: HookFiles) throws(StoreError) -> Bool {
    try folder.uninstall(name.rawValue, script: bytes)
  }

  func isDisplaced(in folder: HookFiles) throws(StoreError) -> Bool {
    try folder.isDisplaced(name.rawValue, script: bytes)
  }
}
