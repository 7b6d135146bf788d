import CGit2

/// The new objects of a batch, which libgit2 reads and writes like stored ones.
///
/// Up to `packLimit` objects are in memory. With more, all of them are in a new pack, so that a
/// batch of any size needs little memory.
final class BatchObjects {
  /// The folder `objects`, ending in `/`.
  private let folder: String
  /// Whether the batch is to be stored; if not, no file is written.
  private let isStored: Bool
  /// The objects in memory, in the order in which they were written.
  private var written: [NewObject] = []
  /// The positions of the objects in `written`.
  private var places: [ObjectID: Int] = [:]
  private var pack: NewPack?
  /// The error with which the last read or write of libgit2 failed.
  var failure: GitError?

  /// The smallest number of objects that are stored as a pack. It is the default of git's
  /// `transfer.unpackLimit`: many small packs slow git down.
  private static let packLimit = 100

  init(in folder: String, isStored: Bool) { (self.folder, self.isStored) = (folder, isStored) }

  /// Whether the objects are in a new pack, which an open database of libgit2 does not know.
  var isPacked: Bool { pack != nil }

  /// The objects that `store` stores as files of their own; empty if they are in a pack.
  var loose: [NewObject] { written }

  /// Stores the objects in the repository.
  func store() throws(GitError) {
    if let pack { return try pack.finish() }
    let objects = try written.map { object throws(GitError) in
      try LooseObject(
        object.id, type: String(cString: git_object_type2string(object.type)),
        content: object.content)
    }
    if !objects.isEmpty { try LooseObject.store(objects, in: String(folder.dropLast())) }
  }

  /// Adds an object that the repository does not have. Adding it twice changes nothing.
  func add(_ object: NewObject) throws(GitError) {
    if contains(object.id) { return }
    if let pack { return try pack.add(object) }
    places[object.id] = written.count
    written.append(object)
    if isStored, written.count >= Self.packLimit { try beginPack() }
  }

  /// Moves the objects from memory to a new pack.
  private func beginPack() throws(GitError) {
    let pack = try NewPack(in: folder)
    for object in written { try pack.add(object) }
    (written, places) = ([], [:])
    self.pack = pack
  }

  // MARK: - Reading

  func contains(_ id: ObjectID) -> Bool { places[id] != nil || pack?.contains(id) ?? false }

  func header(of id: ObjectID) -> (type: git_object_t, size: Int)? {
    if let place = places[id] { return (written[place].type, written[place].content.count) }
    return pack?.header(of: id)
  }

  func read(_ id: ObjectID, into content: UnsafeMutableRawBufferPointer) throws(GitError) {
    if let place = places[id] {
      content.copyBytes(from: written[place].content)
    } else {
      try pack?.read(id, into: content)
    }
  }
}
