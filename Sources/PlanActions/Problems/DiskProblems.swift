import Git

extension Problem {
  /// Sets the code and the hints for a disk that refuses a write.
  mutating func explain(_ failure: SystemFailure) {
    switch failure {
    case .diskFull, .quotaExceeded:
      code = .diskFull
      hints = ["make room on that disk, then run the same command again"]
    case .readOnlyDisk:
      code = .readOnlyDisk
      hints = [
        "the board can be read there; to change it, clone the repository to another disk"
      ]
    case .noPermission:
      code = .noPermission
      hints = ["the board can be read there; ask the owner of the folder for the right to write"]
    case .deviceError:
      code = .diskError
      hints = [
        "the disk may be failing; copy the repository to another one before anything else"
      ]
    case .unwritable:
      hints = ["see whether that disk is full or failing; git does not say"]
    case .noSuchFile: break
    }
  }
}
