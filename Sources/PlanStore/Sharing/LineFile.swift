import Libc

/// A small file in which a clone keeps one line for its next command. pmgit also works without it.
package struct LineFile {
  package let path: String

  /// Writes the line. A symbolic link at the file's path is replaced, not followed.
  ///
  /// - Returns: Whether the file was written.
  @discardableResult func write(_ line: String) -> Bool {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return false }
    let isWritten = fputs(line + "\n", file) >= 0
    return fclose(file) == 0 && isWritten
  }

  /// Replaces the line in one step, so that a reader finds the old or the new one.
  ///
  /// - Returns: Why the file can't be written; nil if it was.
  package func replace(with line: String) -> String? {
    let new = LineFile(path: path + ".new")
    if new.write(line), rename(new.path, path) == 0 { return nil }
    return String(cString: strerror(errno))
  }

  /// Returns the beginning of the line; nil without a readable file. A symbolic link is not
  /// followed.
  package func read(atMost limit: Int = 100) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit, !bytes.contains(0x0A) {
      let count = systemRead(file, &part, min(part.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Removes the file, if there is one.
  package func remove() { unlink(path) }
}

extension BoardStore {
  /// The file with the last commit whose push was begun, even if the push failed. Other clones may
  /// have it as soon as the push begins, while the remote-tracking branch moves only after the
  /// remote's answer. Without the file, pmgit relies on the tracking branch alone.
  var sentFile: LineFile { LineFile(path: "\(lockFolder)/sent-\(name)") }

  /// The file with the commit up to which a person has read the changes of the board.
  var readFile: LineFile { LineFile(path: "\(lockFolder)/read-\(name)") }

  /// The file with the messages of automatic syncs that no command has shown yet.
  package var messageFile: LineFile { LineFile(path: "\(lockFolder)/messages-\(name)") }

  /// Returns the file with the day on which this clone last showed a message of advice.
  package func adviceFile(_ advice: String) -> LineFile {
    LineFile(path: "\(lockFolder)/advice-\(advice)")
  }

  /// Returns the file in which this clone notes the last runs of a bridge. Only during a
  /// `bridgeTurn()` may it be written.
  package func bridgeFile(_ name: String) -> LineFile {
    LineFile(path: "\(lockFolder)/bridge-\(name)")
  }
}

// The C function; a method above hides its name.
private let systemRead = read
