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
