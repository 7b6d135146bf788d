import Git

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A note that a command writes before it moves a branch that work trees have checked out, and
/// removes when they have followed.
///
/// It identifies a work tree that a killed command left behind; without it that one looks like a
/// work tree in which a person has staged an older version.
struct WorktreeJournal {
  private let path: String

  /// The commit that work trees show, and the one that they are to follow to.
  struct Step {
    let old: ObjectID
    let new: ObjectID
  }

  /// - Parameter folder: The folder of the writers' lock, which guards the note.
  init(in folder: String) { path = folder + "/following" }

  /// Notes which commit work trees show, and which one they are to follow to.
  ///
  /// A disk that does not take the note does not take the change either, and the change reports it.
  /// A symbolic link in the note's place is replaced, not followed.
  func write(from old: ObjectID, to new: ObjectID) {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return }
    fputs("\(old) \(new)\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// Reads the noted commits, which are there if a command was killed before its work trees
  /// followed.
  func read() -> Step? {
    // Without blocking, as opening a pipe would.
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

// The C function, whose name a method above hides.
private let systemRead = read
