import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// The expected content of clones, computed from the changes that each person has seen.
struct ReplicaModel {
  typealias Changes = WriteHistory.Changes

  /// The writes of each plan, and of the board's settings.
  private var plans: [PlanID: WriteHistory] = [:]
  private var board = WriteHistory()
  /// The versions of each file that is not pmgit's. A version's text is stored as the only field of
  /// a document.
  private var foreign: [String: WriteHistory] = [:]
  private static let text = ElementPath.field("text")
  /// The contents of attached files, each with the change that attached it.
  private var contents: [(text: String, change: Int)] = []
  private(set) var changeCount = 0
  /// Whether a file was written in a layout other than pmgit's. Such a file keeps its layout until
  /// the plan is changed or merged, so equal documents may have different bytes.
  private(set) var hasForeignLayout = false
  /// The tree `plans` of a clone, by the changes that the clone has seen.
  private var trees: [Changes: ObjectID] = [:]
  private(set) var comparisons = 0

  // MARK: - Changes

  /// Begins a change by a person who has seen `seen`.
  ///
  /// - Returns: The change, and what the person has seen including it.
  mutating func begin(seeing seen: Changes) -> (change: Int, seen: Changes) {
    defer { changeCount += 1 }
    return (changeCount, seen | WriteHistory.bit(changeCount))
  }

  mutating func note(
    _ edits: [Edit], of plan: PlanID?, stamp: Stamp, in change: (change: Int, seen: Changes)
  ) {
    for edit in edits {
      if let plan {
        plans[plan, default: WriteHistory()]
          .note(edit, stamp: stamp, in: change.change, seen: change.seen)
      } else {
        board.note(edit, stamp: stamp, in: change.change, seen: change.seen)
      }
    }
  }

  /// Notes a value that a person wrote into a file by hand. It replaces all other values at the
  /// path.
  mutating func noteByHand(
    _ value: JSONValue, at path: ElementPath, of plan: PlanID, canonical: Bool = true,
    in change: (change: Int, seen: Changes)
  ) {
    if !canonical { hasForeignLayout = true }
    plans[plan, default: WriteHistory()]
      .replace(path, by: [StampedValue(value: value)], in: change.change, seen: change.seen)
  }

  /// Notes every difference between two versions of a file.
  mutating func noteDifference(
    from before: PlanDocument?, to after: PlanDocument, of plan: PlanID?,
    in change: (change: Int, seen: Changes)
  ) {
    var history = plan.map { plans[$0] ?? WriteHistory() } ?? board
    for path in Set(after.elements.keys).union(before?.elements.keys ?? [:].keys) {
      let old = before?[path] ?? []
      guard after[path] != old else { continue }
      history.replace(
        path, by: after[path].filter { !old.contains($0) },
        keeping: after[path].filter(old.contains), in: change.change, seen: change.seen)
    }
    if let plan { plans[plan] = history } else { board = history }
  }

  /// Returns a description of what an undo or a redo did wrong, or nil.
  ///
  /// Every value that the command writes must have been written at the same path before, or be
  /// null. An undo may remove the person's own values, and those restored by undos and redos, but
  /// nothing that another person wrote.
  func wrong(
    from before: PlanDocument, to after: PlanDocument, of plan: PlanID?, isUndo: Bool,
    isOwn: (_ change: Int) -> Bool
  ) -> String? {
    guard let history = plan.map({ plans[$0] }) ?? board else { return nil }
    for path in Set(after.elements.keys).union(before.elements.keys) {
      // A deletion gets a new value, and ranks depend on the columns.
      if ["deleted", "rank"].contains(path.fieldName) || path.fieldName.hasSuffix("/gone") {
        continue
      }
      let values = history.values(at: path)
      let new = after[path].filter { !before[path].contains($0) && !$0.value.isNull }
      if let made = new.first(where: { !values.contains($0.value) }) {
        return "wrote \(made) to \(path.fieldName)"
      }
      // In a conflict, an undo of one value writes a copy of the others; see `PlanDocument.apply`.
      let lost = before[path].filter { element in
        !after[path].contains { $0.value == element.value }
      }
      for element in lost where isUndo {
        let changes = history.changes(writing: element, at: path)
        if !changes.isEmpty, !changes.contains(where: isOwn) {
          return "removed \(element) from \(path.fieldName), which another person wrote"
        }
      }
    }
    return nil
  }

