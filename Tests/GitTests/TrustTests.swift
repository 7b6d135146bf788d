import Foundation
import Git
import PmgitTestSupport
import Testing

/// A folder and settings, and whether git and pmgit must use the repository in the folder.
struct TrustPlace: CustomTestStringConvertible, Sendable {
  let name: String
  /// A shell script that runs in the folder above `repository`, which is a repository with a
  /// commit.
  let script: String
  var folder = "repository"
  /// The content of the user's configuration file.
  var settings = ""
  /// Environment variables. `FOLDER` stands for the folder that contains the repository.
  var variables: [String: String] = [:]
  let isUsed: Bool
  var testDescription: String { name }
}

/// Which repository git and pmgit use in a folder, and which they refuse.
@Suite("Repositories are found and trusted as git does it")
struct TrustTests {
  @Test("without other owners", arguments: TrustPlaces.own)
  func own(place: TrustPlace) async throws { try await compare(place) }

  @Test(
    "that belong to somebody else", .enabled(if: getuid() == 0, "only root may give files away"),
    arguments: TrustPlaces.foreign)
  func foreign(place: TrustPlace) async throws { try await compare(place) }

  @Test("The inside of a work tree's '.git' is used whatever the setting, as git does from 2.45 on")
  func insideOfGit() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try scratch.write("[safe]\n\tbareRepository = explicit\n", to: "home/.gitconfig")
    let repository = try Repository.discover(
      from: scratch.path + "/.git/refs", environment: scratch.program.environment)
    #expect(repository.workTree == scratch.path + "/")
  }

  @Test("A pipe in the place of '.git' is refused, and not opened")
  func pipe() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try #require(mkdir(scratch.path + "/a", 0o777) == 0)
    try #require(mkfifo(scratch.path + "/a/.git", 0o666) == 0)
    #expect(throws: GitError.self) {
      try Repository.discover(
        from: scratch.path + "/a", environment: scratch.program.environment)
    }
  }

  private func compare(_ place: TrustPlace) async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.open()
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "code")
    let made = try await Binary(repository: scratch).shell("set -e; cd ..\n" + place.script)
    #expect(made.exitCode == 0, "\(made.messages)")
    let filled = { (text: String) in
      text.replacingOccurrences(of: "FOLDER", with: scratch.folder)
    }
    try scratch.write(filled(place.settings), to: "home/.gitconfig")
    let variables = place.variables.mapValues(filled)
    let environment = scratch.program.environment.merging(variables) { $1 }
    let folder = scratch.folder + "/" + place.folder

    let byGit = try? await scratch.program.run(
      ["rev-parse", "--absolute-git-dir"], in: folder, adding: variables)
    let found: String?
    do {
      found = try Repository.discover(from: folder, environment: environment).gitDirectory
    } catch {
      found = nil
    }
    let resolved = found.map { URL(filePath: $0).resolvingSymlinksInPath().path }
    #expect(resolved == byGit, "git: \(byGit ?? "refused")")
    #expect((found != nil) == place.isUsed)
  }
}

private enum TrustPlaces {
  static let own: [TrustPlace] = bare + searched + configured

  private static let explicit = "[safe]\n\tbareRepository = explicit\n"
  private static let embedded = "git init -q --bare repository/evil\n"

  static let bare: [TrustPlace] = [
    TrustPlace(
      name: "a bare repository in a work tree", script: embedded, folder: "repository/evil",
      isUsed: true),
    TrustPlace(
      name: "the same, with 'explicit'", script: embedded, folder: "repository/evil",
      settings: explicit, isUsed: false),
    TrustPlace(
      name: "a folder in it", script: embedded, folder: "repository/evil/refs", settings: explicit,
      isUsed: false),
    TrustPlace(
      name: "a bare repository of its own, with 'explicit'", script: "git init -q --bare hub.git",
      folder: "hub.git", settings: explicit, isUsed: false),
    TrustPlace(
      name: "named by GIT_DIR", script: embedded, folder: "repository/evil", settings: explicit,
      variables: ["GIT_DIR": "."], isUsed: true),
    TrustPlace(
      name: "named by GIT_DIR from elsewhere", script: embedded, folder: "home",
      settings: explicit, variables: ["GIT_DIR": "FOLDER/repository/evil"], isUsed: true),
    TrustPlace(name: "a work tree, with 'explicit'", script: "", settings: explicit, isUsed: true),
    TrustPlace(
      name: "its folder .git", script: "", folder: "repository/.git/refs",
      isUsed: true),
    TrustPlace(
      name: "'all' after 'explicit'", script: embedded, folder: "repository/evil",
      settings: explicit + "\tbareRepository = all\n", isUsed: true),
    TrustPlace(
      name: "a word that git does not know", script: embedded, folder: "repository/evil",
      settings: "[safe]\n\tbareRepository = some\n", isUsed: false),
    TrustPlace(
      name: "'all' in the repository's own file does not count",
      script: embedded + "git -C repository/evil config safe.bareRepository all",
      folder: "repository/evil", settings: explicit, isUsed: false),
    TrustPlace(
      name: "'explicit' in the repository's own file does not count",
      script: embedded + "git -C repository/evil config safe.bareRepository explicit",
      folder: "repository/evil", isUsed: true),
    TrustPlace(
      name: "'explicit' from GIT_CONFIG_COUNT", script: embedded, folder: "repository/evil",
      variables: [
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "Safe.BareRepository",
        "GIT_CONFIG_VALUE_0": "explicit",
      ], isUsed: false),
    TrustPlace(
      name: "'all' from git -c", script: embedded, folder: "repository/evil", settings: explicit,
      variables: ["GIT_CONFIG_PARAMETERS": "'safe.bareRepository'='all'"], isUsed: true),
    TrustPlace(
      name: "a file that the user's file includes", script: embedded, folder: "repository/evil",
      settings: "[include]\n\tpath = more\n[safe]\n\tbareRepository = explicit\n", isUsed: false),
  ]

