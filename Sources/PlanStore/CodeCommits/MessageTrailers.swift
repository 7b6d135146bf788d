import Git

/// The trailers of a message that a hook reads.
extension BoardStore {
  /// Returns the trailers of a message, of which git may have to say what they are.
  ///
  /// - Parameter commentMark: What begins a comment; nil if there are no comments.
  package func trailers(
    ofMessage bytes: [UInt8], commentMark: String?
  ) async throws(StoreError) -> String {
    if let plain = try repository.plainTrailers(of: bytes) { return plain }
    do { return try await program.trailers(ofMessage: bytes, commentMark: commentMark) } catch {
      throw .program(error)
    }
  }

  /// Lets git itself add a trailer at its place.
  package func addTrailer(
    _ trailer: String, toFile path: String, commentMark: String?
  ) async throws(StoreError) {
    do {
      try await program.addTrailer(trailer, toFile: path, commentMark: commentMark)
    } catch {
      throw .program(error)
    }
  }

  /// Returns a message with a trailer added; nil if only git can find the trailer's place.
  package static func adding(
    _ trailer: String, toMessage bytes: [UInt8], commentMark: String?
  ) -> [UInt8]? {
    guard let plain = PlainMessage(bytes),
      commentMark.map({ !plain.hasLine(beginningWith: $0) }) ?? true
    else { return nil }
    return plain.adding(trailer)
  }
}
