import Foundation
import PmgitTestSupport
import Testing

/// Clones whose configuration makes plain git commands overwrite, delete or push more than the
/// board.
@Suite("A remote that is configured in an odd way")
struct OddRemoteTests {
  /// Settings of a clone, as arguments of `git config`.
  struct Setting: CustomTestStringConvertible, Sendable {
    let lines: [[String]]
    var testDescription: String {
      lines.map { $0.joined(separator: " ") }.joined(separator: "; ")
    }

    init(_ lines: [String]...) { self.lines = lines }
  }

  static let settings = [
    Setting(["remote.origin.fetch", "+refs/heads/*:refs/heads/*"]),
    Setting(["remote.origin.fetch", "+refs/*:refs/*"], ["remote.origin.mirror", "true"]),
    Setting(["remote.origin.fetch", "+refs/heads/pmgit/main:refs/heads/pmgit/main"]),
    Setting(["remote.origin.fetch", "+refs/heads/pmgit/*:refs/heads/copy/*"]),
    Setting(["remote.origin.fetch", "refs/heads/pm*:refs/heads/pm*"]),
    Setting(["remote.origin.fetch", "+refs/heads/topic:refs/remotes/origin/topic"]),
    Setting(["remote.origin.fetch", "^refs/heads/pmgit/*"]),
    Setting(["remote.origin.fetch", "+refs/heads/*:refs/remotes/elsewhere/*"]),
    Setting(["remote.origin.push", "+refs/heads/*:refs/heads/*"], ["push.default", "matching"]),
    Setting(["remote.origin.mirror", "true"]),
    Setting(
      ["fetch.prune", "true"], ["fetch.pruneTags", "true"], ["remote.origin.prune", "true"],
      ["remote.origin.pruneTags", "true"]),
    Setting(["remote.origin.tagOpt", "--tags"], ["push.followTags", "true"]),
    Setting(["fetch.all", "true"], ["fetch.parallel", "4"], ["fetch.writeCommitGraph", "true"]),
    Setting(["fetch.recurseSubmodules", "true"], ["submodule.recurse", "true"]),
    Setting(["push.recurseSubmodules", "only"]),
    Setting(["pull.rebase", "true"], ["branch.pmgit/main.rebase", "true"]),
    Setting(["remote.pushDefault", "nowhere"], ["branch.pmgit/main.pushRemote", "nowhere"]),
    Setting(["branch.pmgit/main.remote", "."], ["branch.pmgit/main.merge", "refs/heads/main"]),
    Setting(["push.default", "nothing"], ["push.autoSetupRemote", "true"]),
    Setting(["remote.origin.pushurl", "../HUB"], ["url.HUBS/.insteadOf", "../"]),
    Setting(["transfer.hideRefs", "refs/heads/pmgit"], ["fetch.output", "compact"]),
    Setting(["remote.origin.followRemoteHEAD", "always"], ["remote.origin.skipFetchAll", "true"]),
  ]

  /// Returns two clones of a hub. The first one has the odd configuration, and each has something
  /// that the other lacks.
  private func clones(_ setting: Setting) async throws -> (pair: SharedBoard, common: String) {
    let pair = try await SharedBoard()
    let common = try await pair.first.add("Common")
    try await pair.syncBoth()
    let (first, second) = (pair.first.repository, pair.second.repository)
    // References that a careless fetch or push would copy, delete or overwrite.
    try await second.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await second.git("tag", "-a", "-m", "tagged", "v1")
    try await second.git("push", "--quiet", "origin", "HEAD:main", "HEAD:topic", "v1")
    try await first.git("commit", "--quiet", "--allow-empty", "-m", "another")
    try await first.git("branch", "topic")
    try await first.git("tag", "-a", "-m", "mine", "v2")
    try await first.git("update-ref", "refs/remotes/origin/gone", "HEAD")
    try await configure(first, setting, pair.hub)
    return (pair, common)
  }

