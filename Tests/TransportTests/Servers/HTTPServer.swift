import PmgitTestSupport

/// git's smart HTTP behind lighttpd, with a password.
enum HTTPServer {
  static let user = "dev"
  static let password = "correct horse"

  static func start(_ hub: ScratchRepository, acceptsPushes: Bool) async throws -> ServerProcess {
    let backend = try await hub.git("--exec-path") + "/git-http-backend"
    // Without this setting, git-http-backend accepts pushes from every authenticated user.
    try await hub.git("config", "http.receivepack", acceptsPushes ? "true" : "false")
    try hub.write("\(user):\(password)\n", to: "passwords")
    try hub.write("", to: "www/index.html")
    return try await ServerProcess { port in
      let configuration = try hub.write(
        """
        server.modules = (
          "mod_alias", "mod_auth", "mod_authn_file", "mod_cgi", "mod_setenv"
        )
        server.document-root = "\(hub.folder)/www"
        server.errorlog = "\(hub.folder)/lighttpd.log"
        server.upload-dirs = ( "\(hub.folder)" )
        server.bind = "127.0.0.1"
        server.port = \(port)
        alias.url = ( "/git" => "\(backend)" )
        cgi.assign = ( "git-http-backend" => "" )
        auth.backend = "plain"
        auth.backend.plain.userfile = "\(hub.folder)/passwords"
        auth.require = ( "/git" => (
          "method" => "basic", "realm" => "git", "require" => "valid-user"
        ) )
        setenv.add-environment = (
          "GIT_PROJECT_ROOT" => "/", "GIT_HTTP_EXPORT_ALL" => "1",
          "GIT_CONFIG_NOSYSTEM" => "1", "GIT_CONFIG_GLOBAL" => "/dev/null",
          "PATH" => "/usr/local/bin:/usr/bin:/bin"
        )

        """, to: "lighttpd.conf")
      return [Transport.find("lighttpd") ?? "lighttpd", "-D", "-f", configuration]
    }
  }

  static func url(_ hub: ScratchRepository, port: UInt16) -> String {
    "http://127.0.0.1:\(port)/git\(hub.path)"
  }

  /// Returns the environment of a client whose credential helper gives this password. If the
  /// password is nil, the client has no helper.
  ///
  /// The helper is configured by environment variables, as `git -c` does it.
  static func client(_ hub: ScratchRepository, password: String?) throws -> [String: String] {
    var values = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "credential.helper"]
    guard let password else {
      values["GIT_CONFIG_VALUE_0"] = ""
      return values
    }
    let helper = try hub.write(
      """
      #!/bin/sh
      [ "$1" = get ] || exit 0
      echo 'username=\(user)'
      echo 'password=\(password)'

      """, to: "helper-\(password == Self.password ? "right" : "wrong")", executable: true)
    values["GIT_CONFIG_VALUE_0"] = helper
    return values
  }
}
