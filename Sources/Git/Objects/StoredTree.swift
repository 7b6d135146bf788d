import CGit2
import Libc

/// A tree in git's stored form: for each entry the mode in octal digits, a space, the name, NUL and
/// the bytes of the id.
///
/// libgit2 would create an object for each entry, which takes longer than comparing two trees.
final class StoredTree {
  private let object: StoredBytes
  /// The entries, in git's order.
  private let places: [Place]

  private var bytes: UnsafeRawBufferPointer { object.bytes }

  var count: Int { places.count }
  /// The number of bytes that this value keeps in memory.
  var size: Int { bytes.count + places.count * MemoryLayout<Place>.stride }

  /// The positions at which the parts of an entry begin.
  fileprivate struct Place {
    let start: UInt32
    let name: UInt32
    let end: UInt32
    let mode: FileMode

    var isFolder: Bool { mode == .tree }
    /// The position of the NUL after the name.
    var nameEnd: UInt32 { end - UInt32(ObjectID.byteCount) - 1 }
  }

  /// Reads a tree.
  ///
  /// - Parameter sorts: Whether to sort entries that are not in git's order.
  /// - Throws: The errors of `StoredBytes`. `GitError` with code `.notFound` if the object is not a
  ///   tree, `.invalid` if it can't be parsed or its entries are not in git's order.
  init(
    _ id: ObjectID, in repository: Repository, checksDigest: Bool, sorts: Bool = false
  ) throws(GitError) {
    let object = try StoredBytes(id, in: repository, checksDigest: checksDigest, "read tree \(id)")
    guard object.type == GIT_OBJECT_TREE else {
      throw GitError(.notFound, "the object is not a tree", operation: "read tree \(id)")
    }
    places = try Self.places(in: object.bytes, of: id, sorts: sorts)
    self.object = object
  }

  /// Makes a tree of its bytes.
  ///
  /// - Throws: `GitError` with code `.invalid` if the bytes are not those of a tree in git's order.
  init(_ bytes: [UInt8], of id: ObjectID) throws(GitError) {
    let object = StoredBytes(copying: bytes, type: GIT_OBJECT_TREE)
    places = try Self.places(in: object.bytes, of: id)
    self.object = object
  }

  private static func places(
    in bytes: UnsafeRawBufferPointer, of id: ObjectID, sorts: Bool = false
  ) throws(GitError) -> [Place] {
    var places: [Place] = []
    // An entry with a name of six bytes takes 34 bytes.
    places.reserveCapacity(bytes.count / 34 + 1)
    var start = 0
    while start < bytes.count {
      guard let place = Place(at: start, in: bytes) else {
        throw GitError(.invalid, "an entry can't be read", operation: "read tree \(id)")
      }
      places.append(place)
      start = Int(place.end)
    }
    let order = { (one: Place, other: Place) in one.order(in: bytes, other, in: bytes) }
    if sorts { places.sort { order($0, $1) < 0 } }
    for (one, next) in zip(places, places.dropFirst()) where order(one, next) >= 0 {
      throw GitError(.invalid, "entries are not in order", operation: "read tree \(id)")
    }
    return places
  }

  func entry(_ index: Int) -> TreeEntry {
    let place = places[index]
    let id = UnsafeRawBufferPointer(rebasing: bytes[Int(place.nameEnd) + 1..<Int(place.end)])
    return TreeEntry(
      name: Array(bytes[Int(place.name)..<Int(place.nameEnd)]), mode: place.mode,
      id: ObjectID(digest: id))
  }

  /// Returns the entry of a name; nil if there is none.
  ///
  /// - Complexity: O(log n).
  func entry(named name: [UInt8]) -> TreeEntry? { index(of: name).map(entry) }

  private func index(of name: [UInt8]) -> Int? {
    // Where a name comes in the order depends on whether it is a folder's.
    for mode in [FileMode.blob, .tree] {
      let index = end(before: name, mode)
      if index < count, order(index, name, mode) == 0 { return index }
    }
    return nil
  }

  /// Returns the number of entries that come before an entry of a name.
  private func end(before name: [UInt8], _ mode: FileMode) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if order(middle, name, mode) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Compares an entry with another one in git's order: negative, zero or positive.
  private func order(_ index: Int, _ name: [UInt8], _ mode: FileMode) -> Int {
    name.withUnsafeBytes { name in
      let end = UInt32(name.count + 1 + ObjectID.byteCount)
      let other = Place(start: 0, name: 0, end: end, mode: mode)
      return places[index].order(in: bytes, other, in: name)
    }
  }

