import PmgitTestSupport
import Testing

/// `pmgit watch` as a process beside others.
@Suite("Watch processes")
struct WatchProcessTests {
  /// Waits until a file has a line with a text, at most a minute.
  private static let functions = """
    await() { i=0; until grep -q "$2" "$1" 2>/dev/null; do
      i=$((i + 1)); test $i -lt 6000 || { echo "no '$2' in $1" >&2; return 1; }; sleep 0.01
    done; }
    """

  private func board() async throws -> Binary {
    let repository = try await ScratchRepository()
    let binary = Binary(repository: repository)
    #expect(try await binary.shell("pmgit init -q").exitCode == 0)
    return binary
  }

  @Test("Changes of other processes and work trees appear, and reading is silent")
  func others() async throws {
    let binary = try await board()
    let result = try await binary.shell(
      """
      \(Self.functions)
      git commit --quiet --allow-empty -m code && git worktree add --quiet ../second
      # Without job control, a shell lets its background jobs ignore the signal.
      set -m
      pmgit watch > ../out 2> ../messages & watch=$!
      await ../messages 'watching board'
      id=$(pmgit -C ../second add -q 'one')
      await ../out created
      pmgit list -q > /dev/null; pmgit log > /dev/null; pmgit status > /dev/null
      git pack-refs --all --prune; git gc --quiet
      pmgit move -q $id doing
      await ../out moved
      kill -INT $watch; wait $watch; echo "exit $?"
      cut -f 5,6,9 ../out
      """)
    #expect(
      result.output == """
        exit 130
        one\tcreated\tcreated
        one\trank\tcreated
        one\tstate\tcreated
        one\ttitle\tcreated
        one\trank\tmoved
        one\tstate\tmoved

        """, "\(result.messages)")
  }

  @Test("It ends when nobody reads, also without a further change")
  func closedOutput() async throws {
    let binary = try await board()
    let result = try await binary.shell(
      """
      \(Self.functions)
      { pmgit watch --json 2> ../messages; echo "exit $?" > ../end; } | head -n 1 > ../out &
      pmgit watch 2> ../begun > /dev/null & other=$!
      await ../begun 'watching board'
      i=0; until test -s ../out; do
        pmgit add -q "plan $i" > /dev/null; i=$((i + 1)); test $i -lt 500 || exit 1
      done
      await ../end exit
      kill $other; cat ../messages
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(result.output == "")
  }

  @Test("The document of a change by an agent has the agent and the person")
  func agent() async throws {
    let binary = try await board()
    let result = try await binary.shell(
      """
      pmgit watch --until change --json > ../out & watch=$!
      i=0; until test -s ../out; do
        pmgit add -q "plan $i" --as claude > /dev/null; i=$((i + 1)); test $i -lt 500 || exit 1
      done
      wait $watch; head -n 1 ../out
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(result.output.hasPrefix(#"{"agent":"claude","at":"#), "\(result.output)")
    #expect(result.output.contains(#""by":"claude <>","#), "\(result.output)")
    #expect(result.output.contains(#","for":"Ada Lovelace <ada@example.org>","#))
  }

  @Test("A deleted board ends it with an error")
  func deletedBoard() async throws {
    let binary = try await board()
    let result = try await binary.shell(
      """
      \(Self.functions)
      pmgit watch > ../out 2> ../messages & watch=$!
      await ../messages 'watching board'
      rm .git/refs/heads/pmgit/main
      await ../messages 'no board'
      wait $watch; echo "exit $?"
      """)
    #expect(result.output == "exit 1\n", "\(result.messages)")
  }
}
