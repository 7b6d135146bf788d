import Git
import PlanModel

/// The file with the ends of a board's columns in a clone: `<git dir>/pmgit/ends-<board>.json`.
struct ColumnEndsFile {
  private let file: CacheFile

  init(in folder: String, board: BoardName) {
    file = CacheFile("ends-\(board).json", in: folder)
  }

  func read() -> AllColumnEnds? {
    guard let bytes = file.read(upTo: JSONReader.maximumSize) else { return nil }
    do {
      return try AllColumnEnds(JSONReader.value(in: bytes))
    } catch {
      return nil  // Cut off, or no file of ours: it is made anew.
    }
  }

  func write(_ ends: AllColumnEnds) { file.write(CanonicalJSON.bytes(of: ends.json)) }
}

extension AllColumnEnds {
  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object,
      let commit = object["commit"]?.string.flatMap({ ObjectID(hex: $0) }),
      let columns = object["columns"]?.object
    else { return nil }
    self.init(commit: commit)
    for member in columns.members {
      let ranks = member.value.array?.compactMap(\.string) ?? []
      guard ranks.count == 2, ranks.allSatisfy(Rank.isValid) else { continue }
      self.columns[member.key] = ColumnEnds(first: ranks[0], last: ranks[1])
    }
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    for (column, ends) in columns {
      object[column] = .strings([ends.first, ends.last].compactMap(\.self))
    }
    return .object(["commit": .string(commit.hex), "columns": .object(object)])
  }
}
