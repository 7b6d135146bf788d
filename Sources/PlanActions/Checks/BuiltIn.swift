import PlanStore

/// The libraries that pmgit works with, built in or loaded.
package enum BuiltIn {
  /// Their names with their versions: `libgit2 1.5.1`.
  package static var libraries: [String] {
    ["libgit2 \(LibraryVersion.libgit2)", "SQLite \(LibraryVersion.sqlite)"]
  }
}
