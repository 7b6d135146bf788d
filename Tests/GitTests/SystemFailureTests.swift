import Git
import Testing

@Suite("What the words of git say of the system")
struct SystemFailureTests {
  @Test(
    "The system's words at the end of a line are recognized",
    arguments: [
      ("error: unable to write file: No space left on device", SystemFailure.diskFull),
      ("fatal: x: Disk quota exceeded", .quotaExceeded),
      ("fatal: cannot mkdir y: Read-only file system", .readOnlyDisk),
      ("error: insufficient permission\nfatal: open z: Permission denied\nhint: x", .noPermission),
      ("fatal: read error: Input/output error", .deviceError),
      ("error: couldn't write 'refs/x'\nfatal: x", .unwritable),
      ("error: couldn't write 'x'\nfatal: No space left on device", .diskFull),
      (
        "error: insufficient permission for adding an object to repository database /x/objects",
        .noPermission
      ),
    ])
  func words(text: String, expected: SystemFailure) {
    #expect(failure(text).system == expected)
  }

  @Test(
    "Words in the middle of a line, before the last lines, or of a missing file are none",
    arguments: [
      "fatal: 'No space left on device' is no branch",
      "remote: error: insufficient permission for adding an object to repository",
      "No space left on device\n" + String(repeating: "x\n", count: 8),
      "fatal: cannot open 'x': No such file or directory", "",
    ])
  func noWords(text: String) {
    #expect(failure(text).system == nil)
  }

  @Test("A lock file is one of this repository, not one that the remote tells of")
  func lockFile() {
    let words = "Unable to create '/x/.git//refs/heads/a.lock': File exists."
    #expect(failure("error: \(words)").lockFile == "/x/.git/refs/heads/a.lock")
    #expect(failure("remote: error: \(words)").lockFile == nil)
    #expect(failure("fatal: Unable to create '/x/a.lock': Permission denied").lockFile == nil)
  }

  private func failure(_ text: String) -> ProgramFailure {
    ProgramFailure(command: "git fetch", exitCode: 128, standardError: text)
  }
}
