/// A board: its title and its columns.
package struct Board: Hashable, Sendable {
  package var title: String?
  /// The columns from left to right, without removed ones.
  package let columns: [Column]
  /// The ids of the columns, in their order.
  private let ids: [ExactString]
  /// The index of each column, by the bytes of its id.
  private let places: [ExactString: Int]
  /// The texts of the board's saved queries, by their names.
  package var views: [String: String] = [:]
  /// The titles and display settings of those saved queries that have any, by name.
  package var looks: [String: ViewLook] = [:]
  /// The fields that the board defines for its plans, in their order.
  package var fields: [CustomField] {
    get { orderedFields }
    // An observer would not run for assignments in an initializer.
    set {
      orderedFields = newValue
      fieldPlaces = Dictionary(newValue.enumerated().map { ($1.member, $0) }) { first, _ in first }
    }
  }
  private var orderedFields: [CustomField] = []
  /// The index of each field, by the name of its member in plan files.
  private var fieldPlaces: [ExactString: Int] = [:]
  package var phases = Phases()
  /// The rules in the order of their names, including those that this version does not understand.
  package var rules: [StoredRule] = []
  /// The accounts of people in other trackers.
  package var accounts = Accounts()
  /// The most bytes that an attached file may have; nil for `usualFileLimit`.
  package var fileLimit: Int?
  /// The lists of settings that have more items than are read.
  package internal(set) var unread: [UnreadSettings] = []
  /// Conflicting values in the board's own settings.
  package var conflicts: [Conflict] = []

  package init(title: String? = nil, columns: [Column]) {
    (self.title, self.columns) = (title, columns)
    ids = columns.map { ExactString($0.id) }
    places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
  }

  /// The limit of a board that sets no other: 5 MB.
  package static let usualFileLimit = 5_000_000
  /// The greatest limit that a board can set: 100 MB, because a file is in memory as a whole.
  package static let greatestFileLimit = 100_000_000

  /// The most bytes that an attached file may have on this board.
  package var mostFileBytes: Int {
    min(max(0, fileLimit ?? Self.usualFileLimit), Self.greatestFileLimit)
  }

  /// The column with exactly this id.
  ///
  /// Ids are compared by bytes: `String` treats composed and decomposed letters as equal.
  package subscript(column id: String) -> Column? {
    place(ofColumn: id).map { columns[$0] }
  }

  /// The most columns whose ids are compared one by one. For more, hashing is faster.
  private static let fewColumns = 8

  /// The index of the column with exactly this id. Every plan looks up its column.
  func place(ofColumn id: String) -> Int? {
    let id = ExactString(id)
    return ids.count <= Self.fewColumns ? ids.firstIndex(of: id) : places[id]
  }

  /// The index of the first column of kind done; the number of columns if there is none.
  package var startOfFinishedWork: Int {
    columns.firstIndex { $0.kind == .done } ?? columns.count
  }

  /// Returns the columns that a name can mean: the column with this id, else all columns with this
  /// id or title, ignoring case and accents.
  package func columns(named name: String) -> [Column] {
    if let column = self[column: name] { return [column] }
    let name = SearchText(name)
    return columns.filter { name.equals($0.id) || name.equals($0.title) }
  }

  /// Returns the kind of a column; a column that the board does not have counts as `todo`.
  package func kind(of state: String) -> Column.Kind {
    place(ofColumn: state).map { columns[$0].kind } ?? .todo
  }

  /// Returns the title of a column, or its id if the board does not have it.
  package func title(of state: String) -> String { self[column: state]?.title ?? state }

  /// Returns the field whose values are in a member of plan files.
  func field(member: ExactString) -> CustomField? { fieldPlaces[member].map { fields[$0] } }

  /// The column that new plans enter: the first of kind `todo`, else the first.
  package var entry: Column? { columns.first { $0.kind == .todo } ?? columns.first }
}

/// A list of the board's settings that has more items than are read.
///
/// Anybody who can push may add any number of fields, milestones and iterations. Lists, documents
/// and the page would show all of them, so only the first ones are read.
package struct UnreadSettings: Hashable, Sendable {
  package let list: PlanList
  /// The number of items that are read: the first ones in the order of the list.
  package let read: Int
  /// The number of all items.
  package let count: Int

  /// Returns nil if all items are read.
  init?(_ list: PlanList, read: Int, of count: Int) {
    if read == count { return nil }
    (self.list, self.read, self.count) = (list, read, count)
  }
}

package struct Column: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case todo, doing, done
  }

  /// The id, which plans in the column have as their `state`.
  package let id: String
  package var title: String
  package var kind: Kind
  package var rank: String
  /// The most plans that should be in the column; with more, the board shows a warning. Nil means
  /// no limit.
  package var limit: Int?
  /// The ids of the columns that plans may come from; empty if they may come from any column. See
  /// `ColumnRule`.
  package var from: [String]

  package init(
    id: String, title: String, kind: Kind, rank: String = "", limit: Int? = nil,
    from: [String] = []
  ) {
    (self.id, self.title, self.kind, self.rank) = (id, title, kind, rank)
    (self.limit, self.from) = (limit, from)
  }
}

/// The name of a board: `[a-z0-9][a-z0-9-]{0,62}`.
package struct BoardName: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let alphanumeric = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard (1...63).contains(bytes.count), alphanumeric(bytes[0]),
      bytes.allSatisfy({ alphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// The board that commands use by default.
  package static let main = BoardName(unchecked: "main")

  package var description: String { text }
}

// MARK: - Ids of columns

extension Column {
  /// The most characters of an id that is made from a title. The limit leaves room for a number at
  /// the end.
  private static let longestStem = 60

  /// Returns an id made of a title's letters and digits, in lower case and without accents. `Ready
  /// for QA` becomes `ready-for-qa`, `Prêt` becomes `pret`.
  ///
  /// - Returns: nil if the title has no letter a-z and no digit.
  package static func id(from title: String) -> String? {
    let words = TextFolding.folded(title).text.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let id = String(words.joined(separator: "-").prefix(longestStem))
    return Validation.isColumnID(id) ? id : nil
  }

  /// Returns an id for the column of an import, the same in all clones. For a title in another
  /// script it is made of a hash of the title.
  ///
  /// - Returns: nil if the title has no letter and no Latin digit.
  package static func importedID(from title: String) -> String? {
    if let id = id(from: title) { return id }
    guard title.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    return "x\(FNV1a.hex(of: Array(title.utf8)).prefix(8))"
  }
}

// MARK: - Boards of a repository

/// A board of a repository: whether it exists locally, on the remote, or both.
package struct KnownBoard: Hashable, Sendable {
  package let name: BoardName
  package let isLocal: Bool
  /// Whether the remote had the board at the last fetch.
  package let isRemote: Bool

  package init(_ name: BoardName, isLocal: Bool, isRemote: Bool) {
    (self.name, self.isLocal, self.isRemote) = (name, isLocal, isRemote)
  }
}

/// The direction of a sync: pull, push, or both.
package enum SyncDirection: String, Sendable {
  case both, pull, push

  package var pulls: Bool { self != .push }
  package var pushes: Bool { self != .pull }
}
