/// The configuration that makes git merge plans with pmgit.
package enum MergeDriver {
  package static let key = "merge.pmgit.driver"
  package static let command = "pmgit merge-driver %O %A %B %P"
  package static let nameKey = "merge.pmgit.name"
  package static let name = "pmgit: merge plans field by field"
}
