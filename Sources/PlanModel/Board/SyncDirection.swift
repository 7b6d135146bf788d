/// What a sync does: pull, push, or both.
package enum SyncDirection: String, Sendable {
  case both, pull, push

  package var pulls: Bool { self != .push }
  package var pushes: Bool { self != .pull }
}
