#if os(Linux)
  /// Keeps libgit2 from reading the machine's certificates at each start. That takes longer than
  /// most commands, and pmgit reaches remotes only by the `git` program.
  ///
  /// Debian's libgit2 uses mbed TLS and calls this function in `git_libgit2_init`, before any
  /// option can be set. A function of the program takes precedence over that of a shared library,
  /// so this one is called instead of mbed TLS's own. If libgit2 connected to a server by TLS, it
  /// would then trust no certificate. A libgit2 with another TLS library, or with none, never needs
  /// the function.
  ///
  /// - Returns: 0, for success; the chain has no certificate.
  @_cdecl("mbedtls_x509_crt_parse_file")
  public func parseNoCertificates(_ chain: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
    0
  }
#endif
