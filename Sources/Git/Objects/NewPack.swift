import CGit2
import CPlatform
import CZlib
import Libc
import Parallel

/// An object that is not stored yet.
struct NewObject: Sendable {
  let id: ObjectID
  let type: git_object_t
  let content: [UInt8]
}

/// A pack that is written object by object, so that only a small part of it is in memory.
///
/// The objects are compressed and not stored as differences from each other: finding those takes
/// longer than all other work, and 'git gc' does it later. libgit2's writers are not used. A
/// `git_packbuilder` needs all objects in memory, and a `git_indexer` needs their number first and
/// unpacks each of them again.
///
/// git documents the formats in `gitformat-pack(5)`.
final class NewPack {
  /// The folder `objects/pack`.
  private let folder: String
  private let file: TemporaryFile
  private var entries: [ObjectID: Entry] = [:]
  /// The objects that are not compressed yet, and the number of their bytes.
  private var waiting: (objects: [NewObject], size: Int) = ([], 0)
  /// The last bytes of the pack, which are not in the file yet.
  private var part: [UInt8] = []
  /// The number of bytes in the file.
  private var written = 0

  /// The largest part of the pack that is only in memory.
  private static let partSize = 1 << 18
  /// The bytes of objects that are compressed together, on all processors.
  private static let waveSize = 1 << 20
  /// The fewest objects that are compressed on several processors.
  private static let fewestForProcessors = 32
  private static let signature = Array("PACK".utf8)

  fileprivate struct Entry {
    let offset: Int
    let size: Int
    let type: git_object_t
    /// The CRC-32 of the entry's bytes in the pack.
    let checksum: UInt32
  }

  /// Begins a pack. Until `finish`, it has a name that git ignores and in the end removes.
  ///
  /// - Parameter objects: The folder `objects`, ending in `/`.
  init(in objects: String) throws(GitError) {
    folder = objects + "pack"
    file = try TemporaryFile(in: folder, named: "tmp_pack")
    part.reserveCapacity(Self.partSize + 1 << 14)
    // The number of objects, the last four bytes, is written at the end.
    part += Self.signature + [0, 0, 0, 2, 0, 0, 0, 0]
  }

  func contains(_ id: ObjectID) -> Bool { entries[id] != nil }

  func header(of id: ObjectID) -> (type: git_object_t, size: Int)? {
    entries[id].map { ($0.type, $0.size) }
  }

  /// Adds an object that the pack does not have yet.
  func add(_ object: NewObject) throws(GitError) {
    // The offset is known once the object is compressed.
    let size = object.content.count
    entries[object.id] = Entry(offset: .max, size: size, type: object.type, checksum: 0)
    waiting.objects.append(object)
    waiting.size += size
    if waiting.size >= Self.waveSize { try compress() }
  }

  /// Compresses the objects that wait, and adds them in their order.
  private func compress() throws(GitError) {
    let objects = waiting.objects
    waiting = ([], 0)
    let parts = try Processors.map(objects.count, fewest: Self.fewestForProcessors) {
      range throws(GitError) in try Self.compressed(objects[range])
    }
    var (object, start) = (0, 0)
    for part in parts {
      start = 0
      for end in part.ends {
        let (id, offset) = (objects[object].id, written + self.part.count)
        self.part += part.bytes[start..<end]
        let checksum = part.bytes.withUnsafeBytes { Self.checksum($0[start..<end]) }
        entries[id] = Entry(
          offset: offset, size: objects[object].content.count, type: objects[object].type,
          checksum: checksum)
        (object, start) = (object + 1, end)
      }
      if self.part.count >= Self.partSize { try flush() }
    }
  }

  /// Returns the entries of some objects, one after another, and the end of each entry.
  private static func compressed(
    _ objects: ArraySlice<NewObject>
  ) throws(GitError) -> (bytes: [UInt8], ends: [Int]) {
    let compressor = try Compressor()
    // A tree is mostly digests, which hardly compress: it would become a sixth smaller, and that
    // takes ten times as long as computing the tree's own digest.
    let storer = try Compressor(level: Z_NO_COMPRESSION)
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    for object in objects {
      addHeader(object.type, size: object.content.count, to: &bytes)
      let suited = object.type == GIT_OBJECT_TREE ? storer : compressor
      try suited.compress(object.content, into: &bytes)
      ends.append(bytes.count)
    }
    return (bytes, ends)
  }

