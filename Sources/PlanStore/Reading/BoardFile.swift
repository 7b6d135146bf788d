import Git
import PlanModel

/// A file of the board's branch with a plan or the settings. pmgit merges these files field by
/// field.
enum BoardFile: Hashable {
  case board
  case plan(PlanID)

  /// Creates the file at a path; nil if the path is not that of a plan or the settings.
  init?(path: String) {
    if path == "board.json" {
      self = .board
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "plans", parts[2].hasSuffix(".json"),
      let id = PlanID(String(parts[2].dropLast(5))), id.folder == parts[1]
    else { return nil }
    self = .plan(id)
  }

  var path: String {
    switch self {
    case .board: "board.json"
    case .plan(let id): id.path
    }
  }

  /// Creates the file at a path in the bytes of a tree; nil if the path is not that of a plan or
  /// the settings.
  init?(path: [UInt8]) {
    guard let text = String(validating: path, as: UTF8.self) else { return nil }
    self.init(path: text)
  }

  var planID: PlanID? { if case .plan(let id) = self { id } else { nil } }

  /// The required value of the file's `id` member.
  var id: ExactString {
    switch self {
    case .board: PlanDocument.boardID
    case .plan(let id): ExactString(id.text)
    }
  }

  enum Content {
    case contents(PlanContents)
    case unreadable(reason: String)

    /// The contents as a document, for merging; nil if the file can't be read.
    var document: PlanDocument? {
      if case .contents(let contents) = self { PlanDocument(contents) } else { nil }
    }
  }

  /// Reads the file from a tree's entry.
  ///
  /// Checks the size before it reads the content, so that a hostile blob costs no memory.
  func read(_ entry: TreeEntry, from repository: Repository) throws -> Content {
    try read(entry.id, entry.mode, from: repository)
  }

  func read(_ id: ObjectID, _ mode: FileMode, from repository: Repository) throws -> Content {
    guard mode == .blob || mode == .executable else {
      return .unreadable(reason: "it is not a file but a \(mode.noun)")
    }
    let bytes: [UInt8]?
    do {
      bytes = try repository.blob(id, atMost: JSONReader.maximumSize)
    } catch {
      // A fetched tree may list a commit or a tree as a file.
      guard error.code == .invalid else { throw error }
      return .unreadable(reason: error.message)
    }
    guard let bytes else {
      return .unreadable(reason: "it is longer than \(JSONReader.maximumSize) bytes")
    }
    return read(bytes)
  }

  /// Reads the file from its bytes.
  func read(_ bytes: [UInt8]) -> Content {
    do {
      let contents = try PlanFile.contents(of: bytes)
      guard contents.id == id else {
        return .unreadable(reason: "its 'id' is '\(contents.id)', its name says '\(id)'")
      }
      return .contents(contents)
    } catch {
      return .unreadable(reason: "\(error)" + Self.marker(at: error.line, in: bytes))
    }
  }

  /// Returns an addition to an error's message if a line is a conflict marker of git, else an empty
  /// text.
  private static func marker(at line: Int, in bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return "" }
    let start = String(decoding: lines[line - 1].prefix(7), as: UTF8.self)
    let markers = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"]
    return markers.contains(start) ? ", found git's conflict marker '\(start)'" : ""
  }
}

extension FileMode {
  /// The noun for an entry with this mode, for messages.
  var noun: String {
    switch self {
    case .tree: "folder"
    case .link: "symbolic link"
    case .commit: "submodule"
    default: "file"
    }
  }
}