  mutating func noteContent(_ text: String, in change: (change: Int, seen: Changes)) {
    contents.append((text, change.change))
  }

  /// - Parameter text: nil if the file was removed.
  mutating func noteForeign(
    _ path: String, _ text: String?, in change: (change: Int, seen: Changes)
  ) {
    let elements = text.map { [StampedValue(value: .string($0))] } ?? []
    foreign[path, default: WriteHistory()]
      .replace(Self.text, by: elements, in: change.change, seen: change.seen)
  }

  /// Returns the plans that have at least one value after these changes.
  func plans(in seen: Changes) -> [PlanID] {
    plans.filter { _, history in
      history.paths.contains { !history.live($0, in: seen).isEmpty }
    }.keys.sorted()
  }

  // MARK: - Comparing

  /// Returns how a board differs from the expected content after these changes; nil if it does not.
  mutating func difference(of snapshot: BoardSnapshot, in seen: Changes) throws -> String? {
    let known = plans(in: seen)
    guard try snapshot.ids() == known else { return "has other plans than \(known)" }
    if let wrong = board.difference(of: snapshot.boardDocument, in: seen) {
      return "board: \(wrong)"
    }
    for id in known {
      guard let document = try snapshot.document(id) else { return "lost \(id)" }
      if let wrong = plans[id]?.difference(of: document, in: seen) { return "\(id): \(wrong)" }
    }
    let repository = snapshot.repository
    let tree = try repository.commit(snapshot.commit).tree
    for (path, history) in foreign {
      let versions = history.live(Self.text, in: seen).compactMap(\.value.string)
      if let wrong = try Self.difference(at: path, of: tree, in: repository, from: versions) {
        return wrong
      }
    }
    if let wrong = try differenceInContents(of: snapshot, tree, in: seen) { return wrong }
    return try differenceInBytes(of: tree, in: repository, seen)
  }

  /// Returns what is wrong with the contents of attached files; nil if nothing is. The board must
  /// have each content that was attached, and each content that a plan lists, at its path.
  private func differenceInContents(
    of snapshot: BoardSnapshot, _ tree: ObjectID, in seen: Changes
  ) throws -> String? {
    let repository = snapshot.repository
    for (text, change) in contents where seen & WriteHistory.bit(change) != 0 {
      let id = try repository.writeBlob(Array(text.utf8))
      let path = "files/\(id.hex.prefix(2))/\(id.hex)"
      guard try repository.treeEntry(at: path, in: tree)?.id == id else {
        return "lost the content \(text)"
      }
    }
    for id in plans(in: seen) {
      for file in try snapshot.document(id)?.files ?? [] {
        guard try snapshot.hasContent(of: file) else { return "\(id) has a file without content" }
      }
    }
    return nil
  }

  /// Returns what is wrong with a file; nil if it is correct. The file must be one of the versions
  /// that were not replaced, and the folder `quarantine` must have the others.
  private static func difference(
    at path: String, of tree: ObjectID, in repository: Repository, from versions: [String]
  ) throws -> String? {
    let found = try repository.treeEntry(at: path, in: tree)?.id
    var blobs = try versions.map { try repository.writeBlob(Array($0.utf8)) }
    guard let found else { return versions.isEmpty ? nil : "lost \(path), which is \(versions)" }
    guard let place = blobs.firstIndex(of: found) else {
      return "\(path) is \(found), and not one of \(versions)"
    }
    blobs.remove(at: place)
    for blob in blobs {
      let name = "quarantine/\(path.replacing("/", with: "%")).\(blob)"
      if try repository.treeEntry(at: name, in: tree) == nil { return "\(name) is missing" }
    }
    return nil
  }

  /// Returns a description if the tree `plans` differs from that of another clone that has seen the
  /// same changes; otherwise nil.
  private mutating func differenceInBytes(
    of tree: ObjectID, in repository: Repository, _ seen: Changes
  ) throws -> String? {
    guard !hasForeignLayout, let folder = try repository.treeEntry(at: "plans", in: tree)?.id
    else { return nil }
    guard let known = trees.updateValue(folder, forKey: seen) else { return nil }
    comparisons += 1
    return known == folder ? nil : "the same changes gave the trees \(known) and \(folder)"
  }
}
