import CGit2

/// A commit of the form that git writes by itself: the headers that every commit has and no others, with
/// signatures and times as git makes them.
///
/// Every check of git accepts such a commit, and libgit2 reads it as git does. One of another form, such
/// as a signed commit, may be as good; finding that out is left to git.
package struct PlainCommit {
  package let tree: ObjectID
  package let parents: [ObjectID]

  /// Reads the bytes of a commit; nil if they are not of that form.
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

  /// The rest of the bytes, from which what is expected is taken.
  private struct Scanner {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// Whether the rest has no NUL, which cuts off a message.
    var isText: Bool { !rest.contains(0) }

    mutating func take(_ text: StaticString) -> Bool {
      let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard rest.starts(with: expected) else { return false }
      rest = rest.dropFirst(expected.count)
      return true
    }

    mutating func takeID() -> ObjectID? {
      let digits = rest.prefix(40)
      // git writes lower case only.
      guard digits.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
        let id = ObjectID(hexadecimalDigits: digits)
      else { return nil }
      rest = rest.dropFirst(40)
      return id
    }

    /// Takes `Name <address> 1700000000 +0100` and the end of the line.
    mutating func takeSignature() -> Bool {
      let begin = rest
      guard rest.first != UInt8(ascii: " "), takeWords(), take("<"), takeWords(), take("> ")
      else { return false }
      // The space before the address is the last byte of the words before it.
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

    /// Takes one or more bytes that are none of a signature's own marks.
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
  /// Returns a commit whose bytes match its id, if it is plain; nil if it is not, or can't be read.
  ///
  /// Of a commit that is not plain `commit(_:)` says what it is, or why it can't be read.
  ///
  /// The C function is `git_odb_read`.
  package func plainCommit(_ id: ObjectID) -> PlainCommit? {
    stored(id, as: GIT_OBJECT_COMMIT) { PlainCommit($0) }
  }

  /// Reads the bytes of an object of one type; nil if it can't be read, or is of another type.
  func stored<Value>(
    _ id: ObjectID, as type: git_object_t, _ read: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    var raw = id.raw
    var object: OpaquePointer?
    guard git_odb_read(&object, objects, &raw) == 0 else { return nil }
    defer { git_odb_object_free(object) }
    guard git_odb_object_type(object) == type else { return nil }
    return read(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object), count: git_odb_object_size(object)))
  }
}
