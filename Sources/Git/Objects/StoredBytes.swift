import CGit2

/// The bytes of one object, freed when this value goes out of scope.
struct StoredBytes: ~Copyable {
  let type: git_object_t
  let bytes: UnsafeRawBufferPointer
  private let owner: Owner

  private enum Owner {
    case object(OpaquePointer)
    case backend(UnsafeMutablePointer<git_odb_backend>, UnsafeMutableRawPointer)
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
    let objects = repository.objects
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
    let objects = repository.objects
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
    }
  }
}
