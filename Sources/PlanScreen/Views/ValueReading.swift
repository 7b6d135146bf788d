import PlanModel
import PlanView

/// The lines of a complete value of a field in conflict, laid out for a width.
///
/// A value other than the current one is compared with the current one. Lines that only the current
/// value has begin with `-`, lines that only this value has begin with `+`.
struct ValueReading: Sendable {
  let lines: [StyledText]
  private let row: Int
  private let commit: String
  private let width: Int

  init(_ row: Conflicts.Row, at index: Int, commit: String, widthInCells width: Int) {
    (self.row, self.commit, self.width) = (index, commit, width)
    let current = row.field.values.first?.value.lines
    if let text = row.value.value.lines {
      lines =
        row.value.isShown || current == nil
        ? text.flatMap { StyledText($0).wrapped(toCells: width) }
        : LineComparison(from: current ?? [], to: text).lines(widthInCells: width)
    } else {
      let plain = ValueWords.plain(row.value.value)
      // The words for a record, such as a deletion, are clearer than its JSON.
      let isText = row.value.value.string != nil && !plain.isEmpty
      lines = (isText ? StyledText(plain) : row.value.words).wrapped(toCells: width)
    }
  }

  func isFor(_ row: Int, _ commit: String, _ width: Int) -> Bool {
    (self.row, self.commit, self.width) == (row, commit, width)
  }
}

/// The lines of two texts: the common ones, and those of only one text.
struct LineComparison {
  enum Kind: Hashable { case same, removed, added }

  let lines: [(kind: Kind, text: String)]

  /// The most lines that are compared one by one; a longer part is shown as replaced.
  private static let mostCompared = 1000

  init(from old: [String], to new: [String]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let before = Array(old[start..<old.count - end])
    let after = Array(new[start..<new.count - end])
    var lines: [(kind: Kind, text: String)] = new[..<start].map { (.same, $0) }
    lines += Self.parts(before, after)
    lines += new[(new.count - end)...].map { (.same, $0) }
    self.lines = lines
  }

  private static func parts(_ old: [String], _ new: [String]) -> [(kind: Kind, text: String)] {
    guard old.count + new.count <= mostCompared else {
      return old.map { (.removed, $0) } + new.map { (.added, $0) }
    }
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(Self.index))
    let added = Set(difference.insertions.map(Self.index))
    var lines: [(kind: Kind, text: String)] = []
    var (place, index) = (0, 0)
    while place < old.count || index < new.count {
      if place < old.count, removed.contains(place) {
        lines.append((.removed, old[place]))
        place += 1
      } else if index < new.count, added.contains(index) {
        lines.append((.added, new[index]))
        index += 1
      } else {
        lines.append((.same, new[index]))
        (place, index) = (place + 1, index + 1)
      }
    }
    return lines
  }

  private static func index(of change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  func lines(widthInCells width: Int) -> [StyledText] {
    lines.flatMap { line -> [StyledText] in
      let (mark, role): (SafeText, Role) =
        switch line.kind {
        case .same: ("  ", .plain)
        case .removed: ("- ", .removed)
        case .added: ("+ ", .added)
        }
      let text = StyledText(line.text, role).wrapped(toCells: max(1, width - 2))
      return text.map { StyledText(mark, role) + $0 }
    }
  }
}
