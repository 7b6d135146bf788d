import Foundation
import PmgitTestSupport
import Testing

@testable import Git

/// The names and addresses in commits are those that git itself would write.
@Suite("Identity under random configurations")
struct IdentityPropertyTests {
  private static let conditions = [
    "gitdir:~/work/", "gitdir:~/Work/", "gitdir/i:~/WORK/", "gitdir:~/link/", "gitdir:ferns/",
    "gitdir:**/ferns/**", "gitdir:", "gitdir:/", "gitdir:~/work/*", "gitdir:~/work/fern?/.git",
    "gitdir/i:**/FERNS/.git", "gitdir:~/work/ferns/.git/", "onbranch:main", "onbranch:ma*",
    "onbranch:other", "onbranch:**", "hasconfig:remote.*.url:https://git.example/**",
    "hasconfig:remote.*.url:https://other.example/**", "hasconfig:remote.*.url:**/ferns.git",
    "unknown:condition",
  ]

  @Test("Author and committer are what 'git var' says", arguments: Seeds.each(60))
  func identity(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try await ScratchRepository()
    let home = scratch.folder + "/home"
    try await scratch.git("init", "--quiet", "--initial-branch=main", "\(home)/work/ferns")
    try await scratch.git(
      "-C", "\(home)/work/ferns", "remote", "add", "origin", "https://git.example/ferns.git")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/link", withDestinationPath: "\(home)/work")
    var environment = [
      "HOME": home, "PATH": scratch.program.environment["PATH"] ?? "/usr/bin:/bin",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "\(home)/global",
    ]
    // Without an address, git takes that of the environment, unless only configured ones count.
    let (hasAddress, needsAddress) = (!random.chance(20), random.chance(30))
    if !hasAddress { environment["EMAIL"] = "variable@x" }
    try scratch.write(
      "[user]\n\tname = Base\n" + (hasAddress ? "\temail = base@x\n" : "")
        + (needsAddress ? "\tuseConfigOnly = true\n" : ""), to: "home/global")
    var log: [String] = []
    for number in 0..<(1 + random.number(below: 4)) {
      log.append(try await include(number, scratch, home, &environment, &random))
    }
    for variable in ["GIT_AUTHOR_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"] where random.chance(15) {
      environment[variable] = "variable"
    }
    let folder = random.chance(40) ? "\(home)/link/ferns" : "\(home)/work/ferns"
    try GitLibrary.isolateFromUserConfiguration()
    let repository = try Repository.discover(from: folder, environment: environment)
    for role in [SignatureRole.author, .committer] {
      let found = try repository.identity(
        role, environment: environment, seconds: 0, offsetMinutes: 0)
      // git fails where it would have to guess.
      let wanted = try? GitQuestion(
        ["var", "GIT_\(role.rawValue.uppercased())_IDENT"], in: folder, environment: environment
      ).answer()
      let words = wanted.map {
        String(decoding: $0, as: UTF8.self).split(separator: " ").dropLast(2).joined(separator: " ")
      }
      #expect(words != nil || !hasAddress && needsAddress)
      #expect(
        found.map { "\($0.name) <\($0.email)>" } == words,
        "seed \(seed), \(role) in \(folder): \(log)")
    }
  }

  /// Includes a file with a name and an address under a random condition, in a random file or by
  /// the environment; returns what was done.
  private func include(
    _ number: Int, _ scratch: ScratchRepository, _ home: String,
    _ environment: inout [String: String], _ random: inout SeededGenerator
  ) async throws -> String {
    let section = random.pick(["user", "user", "author", "committer"])
    let file = try scratch.write(
      "[\(section)]\n\tname = N\(number)\n\temail = e\(number)@x\n", to: "home/included\(number)")
    let condition = random.pick(Self.conditions)
    let key = random.chance(10) ? "include.path" : "includeIf.\(condition).path"
    let repository = "\(home)/work/ferns"
    switch random.number(below: 4) {
    case 0:
      try await scratch.git("config", "--file", "\(home)/global", key, file)
      return "global \(key)"
    case 1:
      try await scratch.git("-C", repository, "config", key, file)
      return "local \(key)"
    case 2:
      try await scratch.git("-C", repository, "config", "extensions.worktreeConfig", "true")
      try await scratch.git("-C", repository, "config", "--worktree", key, file)
      return "worktree \(key)"
    default:
      let count = Int(environment["GIT_CONFIG_COUNT"] ?? "0") ?? 0
      environment["GIT_CONFIG_KEY_\(count)"] = key
      environment["GIT_CONFIG_VALUE_\(count)"] = file
      environment["GIT_CONFIG_COUNT"] = "\(count + 1)"
      return "environment \(key)"
    }
  }

  @Test("A value that is set is read back where git lists the configuration")
  func setting() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "includeIf.onbranch:main.path", "/nowhere")
    let repository = try Repository.discover(
      from: scratch.path, environment: ["PATH": "/usr/bin:/bin"])
    try repository.setConfig("pmgit.a", "one\ntwo")
    #expect(try repository.configString("pmgit.a") == "one\ntwo")
    #expect(try repository.configStrings("pmgit.a") == ["one\ntwo"])
    try repository.unsetConfig("pmgit.a")
    #expect(try repository.configString("pmgit.a") == nil)
    #expect(try repository.isConfigured(section: "includeif"))
    #expect(try repository.configBool("core.bare") == false)
  }

  @Test("Without git, a configuration with conditions is refused")
  func noGit() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "includeIf.onbranch:main.path", "/nowhere")
    let error = #expect(throws: GitError.self) {
      try Repository.discover(from: scratch.path, environment: ["PATH": "/nowhere"])
    }
    #expect(error?.message == "the 'git' program is not installed")
  }
}
