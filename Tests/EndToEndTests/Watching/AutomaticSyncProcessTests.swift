import PmgitTestSupport
import Testing

/// Syncs in the background, with the built program.
@Suite("Automatic syncs of processes")
struct AutomaticSyncProcessTests {
  /// Waits until a command succeeds, at most a minute.
  private static let functions = """
    until_true() { i=0; until eval "$1"; do
      i=$((i + 1)); test $i -lt 1200 || { echo "not: $1" >&2; return 1; }; sleep 0.05
    done; }
    """

  private func pair() async throws -> Binary {
    let binary = Binary(repository: try await ScratchRepository())
    let made = try await binary.shell(
      """
      git init --quiet --bare ../hub && git remote add origin ../hub
      pmgit init -q && pmgit sync -q && pmgit config sync auto -q
      git clone --quiet ../hub ../other && cd ../other
      pmgit init -q && pmgit config sync auto -q
      """)
    try #require(made.exitCode == 0, "\(made.messages)")
    return binary
  }

  @Test("What one clone adds appears in the other, and nobody has called sync")
  func appears() async throws {
    let binary = try await pair()
    let result = try await binary.shell(
      """
      \(Self.functions)
      id=$(pmgit add -q 'one')
      until_true 'test "$(git -C ../hub rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"'
      # As if the last fetch was more than a minute ago.
      echo '1000 0 ' > ../other/.git/pmgit/auto-main
      until_true 'pmgit -C ../other list | grep -q one'
      pmgit -C ../other done $id 2>&1
      until_true 'test "$(git -C ../hub rev-parse pmgit/main)" = "$(git -C ../other rev-parse pmgit/main)"'
      # The lock is free when the process has ended.
      until_true 'flock -n .git/pmgit/automatic-main true'
      until_true 'flock -n ../other/.git/pmgit/automatic-main true'
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(result.messages == "")
  }

  @Test("Commands do not wait for a remote that hangs, and twenty changes start one fetch")
  func hangs() async throws {
    let binary = try await pair()
    let result = try await binary.shell(
      """
      \(Self.functions)
      mkdir ../bin
      cat > ../bin/git <<END
      #!/bin/sh
      case " \\$* " in *' fetch '*)
        echo fetch >> $PWD/../fetches
        until test -e $PWD/../go; do sleep 0.05; done;;
      esac
      exec $(command -v git) "\\$@"
      END
      chmod +x ../bin/git
      export PATH=$PWD/../bin:$PATH
      for number in $(seq 20); do pmgit add -q "plan $number" > /dev/null || exit 1; done
      pmgit list | wc -l
      until_true 'test -s ../fetches'
      wc -l < ../fetches
      touch ../go
      until_true 'test "$(git -C ../hub rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"'
      until_true 'flock -n .git/pmgit/automatic-main true'
      """)
    #expect(result.output == "20\n1\n", "\(result.messages)")
    #expect(result.exitCode == 0, "\(result.messages)")
  }

  @Test("A commit of code shares what its hook did, and nobody waits for the end of its output")
  func hook() async throws {
    let binary = try await pair()
    let result = try await binary.shell(
      """
      \(Self.functions)
      pmgit hooks install > /dev/null
      id=$(pmgit add -q 'one')
      until_true 'test "$(git -C ../hub rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"'
      git commit --quiet --allow-empty --author 'Other <other@example.org>' -m "Work

      Closes: $id" 2>&1 | cat > /dev/null
      until_true 'test "$(git -C ../hub rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"'
      pmgit list is:closed | wc -l
      until_true 'flock -n .git/pmgit/automatic-main true'
      """)
    #expect(result.output.hasSuffix("1\n"), "\(result.messages)")
    #expect(result.exitCode == 0, "\(result.messages)")
  }
}
