import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite struct RepositoryTests {
  @Test("A repository is found from its top, a folder in it, and its git directory")
  func discovery() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try scratch.write("", to: "repository/a/b/file")
    for folder in ["", "/a/b", "/.git"] {
      let repository = try Repository.discover(from: scratch.path + folder, environment: [:])
      #expect(repository.gitDirectory == scratch.path + "/.git/")
      #expect(repository.commonDirectory == scratch.path + "/.git/")
      #expect(repository.workTree == scratch.path + "/")
      #expect(try repository.shallowCommits.isEmpty)
    }
  }

  @Test("A linked worktree has its own git directory and shares the common one")
  func linkedWorktree() async throws {
    let scratch = try await ScratchRepository()
    try scratch.open().move("refs/heads/main", to: scratch.open().emptyCommit())
    try await scratch.git("worktree", "add", "--quiet", "../linked")
    let linked = try Repository.discover(from: scratch.folder + "/linked", environment: [:])
    #expect(linked.gitDirectory == scratch.path + "/.git/worktrees/linked/")
    #expect(linked.commonDirectory == scratch.path + "/.git/")
    #expect(linked.workTree == scratch.folder + "/linked/")
  }

  @Test("A bare repository has no work tree")
  func bare() async throws {
    let scratch = try await ScratchRepository(bare: true)
    _ = try scratch.open()
    let repository = try Repository.discover(from: scratch.path, environment: [:])
    #expect(repository.workTree == nil)
  }

  @Test(
    "GIT_DIR decides, relative to the folder, as git sets it for a hook",
    arguments: [".git", "absolute"])
  func hookEnvironment(gitDirectory: String) async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try scratch.write("", to: "elsewhere/file")
    let environment = [
      "GIT_DIR": gitDirectory == "absolute" ? scratch.path + "/.git" : gitDirectory,
      "GIT_WORK_TREE": scratch.folder + "/elsewhere", "GIT_INDEX_FILE": "/nowhere",
      "GIT_PREFIX": "",
    ]
    let repository = try Repository.discover(from: scratch.path, environment: environment)
    #expect(repository.gitDirectory == scratch.path + "/.git/")
    #expect(repository.workTree == scratch.folder + "/elsewhere/")
  }

  @Test("A GIT_DIR that is no repository is not searched above")
  func wrongGitDirectory() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try scratch.write("", to: "repository/a/file")
    let error = #expect(throws: GitError.self) {
      try Repository.discover(from: scratch.path, environment: ["GIT_DIR": "a"])
    }
    #expect(error?.code == .notFound)
    #expect(error?.operation == "open repository '\(scratch.path)/a'")
  }

  @Test("The search stops at a ceiling, and finds nothing outside a repository")
  func notFound() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try scratch.write("", to: "repository/a/b/file")
    let errors = [
      #expect(throws: GitError.self) {
        try Repository.discover(
          from: scratch.path + "/a/b", environment: ["GIT_CEILING_DIRECTORIES": scratch.path + "/a"]
        )
      },
      #expect(throws: GitError.self) {
        try Repository.discover(from: scratch.folder + "/home", environment: [:])
      },
      #expect(throws: GitError.self) { try Repository(openingAt: scratch.path + "/a") },
    ]
    #expect(errors.map { $0?.code } == [.notFound, .notFound, .notFound])
  }

  @Test("Extensions that change nothing for us are allowed")
  func harmlessExtensions() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try await scratch.git("sparse-checkout", "set", "a")
    #expect(try await scratch.git("config", "extensions.worktreeConfig") == "true")
    #expect(try scratch.open().workTree == scratch.path + "/")
  }

  @Test("A repository of a kind that libgit2 cannot read is refused, by name")
  func foreignFormats() async throws {
    let sha256 = try await ScratchRepository(options: ["--object-format=sha256"])
    #expect(
      #expect(throws: GitError.self) { try sha256.open() }?.cause
        == .unsupportedExtension("objectformat"))

    let partial = try await ScratchRepository()
    try await partial.git("config", "core.repositoryFormatVersion", "1")
    try await partial.git("config", "extensions.partialClone", "origin")
    #expect(
      #expect(throws: GitError.self) { try partial.open() }?.cause
        == .unsupportedExtension("partialclone"))

    let reftable = try await ScratchRepository()
    try await reftable.git("config", "core.repositoryFormatVersion", "1")
    try await reftable.git("config", "extensions.refStorage", "reftable")
    #expect(
      #expect(throws: GitError.self) { try reftable.open() }?.cause
        == .unsupportedExtension("refstorage"))
  }

  @Test("Extensions that newer versions of git write down, with the usual values, are accepted")
  func usualFormats() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "core.repositoryFormatVersion", "1")
    for (key, value) in [
      ("objectFormat", "sha1"), ("refStorage", "files"), ("relativeWorktrees", "true"),
      ("preciousObjects", "true"),
    ] {
      try scratch.write(
        scratch.read("repository/.git/config") + "[extensions]\n\t\(key) = \(value)\n",
        to: "repository/.git/config")
      #expect(throws: Never.self, "\(key)") { try scratch.open() }
    }
  }

  @Test("A shallow clone knows where its history is cut off, in every work tree")
  func shallow() async throws {
    let origin = try await ScratchRepository()
    let first = try origin.open().emptyCommit()
    let second = try origin.open().emptyCommit(parents: [first], seconds: 1)
    try origin.open().move("refs/heads/main", to: second)
    let clone = try await ScratchRepository(cloning: origin, options: ["--depth=1"])
    let repository = try clone.open()
    #expect(try repository.shallowCommits == [second])
    try await clone.git("worktree", "add", "--quiet", "../linked")
    #expect(try Repository(openingAt: clone.folder + "/linked").shallowCommits == [second])
  }
}