  /// Returns the bytes of the tree with other entries in place of those of the same names.
  ///
  /// - Parameter changes: The new entries by their names; nil to remove an entry.
  /// - Complexity: Linear in the number of bytes.
  func bytes(changing changes: [[UInt8]: TreeEntry?]) -> [UInt8] {
    let removed = Set(changes.keys.compactMap(index))
    // The new entries in git's order, each with the number of old ones before it.
    let added = changes.values.compactMap(\.self)
      .sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
      .map { (place: end(before: $0.name, $0.mode), bytes: $0.stored) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64 * added.count)
    var next = added[...]
    for index in 0...count {
      while let first = next.first, first.place == index {
        result += first.bytes
        next.removeFirst()
      }
      if index < count, !removed.contains(index) {
        result += bytes[Int(places[index].start)..<Int(places[index].end)]
      }
    }
    return result
  }

  /// Visits the names whose entries differ from those of another tree, in git's order.
  ///
  /// - Parameter visit: Gets the index of the entry in this tree and in the other one; nil if the
  ///   name is missing there.
  func compare(
    with older: StoredTree, _ visit: (Int?, Int?) throws(GitError) -> Void
  ) throws(GitError) {
    var (index, oldIndex) = (0, 0)
    while index < count || oldIndex < older.count {
      var order = 0
      if oldIndex == older.count {
        order = 1
      } else if index == count {
        order = -1
      } else if isEntry(index, sameAs: oldIndex, of: older) {
        (index, oldIndex) = (index + 1, oldIndex + 1)
        continue
      } else {
        order = older.places[oldIndex].order(in: older.bytes, places[index], in: bytes)
      }
      try visit(order >= 0 ? index : nil, order <= 0 ? oldIndex : nil)
      if order <= 0 { oldIndex += 1 }
      if order >= 0 { index += 1 }
    }
  }

  /// Whether an entry has the same bytes as an entry of another tree.
  private func isEntry(_ index: Int, sameAs other: Int, of tree: StoredTree) -> Bool {
    let (place, match) = (places[index], tree.places[other])
    guard place.end - place.start == match.end - match.start,
      let left = bytes.baseAddress, let right = tree.bytes.baseAddress
    else { return false }
    return memcmp(
      left + Int(place.start), right + Int(match.start), Int(place.end - place.start)) == 0
  }
}

extension StoredTree.Place {
  /// Parses the entry that begins at an index; nil if it is malformed.
  init?(at start: Int, in bytes: UnsafeRawBufferPointer) {
    var mode: UInt32 = 0
    var index = start
    while index < bytes.count, case let digit = bytes[index], digit != UInt8(ascii: " ") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      mode = mode << 3 | UInt32(digit - UInt8(ascii: "0"))
      // libgit2 reads modes up to this size. It accepts leading zeros, although they are invalid.
      guard mode <= UInt32(UInt16.max) else { return nil }
      index += 1
    }
    let name = index + 1
    guard index > start, name < bytes.count, let first = bytes.baseAddress,
      let nul = memchr(first + name, 0, bytes.count - name)
    else { return nil }
    let nameEnd = UnsafeRawPointer(nul) - first
    let end = nameEnd + 1 + ObjectID.byteCount
    guard nameEnd > name, end <= bytes.count, end <= UInt32.max else { return nil }
    self.init(
      start: UInt32(start), name: UInt32(name), end: UInt32(end), mode: FileMode(stored: mode))
  }

  /// Compares two entries in git's order, as if a folder's name ended in a slash: negative, zero or
  /// positive.
  fileprivate func order(
    in bytes: UnsafeRawBufferPointer, _ other: Self, in others: UnsafeRawBufferPointer
  ) -> Int {
    let (count, otherCount) = (Int(nameEnd - name), Int(other.nameEnd - other.name))
    let shared = min(count, otherCount)
    guard let left = bytes.baseAddress, let right = others.baseAddress else { return 0 }
    let difference = memcmp(left + Int(name), right + Int(other.name), shared)
    if difference != 0 { return Int(difference) }
    return byte(shared, in: bytes) - other.byte(shared, in: others)
  }

  /// Returns the byte of the name at `index`. At the end of the name this is a slash for a folder,
  /// and zero for any other entry.
  private func byte(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let place = Int(name) + index
    return place < Int(nameEnd) ? Int(bytes[place]) : isFolder ? Int(UInt8(ascii: "/")) : 0
  }
}

extension TreeEntry {
  /// The entry in git's stored form.
  fileprivate var stored: [UInt8] {
    Array("\(String(mode.rawValue, radix: 8)) ".utf8) + name + [0] + id.bytes
  }

  /// The bytes by which git sorts entries: the name of a folder ends in a slash.
  fileprivate var sortKey: [UInt8] { mode == .tree ? name + [UInt8(ascii: "/")] : name }
}

