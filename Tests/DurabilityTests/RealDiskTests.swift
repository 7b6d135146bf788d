import Foundation
import PmgitTestSupport
import Subprocess
import Testing

/// Real disks: a small one that is full, one that is mounted read-only, and a repository that
/// belongs to another user.
///
/// Mounting needs root. It happens in a separate mount namespace, so nothing stays mounted.
@Suite(.enabled(if: Mounting.isPossible, Mounting.reason))
struct RealDiskTests {
  /// Runs a script in its own mount namespace, with pmgit on the PATH.
  private func run(
    _ script: String, in trial: Trial
  ) async throws -> (output: String, messages: String, exitCode: Int32) {
    try trial.repository.write(script, to: "script")
    return try await Binary(repository: trial.repository).shell(
      "unshare --mount bash '\(trial.repository.folder)/script'")
  }

  /// Shell commands that copy the repository to a new disk of two megabytes, and change to the
  /// copy.
  private let small = """
    set -e
    beside=$(realpath ..)
    mkdir ../small
    mount -t tmpfs -o size=2m tmpfs ../small
    cp -a . ../small/repository
    cd ../small/repository
    limit() {  # Leaves so many kilobytes free.
      rm -f ../filler
      head -c 4000000 /dev/zero > ../filler 2>/dev/null || true
      truncate -s -${1}K ../filler
    }

    """

  @Test("On a full disk no command says that it has done what it has not")
  func full() async throws {
    let trial = try await Trial(.add)
    // The free space shrinks step by step to nothing. Everything reported as stored must be there.
    let result = try await run(
      small + """
        set +e
        for free in 400 200 120 80 60 48 40 32 28 24 20 16 12 8 4 0; do
          limit $free
          before=$(git rev-parse pmgit/main)
          pmgit add "Plan $free" --body "$(head -c 9000 /dev/urandom | base64)" > "$beside/id" 2> "$beside/words"
          code=$?
          after=$(git rev-parse pmgit/main)
          pmgit list > /dev/null || echo "no list at $free"
          if [ $code = 0 ]; then
            pmgit export | grep -q "\\"$(cat "$beside/id")\\"" || echo "lost at $free"
          else
            [ $code = 1 ] || echo "exit code $code at $free"
            [ "$before" = "$after" ] || echo "moved at $free"
            grep -q "'/.*No space left on device" "$beside/words" || echo "at $free: $(cat "$beside/words")"
            grep -q "hint: make room" "$beside/words" || echo "no hint at $free"
            echo "refused at $free" >&2
          fi
          git fsck --full --strict --no-dangling --no-progress 2>&1 || echo "fsck at $free"
        done
        rm -f ../filler
        pmgit add -q "Room again" > "$beside/id" || echo "no room"
        git fsck --full --strict --no-dangling --no-progress 2>&1 || echo "fsck"
        """, in: trial)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.output.isEmpty, "\(result.output)")
    #expect(result.messages.contains("refused at 0"), "\(result)")
    #expect(!result.messages.contains("refused at 400"), "\(result)")
  }

  @Test("An import into a disk that gets full stores all of it or nothing")
  func importing() async throws {
    let trial = try await Trial(.importing)
    try trial.repository.write(
      (0..<150).map { number in
        let body = String((0..<4000).map { _ in "abcdefghijklmnop".randomElement() ?? "a" })
        return "{\"title\":\"Plan \(number)\",\"body\":\"\(body)\"}\n"
      }.joined(), to: "plans.jsonl")
    let result = try await run(
      "plans=$PWD/../plans.jsonl\n" + small + """
        set +e
        for free in 40 100 180 260 300 320 340 360 400 800; do
          limit $free
          before=$(git rev-parse pmgit/main)
          pmgit import "$plans" 2> "$beside/words"
          code=$?
          if [ $code = 0 ]; then
            [ "$(pmgit list | wc -l)" -ge 150 ] || echo "lost at $free"
            echo "stored at $free" >&2
            git update-ref refs/heads/pmgit/main "$before"
            git reflog expire --expire=now --all && git gc -q --prune=now
          else
            [ $code = 1 ] || echo "exit code $code at $free"
            [ "$before" = "$(git rev-parse pmgit/main)" ] || echo "moved at $free"
            grep -q "'/.*No space left on device" "$beside/words" || echo "at $free: $(cat "$beside/words")"
            echo "refused at $free" >&2
          fi
          git fsck --full --strict --no-dangling --no-progress 2>&1 || echo "fsck at $free"
        done
        """, in: trial)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.output.isEmpty, "\(result.output)")
    #expect(result.messages.contains("refused at 40"), "\(result)")
    #expect(result.messages.contains("stored at 800"), "\(result)")
  }

  @Test("On a disk mounted for reading the board can be read, and the error says what is wrong")
  func readOnly() async throws {
    let trial = try await Trial(.add)
    let result = try await run(
      """
      set -e
      mount --bind . . && mount -o remount,ro,bind .
      cd .
      pmgit list > /dev/null && pmgit board > /dev/null && pmgit log > /dev/null
      pmgit add Wanted || echo "exit code $?"
      """, in: trial)
    #expect(result.output == "exit code 1\n", "\(result)")
    #expect(result.messages.contains("Read-only file system"), "\(result)")
    #expect(result.messages.contains("'\(trial.repository.path)/.git/"), "\(result)")
    #expect(result.messages.contains("hint: the board can be read there"), "\(result)")
  }

  @Test("Who may read a repository and not write there is told so")
  func foreign() async throws {
    let trial = try await Trial(.add)
    let result = try await Binary(repository: trial.repository).shell(
      """
      chmod 755 .. && chmod -R go=rX,u+w . && mkdir ../away && chmod 777 ../away
      git config --file ../away/config safe.directory '*'
      git config --file ../away/config user.name Ben
      git config --file ../away/config user.email ben@example.org
      chmod 644 ../away/config
      export GIT_CONFIG_GLOBAL=$PWD/../away/config HOME=$PWD/../away
      as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
      as_nobody pmgit list > /dev/null || echo "no list"
      as_nobody pmgit add Wanted || echo "exit code $?"
      """)
    #expect(result.output == "exit code 1\n", "\(result)")
    #expect(result.messages.contains("Permission denied"), "\(result)")
    #expect(result.messages.contains("'\(trial.repository.path)/.git/"), "\(result)")
    #expect(result.messages.contains("hint: the board can be read there"), "\(result)")
  }
}
