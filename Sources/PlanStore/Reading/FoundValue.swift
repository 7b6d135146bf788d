import Git
package import PlanModel

/// An invalid value that is not shown, and its place.
package struct FoundValue: Hashable, Sendable {
  /// The path of the file on the branch.
  package let path: String
  /// The plan; nil for the board's settings.
  package let plan: PlanID?
  package let wrong: WrongValue
  /// The line in the file, counted from 1; nil if unknown.
  package let line: Int?
}

extension BoardSnapshot {
  /// Returns the invalid values of one plan, which are not shown.
  package func wrongValues(of id: PlanID) throws -> [FoundValue] {
    guard let document = try readableDocument(id) else { return [] }
    return try wrongValues(of: .plan(id), document)
  }

  /// Returns the invalid values that are new since an older commit.
  ///
  /// - Parameter before: The older commit; nil to check all files.
  /// - Complexity: Compares the trees and reads the files that differ, many of them on all
  ///   processors.
  package func wrongValues(since before: ObjectID?) throws -> [FoundValue] {
    let differences = try repository.treeDifferences(from: repository.tree(of: before), to: tree)
    let board = board
    let suspects = try repository.onAllProcessors(differences[...]) { part, repository in
      var suspects: [TreeDifference] = []
      for difference in part {
        guard let file = BoardFile(path: difference.path), let new = difference.new,
          let document = try file.read(new, from: repository).document,
          !document.wrongValues(on: board).isEmpty
        else { continue }
        suspects.append(difference)
      }
      return suspects
    }
    var found: [FoundValue] = []
    for difference in suspects {
      guard let file = BoardFile(path: difference.path), let new = difference.new,
        let document = try file.read(new, from: repository).document
      else { continue }
      let known = try difference.old.flatMap { old in
        try file.read(old, from: repository).document
      }
      found += try wrongValues(of: file, document, besides: known)
    }
    return found
  }

  /// Returns the invalid values of a file.
  ///
  /// - Parameter known: An older version of the file. Invalid values that it has too are left out.
  func wrongValues(
    of file: BoardFile, _ document: PlanDocument, besides known: PlanDocument? = nil
  ) throws -> [FoundValue] {
    guard document.format <= PlanDocument.supportedFormat else { return [] }
    var wrong = document.wrongValues(on: board)
    if wrong.isEmpty { return [] }
    if let known {
      let old = Set(known.wrongValues(on: board))
      wrong.removeAll { old.contains($0) }
    }
    let entry = try repository.treeEntry(at: file.path, in: tree)
    let bytes = if let entry { try repository.blob(entry.id) } else { [UInt8]() }
    return FileCheck.found(wrong, in: file, at: file.path, bytes: bytes)
  }
}

extension PlanDocument {
  /// Returns the invalid values, including those that do not match the board's definition of their
  /// field. A server's guard accepts the latter, because somebody may have changed the field
  /// meanwhile.
  fileprivate func wrongValues(on board: Board) -> [WrongValue] {
    wrongValues + misfits(on: board)
  }
}

extension FileCheck {
  static func found(
    _ wrong: [WrongValue], in file: BoardFile?, at path: String, bytes: [UInt8]
  ) -> [FoundValue] {
    let lines = WrongValue.lines(of: wrong, in: bytes)
    return wrong.map {
      FoundValue(path: path, plan: file?.planID, wrong: $0, line: lines[$0])
    }
  }
}