  static let searched: [TrustPlace] = [
    TrustPlace(
      name: "a folder of the work tree", script: "mkdir -p repository/a/b",
      folder: "repository/a/b", isUsed: true),
    TrustPlace(name: "no repository", script: "", folder: "home", isUsed: false),
    TrustPlace(
      name: "a ceiling below", script: "mkdir -p repository/a/b", folder: "repository/a/b",
      variables: ["GIT_CEILING_DIRECTORIES": "FOLDER/repository/a"], isUsed: false),
    TrustPlace(
      name: "a ceiling at the top", script: "mkdir -p repository/a/b", folder: "repository/a/b",
      variables: ["GIT_CEILING_DIRECTORIES": "FOLDER/repository/"], isUsed: false),
    TrustPlace(
      name: "a ceiling above the top", script: "mkdir -p repository/a/b", folder: "repository/a/b",
      variables: ["GIT_CEILING_DIRECTORIES": "FOLDER:/elsewhere"], isUsed: true),
    TrustPlace(
      name: "a ceiling where the search begins", script: "mkdir -p repository/a",
      folder: "repository/a", variables: ["GIT_CEILING_DIRECTORIES": "FOLDER/repository/a"],
      isUsed: true),
    TrustPlace(
      name: "a ceiling behind a link", script: "mkdir -p repository/a/b; ln -s repository/a link",
      folder: "repository/a/b", variables: ["GIT_CEILING_DIRECTORIES": "FOLDER/link"],
      isUsed: false),
    TrustPlace(
      name: "a ceiling whose links are not followed",
      script: "mkdir -p repository/a/b; ln -s repository/a link",
      folder: "repository/a/b", variables: ["GIT_CEILING_DIRECTORIES": ":FOLDER/link"],
      isUsed: true),
    TrustPlace(
      name: "a relative ceiling", script: "mkdir -p repository/a/b", folder: "repository/a/b",
      variables: ["GIT_CEILING_DIRECTORIES": "repository/a"], isUsed: true),
    TrustPlace(
      name: "the root as a ceiling", script: "mkdir -p repository/a/b", folder: "repository/a/b",
      variables: ["GIT_CEILING_DIRECTORIES": "/"], isUsed: true),
    TrustPlace(
      name: "a linked work tree", script: "git -C repository worktree add -q ../linked",
      folder: "linked", settings: explicit, isUsed: true),
    TrustPlace(
      name: "a file .git that names nothing",
      script: "mkdir repository/a; echo 'gitdir: /nowhere' > repository/a/.git",
      folder: "repository/a", isUsed: false),
    TrustPlace(
      name: "a file .git with other words",
      script: "mkdir repository/a; echo x > repository/a/.git",
      folder: "repository/a", isUsed: false),
    TrustPlace(
      name: "a folder .git that is no repository", script: "mkdir -p repository/a/.git",
      folder: "repository/a", isUsed: true),
    TrustPlace(
      name: "a link .git", script: "mkdir other; ln -s ../repository/.git other/.git",
      folder: "other", isUsed: true),
    TrustPlace(
      name: "a submodule",
      script: """
        git -C repository -c protocol.file.allow=always submodule --quiet add ../repository sub
        """, folder: "repository/sub", settings: explicit, isUsed: true),
  ]

