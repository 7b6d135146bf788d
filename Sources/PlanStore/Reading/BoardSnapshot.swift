package import Git
import PlanIndex
package import PlanModel

/// A board at one commit. It never changes and reads its parts on demand.
package struct BoardSnapshot {
  let store: BoardStore
  package let name: BoardName
  package let commit: ObjectID
  let tree: ObjectID
  /// The document of the settings; if `brokenSettings` is not nil, its last readable version.
  package let boardDocument: PlanDocument
  package let board: Board
  /// The reason why `board.json` can't be read at this commit; nil if it can.
  package let brokenSettings: String?
  let cache = Cache()

  /// Reads the board's settings at a commit.
  ///
  /// - Parameter lastReadable: Finds the last readable version of unreadable settings; see
  ///   `BoardStore.lastReadable`.
  /// - Throws: `StoreError.elsewhere` if the branch points to another repository; `.formatTooNew`
  ///   if a newer pmgit is needed; `.unreadableBoard` if no version of the settings is readable.
  init(_ store: BoardStore, at commit: ObjectID, lastReadable: () throws -> PlanDocument?) throws {
    (self.store, self.commit, name) = (store, commit, store.name)
    let repository = store.repository
    tree = try repository.commit(commit).tree
    let document: PlanDocument
    switch try Self.settings(in: tree, repository) {
    case .contents(let found): (document, brokenSettings) = (PlanDocument(found), nil)
    case .unreadable(let reason):
      guard let last = try lastReadable() else {
        throw StoreError.unreadableBoard(name, reason: reason)
      }
      (document, brokenSettings) = (last, reason)
    }
    if let address = BoardHome.address(in: document) {
      throw StoreError.elsewhere(name, address: address)
    }
    guard document.format <= PlanDocument.supportedFormat else {
      throw StoreError.formatTooNew(name, found: document.format)
    }
    boardDocument = document
    board = Board(document)
  }

  /// Reads the settings of a tree.
  static func settings(in tree: ObjectID, _ repository: Repository) throws -> BoardFile.Content {
    let file = BoardFile.board
    guard let entry = try repository.treeEntry(at: file.path, in: tree) else {
      return .unreadable(reason: "'board.json' is missing")
    }
    return try file.read(entry, from: repository)
  }

  package var repository: Repository { store.repository }

  // MARK: - Plans

  /// Reads every plan, including deleted ones, sorted by id.
  ///
  /// - Parameter withTexts: Whether `Plan.texts` is needed. Without texts, reading takes half as
  ///   long.
  /// - Complexity: With an index, reads all its blocks of plans, and one object for each plan that
  ///   changed since the commit of the index. With texts, also reads one row for each plan that has
  ///   texts. Without an index, reads one object for each plan and each folder.
  package func plans(withTexts: Bool = true) throws -> PlansRead {
    let read = try store.plans(of: self, withTexts: withTexts)
    cache.ids[nil] = (read.plans.map(\.id) + read.unreadable.compactMap(\.id)).sorted()
    return read
  }

  /// Adds up a result from every plan, including deleted ones, without their texts. The plans come
  /// in the order of their ids.
  ///
  /// - Returns: The result, and the files that can't be read.
  /// - Complexity: As `plans(withTexts:)`. If the index describes this commit, only a part of the
  ///   plans is in memory at a time.
  package func reducePlans<Result>(
    into initial: Result, _ add: (inout Result, Plan) -> Void
  ) throws -> (result: Result, unreadable: [UnreadablePlan]) {
    try store.reducePlans(of: self, into: initial, add)
  }

  /// Calls `visit` with the contents and the entry of every readable plan, sorted by id.
  ///
  /// - Returns: The files that can't be read.
  func visitPlans(
    _ visit: (PlanID, PlanContents, _ file: TreeEntry) throws -> Void
  ) throws -> [UnreadablePlan] {
    var unreadable: [UnreadablePlan] = []
    let leaves = try repository.leaves(of: tree, under: "plans")
    for leaf in leaves {
      switch try PlanFileRead(at: leaf.path, Touch.Version(leaf.entry), from: repository) {
      case .plan(let id, let contents): try visit(id, contents, leaf.entry)
      case .unreadable(let plan): unreadable.append(plan)
      }
    }
    return unreadable
  }

  static func tooNew(_ format: Int) -> String {
    "its format is \(format), and this pmgit reads up to \(PlanDocument.supportedFormat)"
  }

  /// Reads one plan's document; nil if the board does not have it.
  ///
  /// - Throws: `.unreadablePlan` or `.planFormatTooNew` if its file can't be read.
  package func document(_ id: PlanID) throws -> PlanDocument? {
    guard let entry = try repository.treeEntry(at: id.path, in: tree) else { return nil }
    switch try BoardFile.plan(id).read(entry, from: repository) {
    case .unreadable(let reason): throw StoreError.unreadablePlan(id, reason: reason)
    case .contents(let contents):
      guard contents.format <= PlanDocument.supportedFormat else {
        throw StoreError.planFormatTooNew(id, found: contents.format)
      }
      return PlanDocument(contents)
    }
  }

  /// Reads one plan's document.
  ///
  /// - Throws: `.unknownPlan` if the board does not have the plan, and the errors of `document`.
  package func existingDocument(_ id: PlanID) throws -> PlanDocument {
    guard let document = try document(id) else { throw StoreError.unknownPlan(typed: id.text) }
    return document
  }

  package func plan(_ id: PlanID) throws -> Plan {
    Plan(try existingDocument(id), id: id)
  }

  /// Reads one plan's document; nil if it is missing or unreadable.
  ///
  /// - Throws: `.planFormatTooNew`, because a newer pmgit can read that plan.
  package func readableDocument(_ id: PlanID) throws -> PlanDocument? {
    do {
      return try document(id)
    } catch StoreError.unreadablePlan {
      return nil
    }
  }

  /// Whether the file at a path is the same as at another commit.
  ///
  /// - Complexity: Reads three trees of each commit.
  package func isUnchanged(_ path: String, since commit: ObjectID) throws -> Bool {
    let before = try repository.treeEntry(at: path, in: repository.commit(commit).tree)
    return try before == repository.treeEntry(at: path, in: tree)
  }

  // MARK: - Ids

  /// A cache of plans' ids, aliases and titles. With it, a command that names a thousand plans
  /// reads each folder once.
  final class Cache {
    /// The sorted ids in each folder; the key nil has all ids.
    fileprivate var ids: [String?: [PlanID]] = [:]
    fileprivate var misplaced: [MisplacedPlan]?
    /// All plans by alias; nil if they were not read yet.
    var aliases: AliasIndex?
    /// All plans by title; nil as `aliases` is.
    var titles: PlanNames?
  }

  /// Returns the sorted ids of the plans in a folder, or of all plans if `folder` is nil.
  ///
  /// - Complexity: Reads each folder's tree the first time; nothing after the plans were read.
  package func ids(inFolder folder: String? = nil) throws -> [PlanID] {
    if let known = cache.ids[folder] { return known }
    if let folder, let all = cache.ids[nil] {
      return Array(all[all.firstIndex(from: folder)...].prefix { $0.folder == folder })
    }
    let path = folder.map { "plans/\($0)" } ?? "plans"
    let leaves = try repository.leaves(of: tree, under: path)
    let ids = leaves.compactMap { BoardFile(path: $0.path)?.planID }.sorted()
    cache.ids[folder] = ids
    return ids
  }

  /// Returns the id as it is shown: its shortest unique prefix.
  package func shortID(_ id: PlanID) throws -> String {
    let ids = try ids(inFolder: id.folder)
    let place = ids.firstIndex(from: id.text)
    // In a sorted list, only a neighbour can share the longest prefix.
    return id.shortestPrefix(among: ids[max(0, place - 1)..<min(ids.count, place + 2)])
  }

  /// Returns the ids that begin with the typed text; empty if the text can't be the beginning of an
  /// id.
  package func ids(beginningWith typed: String) throws -> [PlanID] {
    guard let prefix = PlanID.normalizedPrefix(typed) else { return [] }
    let folder = prefix.count >= 2 ? String(prefix.prefix(2)) : nil
    let ids = try ids(inFolder: folder)
    return Array(ids[ids.firstIndex(from: prefix)...].prefix { $0.text.hasPrefix(prefix) })
  }

  /// Returns the plan that the typed text names: by the beginning of its id, else by an alias, else
  /// by its title or the beginning of a word of its title.
  ///
  /// This function is for text that a person types; programs use `resolveID`. If the person already
  /// chose a plan for an ambiguous text, that plan is returned.
  ///
  /// - Parameter isDeleted: Whether to search the titles of deleted plans instead of the others.
  /// - Complexity: Reads one folder for the beginning of an id; every plan for any other text.
  /// - Throws: `.unknownPlan`, `.misplacedPlan` if the plan's file was renamed, `.ambiguousPlan`,
  ///   or `.notAnID`.
  package func resolve(_ typed: String, amongDeleted isDeleted: Bool = false) throws -> PlanID {
    if let id = store.meanings[typed], try document(id) != nil { return id }
    do {
      return try resolveID(typed)
    } catch let error as StoreError where error.isUnknownName {
      if let id = try plan(titled: typed, amongDeleted: isDeleted) { return id }
      switch error {
      case .unknownPlan: throw StoreError.unknownPlan(typed: typed, inTitles: true)
      case .notAnID:
        let aliases = try aliases().aliases(endingWith: typed)
        throw StoreError.notAnID(typed: typed, aliases: aliases, inTitles: true)
      default: throw error
      }
    }
  }

  /// Returns the plan whose id begins with the typed text, or else the plan with that alias.
  ///
  /// - Throws: The same errors as `resolve`.
  package func resolveID(_ typed: String) throws -> PlanID {
    let found = try ids(beginningWith: typed)
    switch found.count {
    case 1: return found[0]
    case 0:
      if let id = try plan(called: typed) { return id }
      guard let prefix = PlanID.normalizedPrefix(typed) else {
        throw StoreError.notAnID(typed: typed)
      }
      let all = if let known = cache.misplaced { known } else { try misplacedPlans() }
      cache.misplaced = all
      let misplaced = all.first { $0.id.text.hasPrefix(prefix) }
      guard let misplaced else { throw StoreError.unknownPlan(typed: typed) }
      throw StoreError.misplacedPlan(misplaced.id, path: misplaced.path)
    default:
      throw try ambiguous(typed, in: .id, found)
    }
  }
}

extension [PlanID] {
  /// Returns the first index whose id is at or after a prefix. The ids must be sorted.
  ///
  /// - Complexity: O(log n).
  fileprivate func firstIndex(from prefix: String) -> Int {
    prefixEnd(while: { $0.text.utf8.lexicographicallyPrecedes(prefix.utf8) })
  }
}
