import PmgitTestSupport
import Testing

/// Writers, a reader and git itself, all working on one board for some time.
struct BusyBoard: Sendable {
  struct Outcome {
    /// The number of changes reported as stored, by pmgit and by plain git.
    var changes = 0
    var reads = 0
    /// The longest time of one change, in milliseconds.
    var longestWait = 0
    /// The median time of all changes, in milliseconds.
    var medianWait = 0
  }

  let writers: Int
  let seconds: Int

  /// The script of all processes. Each writer adds plans, and edits one plan so that its title
  /// always mentions its column. The first writer also moves two plans together. So the reader can
  /// see whether it got half of a change.
  private static let script = """
    set -euo pipefail
    mkdir ../logs
    git init -q --bare ../hub.git; git remote add origin ../hub.git
    git commit -q --allow-empty -m code; git push -q origin main
    pmgit init -q
    one=$(pmgit add -q 'the todo pair'); two=$(pmgit add -q 'the todo pair')
    end=$((SECONDS + $SECONDS_TO_RUN))
    # going ROUNDS: until the time is over, and three rounds at least on a slow machine.
    going() { [ "$1" -lt 3 ] || [ $SECONDS -lt $end ]; }
    failed() { echo "$*" >> ../logs/failures; }
    # timed COMMAND...: notes how long the command took, in milliseconds.
    timed() {
      local start=${EPOCHREALTIME/./}
      "$@" || failed "exit $?: $*"
      echo $(((${EPOCHREALTIME/./} - start) / 1000)) >> "../logs/times.$BASHPID"
    }
    writer() {
      local n=0 id state
      id=$(pmgit add -q "writer $1 in todo"); echo "$id" >> ../logs/added
      while going "$n"; do
        n=$((n + 1))
        state=$([ $((n % 2)) = 0 ] && echo todo || echo doing)
        timed pmgit edit -q "$id" --title "writer $1 in $state" --state "$state" --estimate "$n"
        timed pmgit add -q "by $1, in todo" >> ../logs/added
        [ "$1" != 1 ] || timed pmgit move -q "$one" "$two" "$state"
      done
    }
    # Commits by plumbing, moved by compare-and-swap, and made again where that failed: git, too,
    # loses the folder of an object to a 'git gc' now and then.
    hand() {
      local n=0 old new
      while going "$n"; do
        n=$((n + 1))
        until old=$(git rev-parse refs/heads/pmgit/main) &&
          new=$(git commit-tree "$old^{tree}" -p "$old" -m "by hand $n" 2> /dev/null) &&
          git update-ref -m hand refs/heads/pmgit/main "$new" "$old" 2> /dev/null; do :; done
        echo "$new" >> ../logs/hand
      done
    }
    housekeeping() {
      local n=0
      while going "$n"; do
        n=$((n + 1))
        git gc -q 2> ../logs/gc || failed "gc: $(cat ../logs/gc)"
        git pack-refs --all 2> ../logs/pack || failed "pack-refs: $(cat ../logs/pack)"
        git fetch -q origin || failed fetch
      done
    }
    reader() {
      local n=0 commit count
      while going "$n"; do
        n=$((n + 1))
        pmgit list > ../logs/list || failed "list: $?"
        awk -F '\\t' '
          $5 ~ /the todo pair/ { pair[$2] = 1; next }
          $5 !~ "in " $2 "$" { print "half a change: " $0 }
          END { for (state in pair) states++; if (states != 1) print "half a move" }
        ' ../logs/list >> ../logs/failures
        pmgit list --json > ../logs/json || failed "list --json: $?"
        commit=$(sed -n 's/^  "commit": "\\(.*\\)",$/\\1/p' ../logs/json)
        count=$(git ls-tree -r --name-only "$commit" plans/ | wc -l)
        [ "$(grep -c '^      "aliases": ' ../logs/json)" = "$count" ] || failed "not $commit"
        echo >> ../logs/reads
      done
    }
    for n in $(seq "$WRITERS"); do writer "$n" & done
    hand & housekeeping & reader &
    wait
    test ! -s ../logs/failures || { sort ../logs/failures | uniq -c | head -n 20 >&2; exit 1; }
    # All that was said to be stored is there.
    sort ../logs/added > ../logs/said
    git ls-tree -r --name-only pmgit/main plans/ | sed 's|.*/||; s|\\.json$||' | sort > ../logs/stored
    test -z "$(comm -23 ../logs/said ../logs/stored)"
    git rev-list pmgit/main | sort > ../logs/history
    test -z "$(sort ../logs/hand | comm -23 - ../logs/history)"
    changes=$(cat ../logs/times.* | wc -l)
    # The first commits, the pair, and each writer's first plan are not timed.
    expected=$((changes + 2 + 2 + WRITERS + $(wc -l < ../logs/hand)))
    test "$(wc -l < ../logs/history)" = "$expected" ||
      { echo "$(wc -l < ../logs/history) commits, not $expected" >&2; exit 1; }
    git fsck --strict --no-dangling --no-progress >&2
    cat ../logs/times.* | sort -n | awk -v reads="$(wc -l < ../logs/reads)" -v hand="$(wc -l < ../logs/hand)" '
      { time[NR] = $1 } END { print NR + hand, reads, time[NR], time[int((NR + 1) / 2)] }'
    """

  func run() async throws -> Outcome {
    let scratch = try await ScratchRepository()
    let result = try await Binary(repository: scratch).shell(
      Self.script, adding: ["WRITERS": "\(writers)", "SECONDS_TO_RUN": "\(seconds)"])
    try #require(result.exitCode == 0, "\(result.messages)\(result.output)")
    #expect(result.messages == "")
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 4, "\(result.output)")
    return Outcome(
      changes: numbers[0], reads: numbers[1], longestWait: numbers[2], medianWait: numbers[3])
  }
}

@Suite("Writers beside git's housekeeping, commits by hand, and readers")
struct BusyBoardTests {
  @Test("are all stored; no reader sees half a change; nobody waits much longer than the others")
  func busy() async throws {
    let outcome = try await BusyBoard(writers: 4, seconds: 3).run()
    #expect(outcome.changes > 0 && outcome.reads > 0, "\(outcome)")
  }
}

@Suite("Eight writers beside git's housekeeping, commits by hand, and readers", .soak)
struct BusyBoardSoak {
  @Test("are all stored for a minute, or for as long as there is; the longest wait is fair")
  func busy() async throws {
    let seconds = min(60, Int(Soak.duration?.components.seconds ?? 0))
    let outcome = try await BusyBoard(writers: 8, seconds: seconds).run()
    print("soak: BusyBoardSoak \(outcome)")
    // All writers wait about equally long. Longer waits come from git, which locks the branch.
    #expect(outcome.longestWait < 20 * outcome.medianWait + 2000, "milliseconds: \(outcome)")
  }
}
