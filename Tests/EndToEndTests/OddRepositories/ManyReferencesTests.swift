import PmgitTestSupport
import Testing

@Suite("A repository with many other references")
struct ManyReferencesTests {
  @Test("50,000 of them slow no command down", arguments: ["loose", "packed"])
  func manyReferences(kind: String) async throws {
    // Loose references are separate files, so fewer of them are enough to show that they are not
    // read.
    let count = kind == "packed" ? 50_000 : 2_000
    let messages = try await OddRepository(
      kind,
      """
      # Milliseconds of the processor, which others' load does not lengthen as it does the clock's.
      measure() {
        local TIMEFORMAT='%U %S'
        { time "$@" > /dev/null; } 2>&1 | awk '{ print int(($1 + $2) * 1000) }'
      }
      all() { for n in 1 2 3; do
        for command in list board "config board" status "add x" "log --limit 1"; do
          echo "$(measure pmgit -q $command) $command"
        done; done | sort -n | sort -s -u -k 2; }
      works; commits 1; all > ../few
      seq \(count) | sed "s|.*|create refs/heads/topic/& $(git rev-parse main)|" > ../create
      if [ \(kind) = packed ]; then
        { echo '# pack-refs with: peeled fully-peeled sorted '
          { git for-each-ref --format='%(objectname) %(refname)'
            sed "s|create \\(.*\\) \\(.*\\)|\\2 \\1|" ../create; } | LC_ALL=C sort -k 2; } > ../packed
        mv ../packed .git/packed-refs; git pack-refs --all
      else git update-ref --stdin < ../create; fi
      test "$(git for-each-ref refs/heads/topic | wc -l)" = \(count); all > ../many
      paste ../few ../many >&2
      """
    ).run()
    // Each line is "milliseconds command TAB milliseconds command", each the best of three runs.
    for line in messages.split(separator: "\n") {
      let columns = line.split(separator: "\t").compactMap { $0.split(separator: " ").first }
      let times = columns.compactMap { Int($0) }
      try #require(times.count == 2, "\(messages)")
      // A further 0.2 s is far more than reading packed-refs takes, and far less than reading each
      // reference.
      #expect(times[1] < 3 * times[0] + 200, "milliseconds before and after: \(line)")
    }
  }
}
