/// How many of the parts of something are done.
package struct Progress: Hashable, Sendable {
  package let done: Int
  /// The number of all parts, done or not.
  package let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}
