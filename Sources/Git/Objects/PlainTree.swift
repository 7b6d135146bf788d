import CGit2
import Libc

/// A tree in the form that pmgit writes: sorted files and folders with names of letters, digits,
/// `-`, `_` and `.`. Only `.gitattributes` may begin with a dot.
///
/// All of git's checks accept such a tree if they accept the contents of `.gitattributes`. Trees of
/// another form may be valid too; git checks those.
package struct PlainTree {
  private let bytes: [UInt8]
  /// The id of `.gitattributes`, if the tree has one. git checks the contents of this file.
  package private(set) var attributes: ObjectID?

  /// The number of entries.
  package private(set) var count = 0
  /// The number of bytes that this value keeps in memory.
  package var size: Int { bytes.count }

  /// Parses the bytes of a tree; nil if it is not plain.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var previous: Place?
    var start = 0
    while start < bytes.count {
      guard let entry = Place(at: start, in: bytes), entry.id(in: bytes) != .zero,
        previous.map({ $0.isBefore(entry, in: bytes) }) ?? true
      else { return nil }
      if bytes[entry.nameStart] == UInt8(ascii: ".") {
        guard !entry.isFolder, entry.name(in: bytes).elementsEqual(".gitattributes".utf8)
        else { return nil }
        attributes = entry.id(in: bytes)
      }
      previous = entry
      start = entry.end
      count += 1
    }
    self.bytes = Array(bytes)
  }

  /// Returns the entries of this tree that are new or changed compared with the tree `known`, in
  /// order, each with the entry of the same name there. An entry is changed if its id or mode
  /// differs. If `known` is nil, all entries are new.
  ///
  /// - Complexity: Linear in the number of bytes of both trees.
  package func differences(from known: PlainTree?) -> [(entry: TreeEntry, former: TreeEntry?)] {
    bytes.withUnsafeBytes { new in
      (known?.bytes ?? []).withUnsafeBytes { old in
        var found: [(entry: TreeEntry, former: TreeEntry?)] = []
        var (start, oldStart) = (0, 0)
        while let entry = Place(at: start, in: new) {
          let length = entry.end - start
          if Place.haveEqualBytes(length, at: start, in: new, at: oldStart, in: old) {
            (start, oldStart) = (entry.end, oldStart + length)
            continue
          }
          let other = Place(at: oldStart, in: old)
          let order = other.map { Place.compare($0, in: old, entry, in: new) } ?? 1
          if order >= 0 {
            let former = order == 0 ? other.map { $0.entry(in: old) } : nil
            found.append((entry.entry(in: new), former))
            start = entry.end
          }
          if order <= 0, let other { oldStart = other.end }
        }
        return found
      }
    }
  }
}

/// The position of one entry in the bytes of a tree: `<mode> <name>`, NUL and the bytes of the id.
private struct Place {
  let nameStart: Int
  let nameEnd: Int
  let isFolder: Bool

  var end: Int { nameEnd + 21 }

  /// Parses the entry that begins at an index; nil at the end, or if the entry is not plain.
  init?(at start: Int, in bytes: UnsafeRawBufferPointer) {
    guard start < bytes.count else { return nil }
    isFolder = bytes[start] == UInt8(ascii: "4")
    if isFolder {
      guard Self.hasText("40000 ", at: start, in: bytes) else { return nil }
    } else {
      guard
        Self.hasText("100644 ", at: start, in: bytes)
          || Self.hasText("100755 ", at: start, in: bytes)
      else { return nil }
    }
    nameStart = start + (isFolder ? 6 : 7)
    var index = nameStart
    while index < bytes.count, Self.isAllowed(bytes[index]) { index += 1 }
    nameEnd = index
    guard (1...Self.longestName).contains(nameEnd - nameStart), nameEnd + 21 <= bytes.count,
      bytes[nameEnd] == 0
    else { return nil }
  }

  /// The longest name, in bytes, that git's checks accept without a warning.
  private static let longestName = 255

  private static func hasText(
    _ text: StaticString, at start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return haveEqualBytes(expected.count, at: start, in: bytes, at: 0, in: expected)
  }

  /// Whether `count` bytes are the same in both buffers.
  static func haveEqualBytes(
    _ count: Int, at start: Int, in bytes: UnsafeRawBufferPointer,
    at otherStart: Int, in other: UnsafeRawBufferPointer
  ) -> Bool {
    guard let first = bytes.baseAddress, let second = other.baseAddress,
      start + count <= bytes.count, otherStart + count <= other.count
    else { return false }
    return memcmp(first + start, second + otherStart, count) == 0
  }

  /// Whether a byte is allowed in a name.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  func name(in bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    bytes[nameStart..<nameEnd]
  }

  func id(in bytes: UnsafeRawBufferPointer) -> ObjectID {
    ObjectID(digest: UnsafeRawBufferPointer(rebasing: bytes[nameEnd + 1..<end]))
  }

  func entry(in bytes: UnsafeRawBufferPointer) -> TreeEntry {
    let mode: FileMode =
      isFolder ? .tree : bytes[nameStart - 2] == UInt8(ascii: "5") ? .executable : .blob
    return TreeEntry(name: Array(name(in: bytes)), mode: mode, id: id(in: bytes))
  }

  /// Compares two names by their bytes. The result is negative, zero or positive.
  static func compare(
    _ left: Place, in leftBytes: UnsafeRawBufferPointer,
    _ right: Place, in rightBytes: UnsafeRawBufferPointer
  ) -> Int {
    let (leftCount, rightCount) = (left.nameEnd - left.nameStart, right.nameEnd - right.nameStart)
    for index in 0..<min(leftCount, rightCount) {
      let difference =
        Int(leftBytes[left.nameStart + index]) - Int(rightBytes[right.nameStart + index])
      if difference != 0 { return difference }
    }
    return leftCount - rightCount
  }

  /// Returns whether this entry comes before another one both in the order of the names' bytes and
  /// in git's order. git sorts a folder as if its name ended in a slash.
  func isBefore(_ next: Place, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard Self.compare(self, in: bytes, next, in: bytes) < 0 else { return false }
    return !(isFolder && next.name(in: bytes).starts(with: name(in: bytes)))
  }
}

extension Repository {
  /// Returns a tree whose bytes match its id; nil if it is not plain or can't be read.
  ///
  /// In those cases, call `treeEntries(_:)`: it reads other trees, or throws the reason.
  ///
  /// The C function is `git_odb_read`.
  package func plainTree(_ id: ObjectID) -> PlainTree? {
    stored(id, as: GIT_OBJECT_TREE) { PlainTree($0) }
  }
}
