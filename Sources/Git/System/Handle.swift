import CGit2

/// Owns one libgit2 object, and frees the object at the end of the handle's scope.
///
/// A handle stays in the function or the `Repository` that opened it, so it never outlives the
/// repository. Because a handle cannot be copied, it lives to the end of its scope (SE-0390), and
/// so does the object `raw`.
struct Handle: ~Copyable {
  let raw: OpaquePointer
  private let free: (OpaquePointer) -> Void

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - operation: The operation for messages, as in `GitError.operation`.
  ///   - free: The C function that frees the object.
  ///   - open: Calls the C function with a pointer to the new object, and returns its status.
  init(
    _ operation: @autoclosure () -> String, _ free: @escaping (OpaquePointer) -> Void,
    _ open: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var opened: OpaquePointer?
    try check(open(&opened), operation())
    guard let opened else {
      throw GitError(.generic, "libgit2 returned no object", operation: operation())
    }
    (raw, self.free) = (opened, free)
  }

  deinit { free(raw) }
}

/// Throws the error that libgit2 left on this thread if `status` is negative.
///
/// A zero or positive status is a result for the caller. The message is read immediately, because
/// the next call of libgit2 on this thread may replace it.
func check(_ status: Int32, _ operation: @autoclosure () -> String) throws(GitError) {
  if status < 0 { throw .last(status: status, operation: operation()) }
}
