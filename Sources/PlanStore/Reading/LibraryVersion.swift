import Git
import PlanIndex

/// The versions of the libraries that the store works with: `1.5.1`.
package enum LibraryVersion {
  package static var libgit2: String { GitLibrary.version }
  /// That of the library which keeps the index.
  package static var sqlite: String { PlanIndex.libraryVersion }
}
