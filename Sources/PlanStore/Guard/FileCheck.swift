import Git
import PlanModel

/// Judges the file of a plan or of a board's settings by itself, as an editor or a script left it.
package enum FileCheck {
  /// - Parameters:
  ///   - name: The file's name, whose folders do not count: `k7m2q9x4t1ab.json` or `board.json`.
  ///     Any other name is taken for a copy of a plan.
  /// - Returns: What is wrong with it.
  package static func violations(of bytes: [UInt8], named name: String) -> [Violation] {
    guard bytes.count <= JSONReader.maximumSize else {
      return unreadable("it is longer than \(JSONReader.maximumSize) bytes", name)
    }
    let document: PlanDocument
    switch read(bytes, named: name) {
    case .unreadable(let reason): return unreadable(reason, name)
    case .document(let read): document = read
    }
    guard document.format <= PlanDocument.supportedFormat else {
      return unreadable(BoardSnapshot.tooNew(document.format), name)
    }
    return bytes == PlanFile.bytes(of: document) ? [] : [Violation(.notCanonical, path: name)]
  }

  private static func unreadable(_ reason: String, _ name: String) -> [Violation] {
    [Violation(.unreadable(reason: reason), path: name)]
  }

  private static func read(_ bytes: [UInt8], named name: String) -> OwnedFile.Content {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    if base == OwnedFile.board.path { return OwnedFile.board.read(bytes) }
    if base.hasSuffix(".json"), let id = PlanID(String(base.dropLast(5))) {
      return OwnedFile.plan(id).read(bytes)
    }
    do {
      let document = try PlanFile.read(bytes)
      guard let id = PlanID(document.id.text) else {
        return .unreadable(reason: "its 'id' is '\(document.id)', which is none of a plan")
      }
      return OwnedFile.plan(id).read(bytes)
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}
