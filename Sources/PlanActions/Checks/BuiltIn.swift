import Git
import PlanStore

/// The libraries that pmgit works with, built in or loaded.
package enum BuiltIn {
  /// Their names with their versions: `libgit2 1.5.1`.
  package static var libraries: [String] {
    ["libgit2 \(GitLibrary.version)", "SQLite \(IndexLibrary.version)"]
  }
}
