import Git

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command notes before it moves a branch that work trees have checked out, and strikes out
/// when they have followed: so that it is known of a work tree which a killed command left behind.
///
/// Without the note it could not be told from one where a person has staged an older version.
struct FollowingNote {
  private let path: String

  /// - Parameter folder: That of the writers' lock, which keeps the note from others.
  init(in folder: String) { path = folder + "/following" }

  /// Notes which commit work trees show, and which one they are to follow to.
  ///
  /// A disk that does not take the note does not take the change either, and that says so.
  func write(from old: ObjectID, to new: ObjectID) {
    guard let file = fopen(path, "we") else { return }
    fputs("\(old) \(new)\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// The commits that were noted, if a command was killed before its work trees had followed.
  func read() -> (old: ObjectID, new: ObjectID)? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = fread(&bytes, 1, bytes.count, file)
    let words = String(decoding: bytes[..<count], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let old = ObjectID(hex: String(words[0])),
      let new = ObjectID(hex: String(words[1]))
    else { return nil }
    return (old, new)
  }
}
