import Git
import PlanModel

/// The check of a single file of a board: its content and its violations.
package struct FileCheck {
  /// The content; nil if it can't be read or has a newer format.
  let document: PlanDocument?
  package let violations: [Violation]

  /// Checks a file that a push changes.
  ///
  /// - Parameters:
  ///   - mode: The file's mode. pmgit never writes executable files.
  ///   - bytes: Reads the file, to compare it with pmgit's format. Called only for readable files.
  init(
    _ content: BoardFile.Content, at path: String, mode: FileMode = .blob,
    bytes: () throws -> [UInt8]
  ) throws {
    switch content {
    case .unreadable(let reason):
      document = nil
      violations = [Violation(.unreadable(reason: reason), path: path)]
    case .contents(let read) where read.format > PlanDocument.supportedFormat:
      document = nil
      violations = [Violation(.tooNew(format: read.format), path: path)]
    case .contents(let read):
      let found = PlanDocument(read)
      document = found
      let isCanonical = try bytes() == PlanFile.bytes(of: found) && mode == .blob
      violations = isCanonical ? [] : [Violation(.notCanonical, path: path)]
    }
  }

  /// Checks a file that an editor or a script wrote.
  ///
  /// - Parameter name: The file's name, such as `k7m2q9x4t1ab.json` or `board.json`; folders are
  ///   ignored. A file with any other name is treated as a copy of a plan.
  package init(of bytes: [UInt8], named name: String) throws {
    let check = try FileCheck(Self.read(bytes, named: name), at: name) { bytes }
    document = check.document
    let wrong = check.document?.wrongValues ?? []
    let file = check.document.flatMap { PlanID($0.id.text) }.map(BoardFile.plan)
    violations =
      check.violations
      + Self.found(wrong, in: file, at: name, bytes: bytes)
      .map { Violation(.wrongValue($0), path: name) }
  }

  private static func read(_ bytes: [UInt8], named name: String) -> BoardFile.Content {
    guard bytes.count <= JSONReader.maximumSize else {
      return .unreadable(reason: "it is longer than \(JSONReader.maximumSize) bytes")
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    if base == BoardFile.board.path { return BoardFile.board.read(bytes) }
    if base.hasSuffix(".json"), let id = PlanID(String(base.dropLast(5))) {
      return BoardFile.plan(id).read(bytes)
    }
    do {
      let contents = try PlanFile.contents(of: bytes)
      guard let id = PlanID(contents.id.text) else {
        return .unreadable(reason: "its 'id' '\(contents.id)' is not a plan id")
      }
      return BoardFile.plan(id).read(bytes)
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}
