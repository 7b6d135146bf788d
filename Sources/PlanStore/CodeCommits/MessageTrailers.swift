import Git

/// Reads and adds trailers of a commit message in a hook.
extension BoardStore {
  /// Returns the trailers of a message. git is run only for unusual messages.
  ///
  /// - Parameter commentMark: The beginning of comment lines; nil if there are no comments.
  package func trailers(ofMessage bytes: [UInt8], commentMark: String?) async throws -> String {
    if let plain = try repository.plainTrailers(of: bytes) { return plain }
    return try await program.trailers(ofMessage: bytes, commentMark: commentMark)
  }

  /// Returns a message with an added trailer; nil if only git can find the right place.
  package static func adding(
    _ trailer: String, toMessage bytes: [UInt8], commentMark: String?
  ) -> [UInt8]? {
    guard let plain = PlainMessage(bytes),
      commentMark.map({ !plain.hasLine(beginningWith: $0) }) ?? true
    else { return nil }
    return plain.adding(trailer)
  }
}
