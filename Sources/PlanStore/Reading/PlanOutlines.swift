import Git
package import PlanModel

extension BoardStore {
  /// Returns what completion needs to know of every plan, deleted ones included.
  ///
  /// Kept in `<git dir>/pmgit/plans-<board>`, as a person who presses TAB waits for it.
  ///
  /// - Complexity: One object read for each plan that was changed since this clone asked last; the
  ///   first time, or if the file is lost, one for each plan.
  package func outlines(in snapshot: BoardSnapshot) throws(StoreError) -> [PlanOutline] {
    let file = PlanOutlinesFile(in: lockFolder, board: name)
    let known = file.read()
    if let known, known.commit == snapshot.commit { return known.outlines }
    var current = KnownOutlines(commit: snapshot.commit, outlines: [])
    if let known, let followed = try followed(known, to: snapshot) {
      current.outlines = followed
    } else {
      // A plan that can't be read is not offered.
      current.outlines = try snapshot.plans().plans.map(PlanOutline.init)
    }
    file.write(current)
    return current.outlines
  }

  /// Returns the outlines at a later commit, from the plans that were changed since; nil if the
  /// changes can't be found, for example because the older commit is gone.
  private func followed(
    _ known: KnownOutlines, to snapshot: BoardSnapshot
  ) throws(StoreError) -> [PlanOutline]? {
    let differences: [TreeDifference]
    do {
      let old = try repository.commit(known.commit).tree
      differences = try repository.treeDifferences(
        from: old, to: snapshot.tree, under: "plans")
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw .git(error) }
      return nil
    }
    var changed: Set<PlanID> = []
    var current: [PlanOutline] = []
    for difference in differences {
      guard let id = BoardFile(path: difference.path)?.planID else { continue }
      changed.insert(id)
      guard let file = difference.new,
        case .contents(let contents) = try BoardFile.plan(id).read(file, from: repository),
        contents.format <= PlanDocument.supportedFormat
      else { continue }
      current.append(PlanOutline(Plan(contents, id: id)))
    }
    let kept = known.outlines.filter { !changed.contains($0.id) }
    return (kept + current).sorted { $0.id < $1.id }
  }
}

/// The outlines of a board at one commit.
struct KnownOutlines {
  let commit: ObjectID
  /// In the order of their ids.
  var outlines: [PlanOutline]
}

/// The file with the outlines of a board's plans: the format, the commit, then a line a plan.
struct PlanOutlinesFile {
  private static let format = "pmgit plans 1"
  /// Outlines of more plans than a board can have; what is cut off is made anew.
  private static let largest = 1 << 28

  private let file: CacheFile

  init(in folder: String, board: BoardName) { file = CacheFile("plans-\(board)", in: folder) }

  func read() -> KnownOutlines? {
    guard let bytes = file.read(upTo: Self.largest) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // The last line is empty, unless the file was cut off.
    guard lines.count >= 3, lines[0] == Self.format, lines.last == "",
      let commit = ObjectID(hex: lines[1])
    else { return nil }
    let outlines = lines[2..<lines.count - 1].compactMap { PlanOutline(line: $0) }
    guard outlines.count == lines.count - 3 else { return nil }
    return KnownOutlines(commit: commit, outlines: outlines)
  }

  func write(_ known: KnownOutlines) {
    let lines = [Self.format, known.commit.hex] + known.outlines.map(\.line)
    file.write(Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