  private func configure(
    _ clone: ScratchRepository, _ setting: Setting, _ hub: ScratchRepository
  ) async throws {
    if setting.lines.contains(where: { $0[0] == "remote.origin.fetch" }) {
      try await clone.git("config", "--unset", "remote.origin.fetch")
    }
    let name = String(hub.path.dropFirst(hub.folder.count + 1))
    for line in setting.lines {
      let (key, value) = (
        line[0].replacingOccurrences(of: "HUBS", with: hub.folder),
        line[1].replacingOccurrences(of: "HUB", with: name)
      )
      try await clone.git("config", "--add", key, value)
    }
  }

  /// Returns the hub's references except those of boards.
  private func code(of hub: ScratchRepository) async throws -> [String] {
    try await hub.git("for-each-ref").split(separator: "\n").map(String.init)
      .filter { !$0.contains("refs/heads/pmgit/") }
  }

  /// Returns everything that a command must not change: all references except the board's own,
  /// HEAD, the index, the configuration and the files.
  private func surroundings(_ repository: ScratchRepository) async throws -> [String] {
    let references = try await repository.git(
      "for-each-ref", "--format=%(refname) %(objectname) %(symref)")
    let others = references.split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("refs/heads/pmgit/main ") && !$0.hasPrefix("refs/remotes/origin/pmgit/main ")
    }
    let index = FileManager.default.contents(atPath: repository.path + "/.git/index")
    let isFetched = FileManager.default.fileExists(atPath: repository.path + "/.git/FETCH_HEAD")
    return others + [
      try repository.read("repository/.git/HEAD"), try repository.read("repository/.git/config"),
      "\(index?.base64EncodedString() ?? "")", "FETCH_HEAD \(isFetched)",
      try await repository.git("status", "--porcelain"),
    ]
  }

  @Test(
    "No command loses what was acknowledged, and only the board's own branches move",
    arguments: settings)
  func commands(setting: Setting) async throws {
    let (pair, common) = try await clones(setting)
    let first = pair.first
    let hubBefore = try await code(of: pair.hub)
    let before = try await surroundings(first.repository)
    var titles: Set = ["Common"]
    let commands = [
      ["sync"], ["sync", "--pull"], ["sync"], ["take", common], ["undo"], ["redo"],
      ["sync", "--push"], ["doctor"],
      ["init"], ["config", "board"], ["sync"],
    ]
    for (number, command) in commands.enumerated() {
      pair.second.now = first.now
      if !["undo", "redo"].contains(command[0]) {
        titles.insert("mine \(number)")
        _ = try await first.add("mine \(number)")
      }
      // A push does not merge what others have pushed.
      if !["undo", "redo"].contains(command[0]), command != ["sync", "--push"] {
        titles.insert("theirs \(number)")
        _ = try await pair.second.add("theirs \(number)")
        try await pair.second("sync")
      }
      let result = await first.run(command)
      #expect(result.exitCode == 0, "\(command): \(result.messages)")
      let listed = Set(
        try await first("list").split(separator: "\n").compactMap {
          $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(4).first
        }.map(String.init))
      #expect(
        titles.subtracting(listed).allSatisfy { $0.hasPrefix("theirs") }, "\(command): \(listed)")
      #expect(try await surroundings(first.repository) == before, "\(command)")
    }
    #expect(try await first("list").split(separator: "\n").count == titles.count)
    #expect(
      try await pair.hub.git("rev-parse", "pmgit/main")
        == first.repository.git("rev-parse", "pmgit/main"))
    #expect(try await code(of: pair.hub) == hubBefore)
  }

  @Test("'init' in a fresh clone takes the board up, and changes nothing else", arguments: settings)
  func takingUp(setting: Setting) async throws {
    let (pair, common) = try await clones(Setting())
    let clone = try await ScratchRepository(
      cloning: pair.hub, options: ["--single-branch", "--branch", "main"])
    try await configure(clone, setting, pair.hub)
    let third = try CommandRunner(clone, seed: 3)
    // The merge driver that 'init' installs is part of the configuration.
    let before = try await surroundings(clone).filter { !$0.contains("[remote") }
    try await third("init")
    #expect(try await third("show", common).contains("Common"))
    #expect(try await surroundings(clone).filter { !$0.contains("[remote") } == before)
  }

  @Test("In a clone that 'git clone --mirror' made nothing is lost, and the remote gets it")
  func mirror() async throws {
    let pair = try await SharedBoard()
    let clone = try await ScratchRepository(cloning: pair.hub, options: ["--mirror"])
    let mirror = try CommandRunner(clone, seed: 7)
    let mine = try await mirror.add("written in the mirror")
    let theirs = try await pair.first.add("written elsewhere")
    try await pair.first("sync")
    try await mirror("sync")
    #expect(try await mirror("show", mine).contains("written in the mirror"))
    #expect(try await mirror("show", theirs).contains("written elsewhere"))
    try await pair.first("sync")
    #expect(try await pair.first("show", mine).contains("written in the mirror"))
    try await mirror("take", theirs)
    #expect(
      try await clone.git("rev-parse", "pmgit/main") == pair.hub.git("rev-parse", "pmgit/main"))
  }

  @Test(
    "A change that is made while git pushes is kept where a refspec names the board's own branch",
    arguments: ["sync", "take"])
  func meanwhile(command: String) async throws {
    let (pair, common) = try await clones(
      Setting(["remote.origin.fetch", "+refs/heads/*:refs/heads/*"]))
    let first = pair.first
    let other = try CommandRunner(first.repository, seed: 9)
    let late = try await other.add("Late")
    let tip = try await first.repository.git("rev-parse", "pmgit/main")
    try await first.repository.git("update-ref", "refs/heads/pmgit/main", "\(tip)^")
    let mine = try await first.add("Mine")
    let lateAgain = try await first.repository.git("rev-parse", "pmgit/main")
    // Another process commits to the branch between pmgit's fetch and its push.
    let made = """
      git='git -C \(first.repository.path)'
      blob=$($git rev-parse '\(tip):plans/\(late.prefix(2))/\(late).json')
      export GIT_INDEX_FILE='\(first.repository.folder)/scratch'
      $git read-tree pmgit/main && $git update-index --add --cacheinfo \
        "100644,$blob,plans/\(late.prefix(2))/\(late).json"
      commit=$($git commit-tree "$($git write-tree)" -p pmgit/main -m late)
      unset GIT_INDEX_FILE
      $git update-ref refs/heads/pmgit/main "$commit" '\(lateAgain)'
      """
    first.environment = try first.repository.racing(first.environment, beforePush: made)
    try await first(command == "take" ? "take" : "sync", command == "take" ? common : "-q")
    #expect(first.repository.hasRaced)
    #expect(try await first("show", late).contains("Late"))
    #expect(try await first("show", mine).contains("Mine"))
  }

  @Test("A remote-tracking branch that is another name of a branch is refused, and nothing moves")
  func symbolicTracking() async throws {
    let (pair, _) = try await clones(Setting(["fetch.prune", "false"]))
    let first = pair.first
    try await first.repository.git(
      "symbolic-ref", "refs/remotes/origin/pmgit/main", "refs/heads/pmgit/main")
    let mine = try await first.add("Mine")
    let tip = try await first.repository.git("rev-parse", "pmgit/main")
    for command in [["sync"], ["sync", "--pull"], ["sync", "--push"]] {
      let result = await first.run(command)
      #expect(result.exitCode == 1)
      #expect(
        result.messages == """
          pmgit: 'refs/remotes/origin/pmgit/main' is a symbolic reference to 'refs/heads/pmgit/main'
          hint: remove it with 'git symbolic-ref --delete refs/remotes/origin/pmgit/main'

          """)
    }
    #expect(try await first.repository.git("rev-parse", "pmgit/main") == tip)
    try await first.repository.git(
      "symbolic-ref", "--delete", "refs/remotes/origin/pmgit/main")
    try await first("sync")
    #expect(try await pair.hub.git("ls-tree", "-r", "pmgit/main").contains(mine))
  }

  @Test("A remote whose name has '=' and other signs is used like any other")
  func oddName() async throws {
    let pair = try await SharedBoard()
    try await pair.first.repository.git("remote", "rename", "origin", "a=b.c")
    try await pair.first.repository.git(
      "config", "--add", "remote.a=b.c.fetch", "+refs/heads/*:refs/heads/*")
    let mine = try await pair.first.add("Mine")
    try await pair.first("sync")
    #expect(try await pair.hub.git("ls-tree", "-r", "pmgit/main").contains(mine))
  }
}
