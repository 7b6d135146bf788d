import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A repository with a commit of code, a board with one plan in `todo`, and pmgit's hooks. Tests
/// run real git commands in it.
final class HookedRepository {
  let repository: ScratchRepository
  /// The id of the plan, which scripts have as `$plan`.
  private(set) var plan = ""
  /// All scripts and their output, for the report of a failure.
  private var transcript = ""

  /// Shell functions for all scripts.
  private static let functions = """
    set -euo pipefail
    export GIT_EDITOR=true GIT_MERGE_AUTOEDIT=no GIT_ALLOW_PROTOCOL=file
    # Commits a new file of its own, a second later than the one before: a copy of a commit is known
    # by the author's time.
    commit() {
      local number
      number=$(($(cat "$HOME/number" 2> "$HOME/none" || echo 0) + 1))
      echo "$number" > "$HOME/number"
      echo "$number" > "code-$number"
      git add "code-$number"
      GIT_AUTHOR_DATE="@$((1795165200 + number)) +0000" git commit -q "$@"
    }
    # Rewrites the list of a rebase: todo 1s/pick/reword/ rebase -i ...
    todo() {
      local edit=$1
      shift
      GIT_SEQUENCE_EDITOR="sed -i.before -e '$edit'" git "$@"
    }

    """

  /// - Parameter installs: Whether to install the hooks; false for tests of the installation.
  init(installing installs: Bool = true) async throws {
    let made = try await (installs ? Self.hooked : Self.bare).value
    repository = try ScratchRepository(copying: made.repository)
    plan = made.plan
  }

  private init(_ repository: ScratchRepository) { self.repository = repository }

  /// The originals that tests copy, with and without hooks.
  private static let hooked = MadeOnce { try await make("pmgit hooks install -q") }
  private static let bare = MadeOnce { try await make(":") }

  private static func make(
    _ last: String
  ) async throws -> (repository: ScratchRepository, plan: String) {
    let here = HookedRepository(try await ScratchRepository())
    here.repository.removeAtEnd()
    try await here.run("commit -m first; pmgit init -q")
    let plan = try await here.add("Fix login")
    try await here.run(last)
    return (here.repository, plan)
  }

  /// Adds a plan and returns its id.
  func add(_ title: String) async throws -> String {
    try await output("pmgit add -q '\(title)'")
  }

  // MARK: - Scripts

  /// The error that a script did not end as expected.
  struct Unexpected: Error, CustomStringConvertible { let description: String }

  /// Runs a script, and returns what it printed to both streams.
  ///
  /// - Parameters:
  ///   - code: The expected exit code.
  ///   - variables: Environment variables besides `$plan`.
  @discardableResult
  func run(
    _ script: String, exits code: Int32 = 0, adding variables: [String: String] = [:]
  ) async throws -> String {
    let result = try await result(script, variables)
    guard result.exitCode == code else {
      throw Unexpected(
        description: "exit \(result.exitCode), not \(code), of the last:\(transcript)")
    }
    return result.output + result.messages
  }

  /// Runs a script, and returns its output without the final line feed.
  func output(_ script: String) async throws -> String {
    let result = try await result(script, [:])
    guard result.exitCode == 0 else {
      throw Unexpected(description: "exit \(result.exitCode) of the last:\(transcript)")
    }
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
  }

  private func result(
    _ script: String, _ variables: [String: String]
  ) async throws -> (output: String, messages: String, exitCode: Int32) {
    let result = try await Binary(repository: repository).shell(
      Self.functions + script, adding: variables.merging(["plan": plan]) { first, _ in first })
    transcript += "\n$ \(script)\n\(result.output)\(result.messages)"
    return result
  }

  // MARK: - The board

  private func shown(_ plan: String?) throws -> Plan {
    let store = try BoardStore(
      at: repository.path, environment: repository.program.environment, board: nil)
    let text = plan ?? self.plan
    guard let id = PlanID(text) else { throw Unexpected(description: "no id: \(text)") }
    return try store.snapshot().plan(id)
  }

  /// Returns the column of a plan, by default the first one.
  func column(of plan: String? = nil) async throws -> String { try shown(plan).state }

  /// Returns the commits of a plan, by default the first one.
  func links(of plan: String? = nil) async throws -> [String] {
    try shown(plan).links.map(\.description).compactMap { link in
      link.hasPrefix("commit:") ? String(link.dropFirst("commit:".count)) : nil
    }
  }

  /// Returns the number of commits of the board.
  func boardCommits() async throws -> Int {
    Int(try await repository.git("rev-list", "--count", "pmgit/main")) ?? -1
  }

  /// Checks that a plan is in a column and has exactly these commits.
  ///
  /// - Parameters:
  ///   - commits: Names for git: `HEAD`, `HEAD~2`, `other`.
  ///   - plan: The plan; by default the first one.
  func expect(
    _ column: String, commits: [String], on plan: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try shown(plan)
    var expected: Set<String> = []
    if !commits.isEmpty {
      let names = commits.map { "\($0)^0" }
      let ids = try await repository.program.run(["rev-parse"] + names, in: repository.path)
      expected = Set(ids.split(separator: "\n").map(String.init))
    }
    let links = Set(found.links.map { $0.description.replacing("commit:", with: "") })
    let isAsExpected =
      found.state == column && links == expected && links.count == found.links.count
    if isAsExpected { return }
    let history = try await output("git log --oneline --graph --exclude='refs/heads/pmgit/*' --all")
    Issue.record(
      """
      the plan is in '\(found.state)' with \(found.links), not in '\(column)' with \(commits):
      \(expected.sorted().joined(separator: "\n"))
      \(history)
      \(transcript)
      """, sourceLocation: sourceLocation)
  }

  /// Checks that a text contains each of these words.
  func expect(
    _ text: String, says words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for word in words where !text.contains(word) {
      Issue.record("'\(word)' is not said in:\n\(text)", sourceLocation: sourceLocation)
    }
  }
}
