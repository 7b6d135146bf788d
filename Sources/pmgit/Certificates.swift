#if os(Linux)
  /// Keeps libgit2 from reading the machine's certificates at each start. That takes longer than
  /// most commands, and pmgit reaches remotes only by the `git` program.
  ///
  /// Debian's libgit2 uses the TLS of mbed TLS and calls this function in `git_libgit2_init`,
  /// before any option can be set. A function of the program takes precedence over that of a shared
  /// library, so this one is called instead. A libgit2 with another TLS never calls it. If libgit2
  /// were asked to speak TLS, it would trust nobody. A libgit2 that is built into the program also
  /// calls it, and has no TLS at all.
  ///
  /// - Returns: 0, for success; the chain has no certificate.
  @_cdecl("mbedtls_x509_crt_parse_file")
  public func parseNoCertificates(_ chain: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
    0
  }
#endif
