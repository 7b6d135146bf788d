import Git
import Parallel
import PlanIndex
import PlanModel

/// Reads plans from their files: after a clone all plans, later those that the index lacks.
extension BoardSnapshot {
  /// Reads every plan from git's objects.
  func plansFromFiles() throws -> [IndexChange] {
    try read(
      repository.leaves(of: tree, under: "plans").map { PlanEntry(path: $0.path, entry: $0.entry) })
  }

  /// A path below `plans/` and the entry of its file; nil if the file was removed.
  typealias PlanEntry = (path: [UInt8], entry: TreeEntry?)

  /// Reads files on all processors.
  ///
  /// The parameters are those of `FileReading`.
  func read(
    _ files: [PlanEntry], wave: Int = FileReading.wave, fewest: Int = FileReading.fewest
  ) throws -> [IndexChange] {
    var reading = FileReading(of: files, in: self, wave: wave, fewest: fewest)
    defer { reading.finish() }
    var read: [IndexChange] = []
    read.reserveCapacity(files.count)
    while let part = try reading.next() { read += part }
    return read
  }

  /// Reads some files on all processors.
  fileprivate func read(wave: ArraySlice<PlanEntry>, fewest: Int) throws -> [IndexChange] {
    try repository.onAllProcessors(wave, fewest: fewest) { files, repository in
      try files.map { file in
        try IndexChange(at: file.path, file.entry, from: repository)
      }
    }
  }
}

extension Repository {
  /// Returns the results of a body for all items, in the order of the items.
  ///
  /// Each part is a range of adjacent items, as git often stores adjacent files close together.
  ///
  /// - Parameters:
  ///   - fewest: The smallest number of items to split into parts, one for each processor. For each
  ///     part, the repository is opened again.
  ///   - body: Reads one part from the given repository and returns the results.
  func onAllProcessors<Item: Sendable, Output: Sendable>(
    _ items: ArraySlice<Item>, fewest: Int = FileReading.fewest,
    _ body: @Sendable (ArraySlice<Item>, Repository) throws -> [Output]
  ) throws -> [Output] {
    guard items.count >= fewest, let source else { return try body(items, self) }
    return try Processors.flatMap(items.count, fewest: fewest) { range in
      let start = items.startIndex
      return try body(items[(start + range.lowerBound)..<(start + range.upperBound)], source.open())
    }
  }
}

/// Reads many files in waves. Each wave is read on all processors.
struct FileReading {
  private let files: [BoardSnapshot.PlanEntry]
  private let snapshot: BoardSnapshot
  private let size, fewest: Int
  private var count = 0

  /// The number of files that are read between two reports of the progress.
  static let wave = 2048
  /// The smallest number of files that are read on several processors.
  static let fewest = 500

  private var isReported: Bool { files.count >= fewest }

  /// Prepares to read plan files in waves, with a report of the progress after each wave.
  ///
  /// - Parameters:
  ///   - wave: The number of files that are read between two reports of the progress.
  ///   - fewest: The smallest number of files that are read on several processors, because
  ///     the repository is opened again for each. With fewer files, no progress is reported.
  init(
    of files: [BoardSnapshot.PlanEntry], in snapshot: BoardSnapshot, wave: Int = wave,
    fewest: Int = fewest
  ) {
    (self.files, self.snapshot, size, self.fewest) = (files, snapshot, wave, fewest)
  }

  /// Reads the next wave; returns nil after the last file.
  mutating func next() throws -> [IndexChange]? {
    guard count < files.count else { return nil }
    if isReported { snapshot.store.report(.plans, done: count, of: files.count) }
    let wave = files[count...].prefix(size)
    count += wave.count
    return try snapshot.read(wave: wave, fewest: fewest)
  }

  /// Ends the report of the progress.
  func finish() {
    if isReported { snapshot.store.onReading(nil) }
  }
}

extension IndexChange {
  /// Reads the content of a path below `plans/`, for the index.
  init(at path: [UInt8], _ entry: TreeEntry?, from repository: Repository) throws {
    let id = BoardFile(path: path)?.planID
    guard let entry else {
      self.init(path: path, id: id, content: .nothing)
      return
    }
    switch try PlanFileRead(at: path, entry, from: repository) {
    case .plan(let id, let contents):
      self.init(path: path, id: id, content: .plan(PackedPlan(Plan(contents, id: id))))
    case .unreadable(let plan): self.init(path: path, id: id, content: .unreadable(plan))
    }
  }
}

/// The result of reading a file below `plans/`.
enum PlanFileRead {
  case plan(PlanID, PlanContents)
  case unreadable(UnreadablePlan)

  init(at bytes: [UInt8], _ entry: TreeEntry, from repository: Repository) throws {
    let path = String(decoding: bytes, as: UTF8.self)
    guard case .plan(let id)? = BoardFile(path: bytes) else {
      self = .unreadable(UnreadablePlan(path: path, reason: "it is not named like a plan"))
      return
    }
    switch try BoardFile.plan(id).read(entry, from: repository) {
    case .unreadable(let reason):
      self = .unreadable(UnreadablePlan(path: path, reason: reason, id: id))
    case .contents(let contents) where contents.format > PlanDocument.supportedFormat:
      self = .unreadable(
        UnreadablePlan(
          path: path, reason: BoardSnapshot.tooNew(contents.format), id: id, isTooNew: true))
    case .contents(let contents): self = .plan(id, contents)
    }
  }
}