  /// Reads an object of the pack into a buffer that has its size.
  func read(_ id: ObjectID, into content: UnsafeMutableRawBufferPointer) throws(GitError) {
    if entries[id]?.offset == .max { try compress() }
    guard let entry = entries[id] else { return }
    if entry.offset + Self.longestHeader >= written { try flush() }
    var header = 1
    var rest = entry.size >> 4
    while rest > 0 { (header, rest) = (header + 1, rest >> 7) }
    let bytes = try file.read(
      at: entry.offset + header, atMost: Int(compressBound(uLong(entry.size))))
    var size = uLong(content.count)
    // zlib needs a buffer even for an empty object.
    var nothing: UInt8 = 0
    let status = withUnsafeMutablePointer(to: &nothing) { nothing in
      uncompress(
        content.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing, &size, bytes,
        uLong(bytes.count))
    }
    guard status == Z_OK, Int(size) == content.count else {
      throw GitError(.generic, "zlib error \(status)", operation: "read the new object \(id)")
    }
  }

  /// Writes the rest of the pack and its index, and gives both their names.
  ///
  /// The pack is on the disk before it has its name, and it has its name before the index has: git
  /// and libgit2 find packs by their indexes. The names are on the disk when this returns.
  func finish() throws(GitError) {
    try compress()
    try flush()
    try file.write(Self.bytes(of: UInt32(entries.count)), at: 8)
    let digest = try file.digest()
    try file.append(digest)
    let index = try TemporaryFile(in: folder, named: "tmp_idx")
    try index.append(indexBytes(digest))
    try file.flush()
    try index.flush()
    let name = "\(folder)/pack-\(digest.map(Self.hexadecimal).joined())"
    try file.rename(to: name + ".pack")
    try index.rename(to: name + ".idx")
    try LooseObject.flush(folder: folder)
  }

  private func flush() throws(GitError) {
    try file.append(part)
    written += part.count
    part.removeAll(keepingCapacity: true)
  }

  // MARK: - The formats

  private static let longestHeader = 10

  /// Writes the type of an object and its size, four and then seven bits a byte, lowest first.
  private static func addHeader(_ type: git_object_t, size: Int, to part: inout [UInt8]) {
    var byte = UInt8(truncatingIfNeeded: type.rawValue << 4) | UInt8(size & 15)
    var rest = size >> 4
    while rest > 0 {
      part.append(byte | 0x80)
      (byte, rest) = (UInt8(rest & 0x7F), rest >> 7)
    }
    part.append(byte)
  }

  /// Returns the bytes of the pack's index, version 2.
  private func indexBytes(_ digest: [UInt8]) -> [UInt8] {
    let sorted = entries.sorted { $0.key < $1.key }
    var bytes: [UInt8] = [0xFF] + Array("tOc".utf8) + [0, 0, 0, 2]
    bytes.reserveCapacity(bytes.count + 1024 + sorted.count * 28 + 40)
    var counts = [UInt32](repeating: 0, count: 256)
    for (id, _) in sorted { counts[Int(id.bytes[0])] += 1 }
    var sum: UInt32 = 0
    for count in counts {
      sum += count
      bytes += Self.bytes(of: sum)
    }
    for (id, _) in sorted { bytes += id.bytes }
    for (_, entry) in sorted { bytes += Self.bytes(of: entry.checksum) }
    // Offsets of 31 bits; larger ones are in a table of their own.
    var large: [UInt64] = []
    for (_, entry) in sorted {
      if entry.offset < 1 << 31 {
        bytes += Self.bytes(of: UInt32(entry.offset))
      } else {
        bytes += Self.bytes(of: 1 << 31 | UInt32(large.count))
        large.append(UInt64(entry.offset))
      }
    }
    for offset in large { bytes += Self.bytes(of: offset) }
    bytes += digest
    var own = SHA1Digest()
    bytes.withUnsafeBytes { own.add($0) }
    return bytes + own.end()
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return UInt32(
      truncatingIfNeeded: crc32(
        0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), uInt(bytes.count)))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
