import Git
import Parallel
import PlanIndex
import PlanModel

/// Reads plans from their files: after a clone all plans, later those that the index lacks.
extension BoardSnapshot {
  /// Reads every plan from git's objects.
  func plansFromFiles() throws -> [IndexChange] {
    try read(planFiles())
  }

  /// Returns the files below `plans/`.
  func planFiles() throws -> [PlanEntry] {
    try planFiles(since: nil)
  }

  /// Returns the files below `plans/` that differ from those of another tree.
  ///
  /// - Parameter old: The other tree; nil for all files.
  func planFiles(since old: ObjectID?) throws -> [PlanEntry] {
    var files: [PlanEntry] = []
    try repository.visitTreeDifferences(from: old, to: tree, under: "plans") {
      files.append(PlanEntry($0.path, $0.new))
    }
    return files
  }

  /// A file below `plans/`. A board may have millions, so an entry is small.
  struct PlanEntry: Sendable {
    /// The plan whose file it is; nil if the path is not that of a plan.
    let id: PlanID?
    /// The path if `id` is nil, else nothing.
    private let otherPath: [UInt8]
    /// The file; nil if it was removed.
    let version: Touch.Version?

    init(_ path: [UInt8], _ entry: TreeEntry?) {
      id = BoardFile(path: path)?.planID
      otherPath = id == nil ? path : []
      version = entry.map { Touch.Version($0) }
    }

    var path: [UInt8] { id.map { Array($0.path.utf8) } ?? otherPath }
  }

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
        try IndexChange(of: file, from: repository)
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
  init(of file: BoardSnapshot.PlanEntry, from repository: Repository) throws {
    let (path, id) = (file.path, file.id)
    guard let version = file.version else {
      self.init(path: path, id: id, content: .nothing)
      return
    }
    switch try PlanFileRead(at: path, version, from: repository) {
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

  init(at bytes: [UInt8], _ file: Touch.Version, from repository: Repository) throws {
    let path = String(decoding: bytes, as: UTF8.self)
    guard case .plan(let id)? = BoardFile(path: bytes) else {
      self = .unreadable(UnreadablePlan(path: path, reason: "it is not named like a plan"))
      return
    }
    switch try BoardFile.plan(id).read(file.id, file.mode, from: repository) {
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
