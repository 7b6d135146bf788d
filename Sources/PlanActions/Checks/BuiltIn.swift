import PlanStore

/// The versions of the libraries that pmgit uses.
package enum BuiltIn {
  /// The names with their versions: `libgit2 1.5.1`.
  package static var libraries: [String] {
    ["libgit2 \(LibraryVersion.libgit2)", "SQLite \(LibraryVersion.sqlite)"]
  }
}
