/// What a sync does: both, or one half of it.
package enum SyncDirection: String, Sendable {
  case both, pull, push

  package var pulls: Bool { self != .push }
  package var pushes: Bool { self != .pull }
}
