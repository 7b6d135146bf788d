/// A reference to a plan in a commit of the code: the commit belongs to it, starts it or closes it.
package struct PlanReference: Hashable, Sendable {
  /// The effect of the commit on the plan, from the least to the greatest.
  package enum Action: Int, Comparable, Sendable {
    /// The commit belongs to the plan.
    case mentions
    /// Work on the plan begins again: the commit that had closed it was reverted.
    case reopens
    case starts
    case closes

    package static func < (left: Action, right: Action) -> Bool { left.rawValue < right.rawValue }

    /// The key of the trailer that says it.
    package var trailerKey: String {
      switch self {
      case .mentions: "Plan"
      case .starts, .reopens: "Starts"
      case .closes: "Closes"
      }
    }
  }

  package let action: Action
  /// The beginning of the plan's id, as the author typed it.
  package let typed: String

  package init(_ action: Action, _ typed: String) { (self.action, self.typed) = (action, typed) }
}

extension PlanReference {
  /// The trailers that name plans, by their keys in lower case: like git, pmgit ignores case.
  static let trailers: [String: Action] = [
    "plan": .mentions, "starts": .starts, "closes": .closes,
  ]

  /// The most references of one commit that count; a message from another clone may hold millions.
  package static let mostOfACommit = 100

  /// Returns the references in a message.
  ///
  /// - Parameters:
  ///   - subject: The first line of the message, where `plan:k7m2` names a plan.
  ///   - trailers: The trailers as git finds them, one a line: `Closes: k7m2`. One may name several
  ///     plans. A word that can't be an id, as in `Closes: #12`, is about something else.
  /// - Returns: Each reference once, in their order.
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

  /// Returns whether a message may name a plan or a reverted commit: most do not, and for those git
  /// need not be run to find the trailers.
  package static func mayBe(in message: String) -> Bool {
    let text = message.lowercased()
    if text.contains(lead) || text.contains(revertLead) { return true }
    // The separator after the key is configured in git.
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
    // 'Plan' is pmgit's own key; 'Closes: #12' may be about another tracker.
    return words.compactMap { action == .mentions ? ownName(in: $0) : name(in: $0) }
      .map { PlanReference(action, $0) }
  }

  /// The prefix of a plan's id in a subject.
  private static let lead = "plan:"

  /// Returns the beginning of an id if the word may be meant as one: `k7m2`, `#k7m2`, `plan:k7m2`,
  /// with a suffix as the particle in `k7m2를`.
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

  /// Like `name(in:)`, also for a branch: `k7m2-fix-login`. Any other word counts as an id too.
  private static func ownName(in word: some StringProtocol) -> String {
    name(in: word) ?? PlanBranch.candidates(in: String(word)).first ?? String(word)
  }
}

// MARK: - Reverts

extension PlanReference {
  private static let revertLead = "this reverts commit "

  /// Returns the beginnings of the ids of commits that a message of `git revert` names.
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

  /// The reference that a revert of the commit makes to the same plan.
  package var reverted: PlanReference {
    switch action {
    case .closes: PlanReference(.reopens, typed)
    case .reopens: PlanReference(.closes, typed)
    // A revert does not undo that work on the plan has begun.
    case .starts, .mentions: PlanReference(.mentions, typed)
    }
  }
}

// MARK: - Messages for other commits

extension PlanReference {
  /// Returns whether a rebase will make the message's commit a part of another one.
  package static func isForAnother(_ message: String) -> Bool {
    ["fixup! ", "squash! ", "amend! "].contains(where: message.hasPrefix)
  }
}
