import Git
import PlanModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file with the ends of a board's columns in a clone: `<git dir>/pmgit/ends-<board>.json`.
///
/// It can be rebuilt from the board, so it may be deleted. A file that can't be read or written
/// only costs the time of reading the board again.
struct ColumnEndsFile {
  private let path: String

  init(in folder: String, board: BoardName) { path = "\(folder)/ends-\(board).json" }

  func read() -> AllColumnEnds? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= JSONReader.maximumSize {
      let count = systemRead(file, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    do {
      return try AllColumnEnds(JSONReader.value(in: bytes))
    } catch {
      return nil  // Cut off, or no file of ours: it is made anew.
    }
  }

  /// Replaces the file as a whole; a link in its place is replaced, not followed.
  func write(_ ends: AllColumnEnds) {
    let draft = path + ".\(getpid())"
    unlink(draft)
    guard let file = fopen(draft, "wxe") else { return }
    let bytes = CanonicalJSON.bytes(of: ends.json)
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    if fclose(file) == 0, isWhole, rename(draft, path) == 0 { return }
    unlink(draft)
  }
}

// The C function, whose name a method above hides.
private let systemRead = read

extension AllColumnEnds {
  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object,
      let commit = object["commit"]?.string.flatMap({ ObjectID(hex: $0) }),
      let columns = object["columns"]?.object
    else { return nil }
    self.init(commit: commit)
    for member in columns.members {
      let ranks = member.value.array?.compactMap(\.string) ?? []
      guard ranks.count == 2, ranks.allSatisfy(Rank.isValid) else { continue }
      self.columns[member.key] = ColumnEnds(first: ranks[0], last: ranks[1])
    }
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    for (column, ends) in columns {
      object[column] = .strings([ends.first, ends.last].compactMap(\.self))
    }
    return .object(["commit": .string(commit.hex), "columns": .object(object)])
  }
}
