import Git
import PlanIndex

/// The versions of the libraries that the store uses, such as `1.5.1`.
package enum LibraryVersion {
  package static var libgit2: String { GitLibrary.version }
  /// The version of the index's database library.
  package static var sqlite: String { PlanIndex.libraryVersion }
}
