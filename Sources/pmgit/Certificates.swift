#if os(Linux)
  /// Keeps libgit2 from reading the certificates of the machine whenever it starts, which takes
  /// longer than most commands: pmgit talks to remotes by the `git` program alone.
  ///
  /// Debian's libgit2 has its TLS from mbed TLS, and calls this function of it in
  /// `git_libgit2_init`, before any option could be set. A function of the program comes before that
  /// of a shared library, so this one is called in its stead. A libgit2 that has its TLS from
  /// elsewhere never calls it. Were libgit2 asked to speak TLS, it would trust nobody. A libgit2 that is
  /// built into the program calls it, too, and has no TLS at all.
  ///
  /// - Returns: 0, for success; no certificate is in the chain then.
  @_cdecl("mbedtls_x509_crt_parse_file")
  public func parseNoCertificates(_ chain: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
    0
  }
#endif