  static let configured: [TrustPlace] = [
    TrustPlace(
      name: "a count that is no number", script: "", variables: ["GIT_CONFIG_COUNT": "x"],
      isUsed: false),
    TrustPlace(
      name: "a key that is missing", script: "", variables: ["GIT_CONFIG_COUNT": "1"],
      isUsed: false),
    TrustPlace(
      name: "a value that is missing", script: "",
      variables: ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "a.b"], isUsed: false),
    TrustPlace(name: "no count", script: "", variables: ["GIT_CONFIG_COUNT": ""], isUsed: true),
  ]

  private static let given = "chown -R 65534 repository\n"
  private static func trusting(_ lines: String...) -> String {
    "[safe]\n" + lines.map { "\tdirectory = \($0)\n" }.joined()
  }

  static let foreign: [TrustPlace] = [
    TrustPlace(name: "all of it", script: given, isUsed: false),
    TrustPlace(name: "the work tree alone", script: "chown 65534 repository", isUsed: false),
    TrustPlace(
      name: "the git directory alone", script: "chown 65534 repository/.git", isUsed: false),
    TrustPlace(name: "other files in it", script: "chown 65534 repository/.git/HEAD", isUsed: true),
    TrustPlace(
      name: "from a folder in it", script: given + "mkdir repository/a", folder: "repository/a",
      isUsed: false),
    TrustPlace(
      name: "named by GIT_DIR", script: given, variables: ["GIT_DIR": ".git"], isUsed: true),
    TrustPlace(
      name: "trusted by its path", script: given, settings: trusting("FOLDER/repository"),
      isUsed: true),
    TrustPlace(
      name: "another is trusted", script: given, settings: trusting("FOLDER/other"), isUsed: false),
    TrustPlace(
      name: "its git directory is trusted, which is not its path", script: given,
      settings: trusting("FOLDER/repository/.git"), isUsed: false),
    TrustPlace(name: "all are trusted", script: given, settings: trusting("*"), isUsed: true),
    TrustPlace(
      name: "trusted, and then none", script: given, settings: trusting("*", ""), isUsed: false),
    TrustPlace(
      name: "none, and then trusted", script: given,
      settings: trusting("", "FOLDER/repository"), isUsed: true),
    TrustPlace(
      name: "trusted by a path in the home",
      script: given + "mv repository home/; ln -s home/repository repository",
      folder: "home/repository", settings: trusting("~/repository"), isUsed: true),
    TrustPlace(
      name: "trusted by its own file alone",
      script: "git -C repository config safe.directory '*'\n" + given, isUsed: false),
    TrustPlace(
      name: "trusted by GIT_CONFIG_COUNT", script: given,
      variables: [
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
      ], isUsed: true),
    TrustPlace(
      name: "trusted by git -c", script: given,
      variables: ["GIT_CONFIG_PARAMETERS": "'safe.directory'='FOLDER/repository'"], isUsed: true),
    TrustPlace(
      name: "cancelled by git -c", script: given, settings: trusting("*"),
      variables: ["GIT_CONFIG_PARAMETERS": "'safe.directory'=''"], isUsed: false),
    TrustPlace(
      name: "of the user who called sudo", script: given, variables: ["SUDO_UID": "65534"],
      isUsed: true),
    TrustPlace(
      name: "of another than the user who called sudo", script: given,
      variables: ["SUDO_UID": "65533"], isUsed: false),
    TrustPlace(
      name: "a caller of sudo that is none", script: given, variables: ["SUDO_UID": "65534x"],
      isUsed: false),
    TrustPlace(
      name: "root's own, called by sudo", script: "", variables: ["SUDO_UID": "65534"],
      isUsed: true),
    TrustPlace(
      name: "a bare one", script: "git init -q --bare hub.git; chown -R 65534 hub.git",
      folder: "hub.git", isUsed: false),
    TrustPlace(
      name: "a bare one that is trusted",
      script: "git init -q --bare hub.git; chown -R 65534 hub.git",
      folder: "hub.git", settings: trusting("FOLDER/hub.git"), isUsed: true),
    TrustPlace(
      name: "a linked work tree whose file is another's",
      script: "git -C repository worktree add -q ../linked; chown 65534 linked/.git",
      folder: "linked", isUsed: false),
    TrustPlace(
      name: "a linked work tree whose repository is another's",
      script:
        "git -C repository worktree add -q ../linked; chown -R 65534 repository/.git/worktrees",
      folder: "linked", isUsed: false),
    TrustPlace(
      name: "a linked work tree that is trusted",
      script: "git -C repository worktree add -q ../linked; chown -R 65534 repository linked",
      folder: "linked", settings: trusting("FOLDER/linked"), isUsed: true),
  ]
}
