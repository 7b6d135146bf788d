import PmgitTestSupport
import Testing

@Suite("Attaching standard input")
struct AttachedInputTests {
  @Test("ends soon after the board's limit, however much there is")
  func endless() async throws {
    let pmgit = Binary(repository: try await ScratchRepository())
    let result = try await pmgit.shell(
      """
      pmgit init -q && id=$(pmgit add Plan) && pmgit config attachments --limit 1kB || exit 1
      head -c 300000000 /dev/zero | pmgit attach "$id" - --name zeros
      echo "${PIPESTATUS[@]}"
      """)
    // 'head' could not write everything, because nobody read it.
    #expect(result.output.hasSuffix("1\n") && !result.output.hasPrefix("0 "), "\(result)")
    let words = "pmgit: standard input is larger than 1 kB, the board's limit\n"
    #expect(result.messages.contains(words), "\(result)")
  }
}
