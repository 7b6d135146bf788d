import PmgitTestSupport
import Testing

/// Many clones of one remote, which is a local folder.
struct SharingCrowd {
  /// A script that creates `hub.git` and its clones, `c1` and so on, which all have a board with
  /// four plans.
  ///
  /// The timeout is long, because the machine may be slow. Other tests check the timeout itself.
  private static let clones = """
    set -euo pipefail
    cd ..
    git init -q --bare hub.git; git -C repository remote add origin ../hub.git
    cd repository
    git commit -q --allow-empty -m code; git config pmgit.timeout 3600
    pmgit init -q
    for n in 1 2 3 4; do pmgit add -q "plan $n"; done > ../plans
    pmgit sync -q; cd ..
    for n in $(seq $COUNT); do
      cp -r repository "c$n"; git -C "c$n" config user.name "Dev $n"
      git -C "c$n" config user.email "dev$n@example.org"
    done
    # at_once COMMAND: runs it in all clones at the same moment; 'codes' has their exit codes.
    at_once() {
      rm -f code.*
      for n in $(seq $COUNT); do
        (cd "c$n"; code=0; eval "$1" > ../out.$n 2>&1 || code=$?; echo $code > ../code.$n) &
      done
      wait
      cat code.* | sort | uniq -c | awk '{ print $1 "x" $2 }' | paste -sd ' '
    }

    """

  /// Creates this many clones, runs a script, and returns the lines that it printed. The script
  /// finds the number of clones in `$COUNT`.
  static func run(_ count: Int, _ script: String) async throws -> [Substring] {
    let scratch = try await ScratchRepository()
    let result = try await Binary(repository: scratch).shell(
      clones + script, adding: ["COUNT": "\(count)"])
    try #require(result.exitCode == 0, "\(result.messages)\(result.output)")
    return result.output.split(separator: "\n")
  }
}

@Suite("Many clones of one remote, at the same moment")
struct SharingCrowdTests {
  @Test("Forty that sync all succeed; all edits are there, and each made one merge at most")
  func sync() async throws {
    let lines = try await SharingCrowd.run(
      40,
      """
      for n in $(seq $COUNT); do (cd "c$n"; pmgit add -q "by $n"); done | sort > added
      at_once 'pmgit sync -q'
      git -C hub.git ls-tree -r --name-only pmgit/main plans/ |
        sed 's|.*/||; s|\\.json$||' | sort | comm -12 - added | wc -l
      echo $(($(git -C hub.git rev-list --count --merges pmgit/main) < COUNT))
      at_once 'pmgit sync -q'
      for n in $(seq $COUNT); do git -C "c$n" rev-parse pmgit/main; done | sort -u > tips
      git -C hub.git rev-parse pmgit/main | diff - tips && echo 'at rest'
      git -C hub.git fsck --strict --no-dangling --no-progress
      """)
    #expect(lines == ["40x0", "40", "1", "40x0", "at rest"])
  }

  @Test("Of twelve that want one of four plans, four get it, and nobody gets another one's")
  func take() async throws {
    let lines = try await SharingCrowd.run(
      12,
      """
      at_once 'pmgit take "$(sed -n $((n % 4 + 1))p ../plans)"'
      cat out.* | grep -c "'origin' accepted it"
      cat out.* | grep -c 'was taken by Dev'
      for n in $(seq $COUNT); do
        [ "$(cat code.$n)" != 0 ] || echo "$(sed -n $((n % 4 + 1))p plans) Dev $n"
      done | sort > winners
      (cd c1; pmgit sync -q; pmgit resolve --list -q; for id in $(cat ../plans); do
        echo "$id $(pmgit show "$id" | sed -n 's/^owner\\t\\(.*\\) <.*/\\1/p')"
      done) | sort | diff winners - && echo 'as told'
      """)
    #expect(lines == ["4x0 8x1", "4", "8", "as told"])
  }
}
