import PmgitTestSupport
import Testing

/// Repositories that git itself can't use, or only in part.
@Suite("What is broken in a repository is named")
struct BrokenRepositoryTests {
  @Test("A broken configuration, with file and line", arguments: ["local", "global"])
  func configuration(scope: String) async throws {
    let messages = try await OddRepository(
      scope,
      """
      works; file=\(scope == "local" ? ".git/config" : "$GIT_CONFIG_GLOBAL")
      cp "$file" ../kept; echo '[broken' >> "$file"; lines=$(wc -l < "$file")
      fails 1 pmgit list; fails 1 pmgit add x 2> ../again
      grep -q "(in .*config:$lines)" ../again; cp ../kept "$file"; works
      """
    ).run()
    #expect(messages.hasPrefix("pmgit: git's configuration can't be read: failed to parse"))
    #expect(
      messages.hasSuffix("hint: correct that line in an editor; git itself fails on it too\n"))
  }

  @Test("A broken HEAD, with what to type", arguments: ["garbage", ""])
  func head(text: String) async throws {
    let messages = try await OddRepository(
      "HEAD",
      """
      works; printf '\(text)' > .git/HEAD; before=$(cat .git/refs/heads/pmgit/main)
      pmgit list -q > /dev/null; fails 1 pmgit add x
      test "$before" = "$(cat .git/refs/heads/pmgit/main)"
      echo "ref: refs/heads/main" > .git/HEAD; works
      """
    ).run()
    #expect(
      messages == """
        pmgit: the file 'HEAD' of this repository is broken
        hint: write the name of your branch to it: 'echo "ref: refs/heads/main" > .git/HEAD'

        """)
  }

  @Test("Borrowed objects whose owner is gone")
  func lostAlternates() async throws {
    let messages = try await OddRepository(
      "alternates",
      """
      commits 1; works; git clone -q --shared . ../borrower; mv ../repository ../moved; cd ../borrower
      pmgit list > ../out 2> ../told && exit 1
      grep -q 'object not found' ../told; tail -n 1 ../told >&2
      git fsck > /dev/null 2>&1 && exit 1; mv ../moved ../repository; works
      """
    ).run()
    #expect(messages.hasPrefix("hint: see what is damaged, and what is whole, with 'pmgit doctor'"))
  }
}
