import CGit2

/// A commit in the form that git itself writes: only the headers that every commit has, with
/// signatures and times as git formats them.
///
/// All of git's checks accept such a commit, and libgit2 reads it as git does. Commits of another
/// form, such as signed commits, may be valid too; git checks those.
package struct PlainCommit {
  package let tree: ObjectID
  package let parents: [ObjectID]

  /// Parses the bytes of a commit; nil if it is not plain.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var rest = Scanner(bytes)
    guard rest.take("tree "), let tree = rest.takeID(), rest.take("\n") else { return nil }
    var parents: [ObjectID] = []
    while rest.take("parent ") {
      guard let parent = rest.takeID(), rest.take("\n") else { return nil }
      parents.append(parent)
    }
    guard rest.take("author "), rest.takeSignature(), rest.take("committer "), rest.takeSignature(),
      rest.take("\n"), rest.isText
    else { return nil }
    (self.tree, self.parents) = (tree, parents)
  }

  /// The bytes not yet parsed.
  private struct Scanner {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// Whether the rest has no NUL, which would cut off the message.
    var isText: Bool { !rest.contains(0) }

    mutating func take(_ text: StaticString) -> Bool {
      let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard rest.starts(with: expected) else { return false }
      rest = rest.dropFirst(expected.count)
      return true
    }

    mutating func takeID() -> ObjectID? {
      let digits = rest.prefix(40)
      // git writes only lower case.
      guard digits.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
        let id = ObjectID(hexadecimalDigits: digits)
      else { return nil }
      rest = rest.dropFirst(40)
      return id
    }

    /// Consumes `Name <address> 1700000000 +0100` and the end of the line.
    mutating func takeSignature() -> Bool {
      let begin = rest
      guard rest.first != UInt8(ascii: " "), takeWords(), take("<"), takeWords(), take("> ")
      else { return false }
      // The name must end in the space before `<`.
      let name = begin.prefix { $0 != UInt8(ascii: "<") }
      guard name.count > 1, name.last == UInt8(ascii: " ") else { return false }
      let time = rest.prefix { Self.digits.contains($0) }
      guard (1...10).contains(time.count), time.first != UInt8(ascii: "0") else { return false }
      rest = rest.dropFirst(time.count)
      guard take(" +") || take(" -") else { return false }
      let zone = rest.prefix(4)
      guard zone.count == 4, zone.allSatisfy({ Self.digits.contains($0) }) else { return false }
      rest = rest.dropFirst(4)
      return take("\n")
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Consumes one or more bytes other than `<`, `>`, line feed and NUL.
    private mutating func takeWords() -> Bool {
      let words = rest.prefix {
        $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\n") && $0 != 0
      }
      rest = rest.dropFirst(words.count)
      return !words.isEmpty
    }
  }
}

extension Repository {
  /// Returns a commit whose bytes match its id; nil if it is not plain or can't be read.
  ///
  /// In those cases, call `commit(_:)`: it reads other commits, or throws the reason.
  ///
  /// The C function is `git_odb_read`.
  package func plainCommit(_ id: ObjectID) -> PlainCommit? {
    stored(id, as: GIT_OBJECT_COMMIT) { PlainCommit($0) }
  }

  /// Passes the bytes of an object to `read` and returns the result of `read`. Returns nil without
  /// calling `read` if the object can't be read, or is not of this type.
  func stored<Value>(
    _ id: ObjectID, as type: git_object_t, _ read: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    var raw = id.raw
    var object: OpaquePointer?
    guard git_odb_read(&object, database.raw, &raw) == 0 else { return nil }
    defer { git_odb_object_free(object) }
    guard git_odb_object_type(object) == type else { return nil }
    return read(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object), count: git_odb_object_size(object)))
  }
}
