/// How much of something that has parts is done.
package struct Progress: Hashable, Sendable {
  package let done: Int
  /// The number of all parts, those that are done included.
  package let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}
