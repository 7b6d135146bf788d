/// What a commit of the code says of a plan: that it belongs to it, starts it or closes it.
package struct PlanReference: Hashable, Sendable {
  /// What becomes of a plan through a commit, from the least to the most.
  package enum Action: Int, Comparable, Sendable {
    /// The commit belongs to the plan.
    case mentions
    /// Work on it begins again: what had closed it was reverted.
    case reopens
    case starts
    case closes

    package static func < (left: Action, right: Action) -> Bool { left.rawValue < right.rawValue }
  }

  package let action: Action
  /// The beginning of the plan's id, as somebody typed it.
  package let typed: String

  package init(_ action: Action, _ typed: String) { (self.action, self.typed) = (action, typed) }
}

extension PlanReference {
  /// The trailers that name plans, by their keys in lower case: git does not heed case either.
  static let trailers: [String: Action] = [
    "plan": .mentions, "starts": .starts, "closes": .closes,
  ]

  /// The most references of one commit that count; a message from elsewhere may hold millions.
  package static let mostOfACommit = 100

  /// Reads what a message says.
  ///
  /// - Parameters:
  ///   - subject: Its first line, where `plan:k7m2` names a plan.
  ///   - trailers: Its trailers as git finds them, one a line: `Closes: k7m2`. One may name several
  ///     plans. What can't be the name of a plan, as in `Closes: #12`, is about something else.
  /// - Returns: Each once, in their order.
  package static func read(
    subject: some StringProtocol, trailers: some StringProtocol
  ) -> [PlanReference] {
    var found = ReferenceList()
    found.add(references(inSubject: subject))
    for line in Lines.split(String(trailers)) where !found.isFull {
      found.add(references(inTrailer: line))
    }
    return found.references
  }

  /// Whether a message may name a plan or a commit that was reverted: most do not, and need no git
  /// to find their trailers.
  package static func mayBe(in message: String) -> Bool {
    let text = message.lowercased()
    if text.contains(lead) || text.contains(revertLead) { return true }
    // Which character ends the key is a setting of git.
    return Lines.split(text).contains { line in trailers.keys.contains { line.hasPrefix($0) } }
  }

  private static func references(inSubject subject: some StringProtocol) -> [PlanReference] {
    subject.split { $0.isWhitespace || "()[]{}<>;\"'`".contains($0) }.flatMap { word in
      var isList = false
      return word.split(separator: ",").compactMap { part in
        isList = isList || part.lowercased().hasPrefix(lead)
        return isList ? name(in: part).map { PlanReference(.mentions, $0) } : nil
      }
    }
  }

  private static func references(inTrailer line: some StringProtocol) -> [PlanReference] {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    var key = String(line[..<colon])
    while key.last == " " { key.removeLast() }
    guard let action = trailers[key.lowercased()] else { return [] }
    let words = line[line.utf8.index(after: colon)...]
      .split { $0.isWhitespace || $0 == "," || $0 == ";" }
    // 'Plan' is pmgit's own; 'Closes: #12' is said of many things.
    return words.compactMap { action == .mentions ? ownName(in: $0) : name(in: $0) }
      .map { PlanReference(action, $0) }
  }

  /// What a word in a subject names a plan with.
  private static let lead = "plan:"

  /// The word as the beginning of an id, if it may be meant as one: `k7m2`, `#k7m2`, `plan:k7m2`,
  /// with what may stand behind a word, as the particle of `k7m2를`.
  static func name(in word: some StringProtocol) -> String? {
    var rest = word.drop { "#([".contains($0) }
    if rest.lowercased().hasPrefix(lead) { rest = rest.dropFirst(lead.count) }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let end = rest.dropFirst(name.count)
    guard end.allSatisfy({ ".:;!?)]".contains($0) }) || end.first?.isASCII == false,
      PlanID.normalizedPrefix(String(name)) != nil
    else { return nil }
    return String(name)
  }

  /// As `name(in:)`, of a branch as well: `k7m2-fix-login`. Any other word is meant as an id too.
  private static func ownName(in word: some StringProtocol) -> String {
    name(in: word) ?? PlanBranch.candidates(in: String(word)).first ?? String(word)
  }
}

// MARK: - Reverts

extension PlanReference {
  private static let revertLead = "this reverts commit "

  /// The commits that a message says it reverts, as `git revert` words it, by the beginnings of their
  /// ids.
  package static func revertedCommits(in message: String) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for line in Lines.split(message) where line.lowercased().hasPrefix(revertLead) {
      let id = line.dropFirst(revertLead.count).prefix { $0.isHexDigit }.lowercased()
      guard !id.isEmpty, seen.insert(id).inserted else { continue }
      found.append(id)
      if found.count == mostOfACommit { break }
    }
    return found
  }

  /// What the revert of a commit says of the same plan.
  package var reverted: PlanReference {
    switch action {
    case .closes: PlanReference(.reopens, typed)
    case .reopens: PlanReference(.closes, typed)
    // That work has begun stays true.
    case .starts, .mentions: PlanReference(.mentions, typed)
    }
  }
}

// MARK: - Messages for other commits

extension PlanReference {
  /// Whether a message is for a commit that a rebase will make a part of another one.
  package static func isForAnother(_ message: String) -> Bool {
    ["fixup! ", "squash! ", "amend! "].contains(where: message.hasPrefix)
  }
}
