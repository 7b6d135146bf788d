import PlanIndex

/// The library that keeps the index.
package enum IndexLibrary {
  /// Its version: `3.40.1`.
  package static var version: String { PlanIndex.libraryVersion }
}
