/// The configuration that makes git merge plans with pmgit.
package enum MergeDriver {
  package static let key = "merge.pmgit.driver"
  package static let command = "pmgit hooks merge-driver %O %A %B %P"
  /// The command that clones have from versions in which `merge-driver` was no command of `hooks`.
  package static let former = "pmgit merge-driver %O %A %B %P"
  package static let nameKey = "merge.pmgit.name"
  package static let name = "pmgit: merge plans field by field"
}
