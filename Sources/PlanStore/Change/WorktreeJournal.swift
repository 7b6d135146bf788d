import Git

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A note that a command writes before it moves a checked-out branch, and removes after the work
/// trees are updated.
///
/// It shows that a killed command left a work tree behind. Without the note, it would look as if a
/// person had staged an older version.
struct WorktreeJournal {
  private let path: String

  /// The commit that work trees show, and the commit to update them to.
  struct Step {
    let old: ObjectID
    let new: ObjectID
  }

  /// - Parameter folder: The folder of the writers' lock, which guards the note.
  init(in folder: String) { path = folder + "/following" }

  /// Writes the commit that work trees show and the commit to update them to.
  ///
  /// Errors are ignored: if the disk rejects the note, writing the change fails too and is
  /// reported. A symbolic link at the note's path is replaced, not followed.
  func write(from old: ObjectID, to new: ObjectID) {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return }
    fputs("\(old) \(new)\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// Reads the note; nil if there is none. A note remains if a command was killed before it updated
  /// its work trees.
  func read() -> Step? {
    // Opening a pipe would block, hence O_NONBLOCK.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = systemRead(file, &bytes, bytes.count)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split {
      $0 == " " || $0 == "\n"
    }
    guard words.count == 2, let old = ObjectID(hex: String(words[0])),
      let new = ObjectID(hex: String(words[1]))
    else { return nil }
    return Step(old: old, new: new)
  }
}

// The C function; a method above hides its name.
private let systemRead = read
