package import PlanModel

/// The plans, labels and aliases that a word can become.
///
/// All of it comes from other people: a word that a terminal would not show as it is, such as one
/// with an escape sequence, is not offered, however well a shell would quote it.
package struct PlanCompletions {
  private let outlines: [PlanOutline]
  private let board: Board
  private let ids: ShortIDs

  /// - Complexity: O(*n* log *n*).
  package init(_ outlines: [PlanOutline], board: Board) {
    let places = Dictionary(
      board.columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ outline: PlanOutline) -> (Int, Int, String) {
      (
        board.kind(of: outline.state) == .done ? 1 : 0, places[outline.state] ?? places.count,
        outline.rank
      )
    }
    // Work that is open first, in the order of the board.
    self.outlines = outlines.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    self.board = board
    ids = ShortIDs(outlines.lazy.map(\.id))
  }

  // MARK: - Plans

  package enum Kind: Sendable {
    case all, open, deleted, inConflict
  }

  /// Returns the plans that a typed text can mean, each by its id with its title: those whose id
  /// begins so, else aliases that do, else plans with words in their titles that do.
  ///
  /// A title does not begin with what was typed of it, so the shells differ: bash and zsh put the id
  /// in its place, and fish, which looks at the beginning itself, offers nothing.
  package func plans(_ typed: String, _ kind: Kind = .all) -> [Completion] {
    let byID = plans(withID: typed, kind)
    guard byID.isEmpty, !typed.isEmpty else { return byID }
    let wanted = outlines.filter { isWanted($0, kind) }
    let byAlias = aliases(of: wanted).filter { Completion.begins($0.text, with: typed) }
    return byAlias.isEmpty ? plans(titled: typed, among: wanted) : byAlias
  }

  /// Returns the plans whose id begins with a typed text.
  func plans(withID typed: String, _ kind: Kind = .all) -> [Completion] {
    let prefix = PlanID.normalizedPrefix(typed)
    return outlines.compactMap { outline -> Completion? in
      guard isWanted(outline, kind),
        typed.isEmpty || prefix.map({ outline.id.text.hasPrefix($0) }) == true
      else { return nil }
      return completion(outline, typed: prefix ?? "")
    }
  }

  private func isWanted(_ outline: PlanOutline, _ kind: Kind) -> Bool {
    switch kind {
    case .all: !outline.isDeleted
    case .open: !outline.isDeleted && board.kind(of: outline.state) != .done
    case .deleted: outline.isRestorable
    case .inConflict: outline.isInConflict && !outline.isDeleted
    }
  }

  private func completion(_ outline: PlanOutline, typed: String) -> Completion {
    let short = ids[outline.id]
    return Completion(
      short.hasPrefix(typed) ? short : outline.id.text, about: outline.title)
  }

  private func plans(titled typed: String, among wanted: [PlanOutline]) -> [Completion] {
    guard typed.count > 1 else { return [] }
    let typed = typed.lowercased()
    return wanted.filter { outline in
      let title = outline.title.lowercased()
      return title.hasPrefix(typed)
        || title.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(typed) }
    }.map { completion($0, typed: "") }
  }

  // MARK: - Aliases and labels

  package var aliases: [Completion] { aliases(of: outlines.filter { !$0.isDeleted }) }

  private func aliases(of outlines: [PlanOutline]) -> [Completion] {
    outlines.flatMap { outline in
      outline.aliases.filter(isOffered).map { Completion($0, about: outline.title) }
    }
  }

  /// The labels by name, each with the number of plans that have it.
  package var labels: [Completion] {
    var counts: [String: Int] = [:]
    for label in outlines.lazy.filter({ !$0.isDeleted }).flatMap(\.labels) {
      counts[label, default: 0] += 1
    }
    return counts.filter { isOffered($0.key) }.sorted { $0.key < $1.key }.map { label, count in
      Completion(label, about: count == 1 ? "1 plan" : "\(count) plans")
    }
  }

  /// The texts that mean people on plans that are not deleted.
  package var people: [String] { outlines.lazy.filter { !$0.isDeleted }.flatMap(\.people) }
}

extension PlanCompletions {
  /// Returns the values that the last of some words between commas can become.
  ///
  /// - Parameter typed: As `bug,u`; what is there already is not offered again.
  package static func list(_ typed: String, of values: [Completion]) -> [Completion] {
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let given = Set(typed[..<start].split(separator: ","))
    let last = String(typed[start...])
    return values.filter { value in
      Completion.begins(value.text, with: last) && !value.text.contains(",")
        && !given.contains(Substring(value.text))
    }.map { Completion(typed[..<start] + $0.text, about: $0.about, goesOn: $0.goesOn) }
  }
}