extension FileMode {
  /// Normalizes the mode of a stored entry as libgit2 does. So all functions report the same mode,
  /// even for modes that git does not write.
  fileprivate init(stored mode: UInt32) {
    switch mode & 0o170000 {
    case FileMode.tree.rawValue: self = .tree
    case _ where mode & 0o100 != 0: self = .executable
    case FileMode.commit.rawValue: self = .commit
    case FileMode.link.rawValue: self = .link
    default: self = .blob
    }
  }
}

/// A cache of trees that were read recently. A pass through the history compares the tree of each
/// commit twice: with the tree of its parent and with the tree of its child.
struct TreeCache {
  /// Whether the digests of the trees are compared with their ids when they are read.
  let checksDigests: Bool
  private var trees: [ObjectID: StoredTree] = [:]
  private var size = 0

  /// The most bytes to keep: enough for a few trees of the largest boards.
  private static let largestSize = 4 << 20

  init(checksDigests: Bool) { self.checksDigests = checksDigests }

  subscript(_ id: ObjectID) -> StoredTree? { trees[id] }

  mutating func tree(_ id: ObjectID, in repository: Repository) throws(GitError) -> StoredTree {
    if let tree = trees[id] { return tree }
    let tree = try StoredTree(id, in: repository, checksDigest: checksDigests)
    keep(tree, as: id)
    return tree
  }

  /// Keeps a tree that was just written, or read. If they are too many, all others are dropped.
  mutating func keep(_ tree: StoredTree, as id: ObjectID) {
    if tree.size > Self.largestSize || trees[id] != nil { return }
    if size + tree.size > Self.largestSize { (trees, size) = ([:], 0) }
    trees[id] = tree
    size += tree.size
  }
}

/// The bytes of one object, freed when this value goes out of scope.
struct StoredBytes: ~Copyable {
  let type: git_object_t
  let bytes: UnsafeRawBufferPointer
  private let owner: Owner

  private enum Owner {
    case object(OpaquePointer)
    case backend(UnsafeMutablePointer<git_odb_backend>, UnsafeMutableRawPointer)
    case copy(UnsafeMutableRawBufferPointer)
  }

  /// Copies bytes.
  init(copying content: [UInt8], type: git_object_t) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 8)
    copy.copyBytes(from: content)
    (owner, self.type, bytes) = (.copy(copy), type, UnsafeRawBufferPointer(copy))
  }

  /// Reads an object.
  ///
  /// - Parameter checksDigest: Whether to compare the digest of the bytes with `id`. If not,
  ///   libgit2 does not cache the object.
  /// - Throws: `GitError` with code `.notFound` if the object does not exist, `.mismatch` if its
  ///   digest differs.
  ///
  /// The C functions are `git_odb_read`, and `read` of each `git_odb_backend`. libgit2's option to
  /// skip digests, `GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION`, is not used. It applies to the whole
  /// process, so it would change what other threads read.
  init(
    _ id: ObjectID, in repository: Repository, checksDigest: Bool, _ operation: String
  ) throws(GitError) {
    if !checksDigest, let found = Self(unchecked: id, in: repository) {
      self = found
      return
    }
    // `git_odb_read` also searches new packs, and gives the reason if an object can't be read.
    let objects = repository.database.raw
    var (raw, opened) = (id.raw, OpaquePointer?.none)
    try check(git_odb_read(&opened, objects, &raw), operation)
    guard let opened else {
      throw GitError(.generic, "libgit2 returned no object", operation: operation)
    }
    owner = .object(opened)
    type = git_odb_object_type(opened)
    bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(opened), count: git_odb_object_size(opened))
  }

  /// Tries each backend in turn; nil if none of them can read the object.
  private init?(unchecked id: ObjectID, in repository: Repository) {
    let objects = repository.database.raw
    var raw = id.raw
    for position in 0..<git_odb_num_backends(objects) {
      var backend: UnsafeMutablePointer<git_odb_backend>?
      guard git_odb_get_backend(&backend, objects, position) == 0, let backend,
        let read = backend.pointee.read
      else { continue }
      var (data, size) = (UnsafeMutableRawPointer?.none, 0)
      var found = GIT_OBJECT_INVALID
      if read(&data, &size, &found, backend, &raw) == 0, let data {
        owner = .backend(backend, data)
        type = found
        bytes = UnsafeRawBufferPointer(start: data, count: size)
        return
      }
    }
    return nil
  }

  deinit {
    switch owner {
    case .object(let object): git_odb_object_free(object)
    case .backend(let backend, let data): git_odb_backend_data_free(backend, data)
    case .copy(let bytes): bytes.deallocate()
    }
  }
}
