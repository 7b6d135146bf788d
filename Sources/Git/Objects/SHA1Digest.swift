import CPlatform

/// The SHA-1 digest of bytes that come in parts.
struct SHA1Digest {
  private var sum = pmgit_sha1()

  init() { pmgit_sha1_begin(&sum) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    pmgit_sha1_add(&sum, bytes.baseAddress, bytes.count)
  }

  mutating func end() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: ObjectID.byteCount)
    pmgit_sha1_end(&sum, &digest)
    return digest
  }
}
