extension Problem {
  /// Adds what helps where a disk does not take what is written.
  ///
  /// It is told by the system's words at the end of a line, as libgit2 and git pass on no number.
  mutating func explainDisk() {
    guard hints.isEmpty else { return }
    let lines = [message] + detail
    for trouble in Self.troubles where lines.contains(where: { $0.hasSuffix(trouble.words) }) {
      code = trouble.code
      hints = [trouble.hint]
      return
    }
    if lines.contains(where: { $0.contains("couldn't write '") }) {
      hints = ["see whether that disk is full or failing; git does not say"]
    }
  }

  private typealias Trouble = (words: String, code: Code, hint: Hint)

  private static let troubles: [Trouble] = [
    ("No space left on device", .diskFull, full),
    ("Disk quota exceeded", .diskFull, full),
    (
      "Read-only file system", .readOnlyDisk,
      "the board can be read there; to change it, clone the repository to another disk"
    ),
    (
      "Permission denied", .noPermission,
      "the board can be read there; ask the owner of the folder for the right to write"
    ),
    (
      "Input/output error", .diskError,
      "the disk may be failing; copy the repository to another one before anything else"
    ),
  ]

  private static let full: Hint = "make room on that disk, then run the same command again"
}
