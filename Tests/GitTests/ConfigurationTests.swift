import Git
import PmgitTestSupport
import Testing

@Suite struct ConfigurationTests {
  @Test("Values of each type are read in git's spellings, and missing ones are nil")
  func types() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "pmgit.board", "größe")
    try await scratch.git("config", "pmgit.autoSync", "yes")
    let repository = try scratch.open()
    #expect(try repository.configString("pmgit.board") == "größe")
    #expect(try repository.configBool("PMGIT.autosync") == true)
    #expect(try repository.configString("pmgit.none") == nil)
    #expect(try repository.configBool("pmgit.none") == nil)
    #expect(throws: GitError.self) { try repository.configBool("pmgit.board") }
    #expect(throws: GitError.self) { try repository.configString("nodot") }
  }

  @Test("A value that is set is read by git, and one that is unset is gone")
  func setting() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    try repository.setConfig("pmgit.remote", "a \"b\" # c")
    #expect(try await scratch.git("config", "--local", "pmgit.remote") == "a \"b\" # c")
    #expect(try repository.configString("pmgit.remote") == "a \"b\" # c")

    try await scratch.git("config", "--add", "pmgit.remote", "second")
    try repository.unsetConfig("pmgit.remote")
    try repository.unsetConfig("pmgit.remote")
    #expect(try repository.configString("pmgit.remote") == nil)
  }

  @Test("A value is set in the files of a repository whose values are not read again")
  func settingFound() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    let repository = try Repository.discover(from: scratch.path, environment: [:])
    #expect(try repository.configString("pmgit.a") == nil)
    for value in ["1", "2"] {
      try repository.setConfig("pmgit.a", value)
      #expect(try repository.configString("pmgit.a") == value)
      #expect(try await scratch.git("config", "--local", "pmgit.a") == value)
    }
  }

  @Test("A linked worktree sets the configuration of the clone")
  func linkedWorktree() async throws {
    let scratch = try await ScratchRepository()
    try scratch.open().move("refs/heads/main", to: scratch.open().emptyCommit())
    try await scratch.git("worktree", "add", "--quiet", "../linked")
    try Repository(openingAt: scratch.folder + "/linked").setConfig("pmgit.a", "1")
    #expect(try await scratch.git("config", "pmgit.a") == "1")
  }

  @Test("The files that the environment names are read instead of the user's own")
  func chosenFiles() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    let global = try scratch.write("[pmgit]\n\ta = global\n\tb = global\n", to: "global")
    let system = try scratch.write("[pmgit]\n\tb = system\n\tc = system\n", to: "system")
    try await scratch.git("config", "pmgit.d", "local")
    func values(_ environment: [String: String]) throws -> [String?] {
      let repository = try Repository.discover(from: scratch.path, environment: environment)
      return try ["a", "b", "c", "d"].map { try repository.configString("pmgit.\($0)") }
    }

    var environment = ["GIT_CONFIG_GLOBAL": global, "GIT_CONFIG_SYSTEM": system]
    #expect(try values(environment) == ["global", "global", "system", "local"])
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    #expect(try values(environment) == ["global", "global", nil, "local"])
    #expect(try values(["GIT_CONFIG_GLOBAL": ""]) == [nil, nil, nil, "local"])
    #expect(try values([:]) == [nil, nil, nil, "local"])
  }

  @Test("What a work tree sets for itself comes first, and setting goes to the clone")
  func worktreeFile() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "extensions.worktreeConfig", "true")
    try await scratch.git("config", "pmgit.a", "clone")
    try await scratch.git("config", "--worktree", "pmgit.a", "worktree")
    _ = try scratch.open()
    let repository = try Repository.discover(from: scratch.path, environment: [:])
    #expect(try repository.configString("pmgit.a") == "worktree")
    try repository.setConfig("pmgit.b", "1")
    #expect(try await scratch.git("config", "--local", "pmgit.b") == "1")
  }

  @Test("Remotes are listed by name")
  func remotes() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("remote", "add", "upstream", "/somewhere")
    try await scratch.git("remote", "add", "origin", "short:x.git")
    #expect(try scratch.open().remoteNames() == ["origin", "upstream"])
    // Only remotes with an address count, whatever their names contain.
    try await scratch.git("config", "remote.pushDefault", "origin")
    try await scratch.git("config", "remote.half.fetch", "+refs/heads/*:refs/remotes/half/*")
    try await scratch.git("config", "remote.a.b.url.pushurl", "/b")
    try await scratch.git("config", "remote.\u{301}ü.URL", "/c")
    try await scratch.git("config", "--add", "remote.origin.url", "/d")
    let names = try scratch.open().remoteNames()
    #expect(names == ["a.b.url", "origin", "upstream", "\u{301}ü"].sorted())
  }

  @Test("Values are read once, and again after a change through the same repository")
  func readOnce() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "pmgit.a", "1")
    let repository = try scratch.open()
    #expect(try repository.configString("pmgit.a") == "1")
    try await scratch.git("config", "pmgit.a", "2")
    #expect(try repository.configString("pmgit.a") == "1")
    try repository.setConfig("pmgit.b", "3")
    #expect(try repository.configString("pmgit.a") == "2")
    #expect(try repository.configString("pmgit.b") == "3")
  }
}
