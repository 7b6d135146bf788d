/// A reference to a plan in a commit of the code, and its effect on the plan.
package struct PlanReference: Hashable, Sendable {
  /// The effect of the commit on the plan, from the weakest to the strongest.
  package enum Action: Int, Comparable, Sendable {
    /// The commit is about the plan but does not move it.
    case mentions
    /// The commit reverts a commit that closed the plan, so work on the plan resumes.
    case reopens
    case starts
    case closes

    package static func < (left: Action, right: Action) -> Bool { left.rawValue < right.rawValue }

    /// The key of the trailer for this action.
    package var trailerKey: String {
      switch self {
      case .mentions: "Plan"
      case .starts, .reopens: "Starts"
      case .closes: "Closes"
      }
    }
  }

  package let action: Action
  /// The beginning of the plan's id as the author typed it; in a `Plan` trailer, possibly another
  /// word.
  package let typed: String
  /// Whether the text may be an ordinary word. Then it is ignored if no plan has this id.
  package let isGuess: Bool

  package init(_ action: Action, _ typed: String, isGuess: Bool = false) {
    (self.action, self.typed, self.isGuess) = (action, typed, isGuess)
  }

  /// Whether the text has only letters and moves a plan, so that it may be an ordinary word, as in
  /// `Closes: the login bug`. It is one if no plan has this id or alias.
  package var isPlainWord: Bool { action > .mentions && typed.allSatisfy(\.isLetter) }

  /// Whether the text is too short to be an id beside other words, as in `Closes: a bug`.
  private var isShortWord: Bool { isPlainWord && typed.count < 4 }
}

extension PlanReference {
  /// The trailers that name plans, by their lowercase keys: pmgit ignores case, as git does.
  static let trailers: [String: Action] = ["plan": .mentions, "starts": .starts, "closes": .closes]

  /// The most references that are read from one commit, because a hostile message may hold
  /// millions.
  package static let mostOfACommit = 100

  /// Returns the references in a message in order, each once, at most `mostOfACommit`.
  ///
  /// - Parameters:
  ///   - subject: The first line of the message, where `plan:k7m2` names a plan, and `(k7m2)` at
  ///     the end may do so.
  ///   - trailers: The trailers as git finds them, one per line: `Closes: k7m2`. A trailer may name
  ///     several plans. In `Starts` and `Closes`, a word that can't be an id is ignored, as in
  ///     `Closes: #12`, and a word of fewer than four letters beside others, as in `Closes: a bug`.
  ///     A word such as `gh:12` may be an alias, so it is a guess.
  package static func read(
    subject: some StringProtocol, trailers: some StringProtocol
  ) -> [PlanReference] {
    let lines = Lines.split(String(trailers)).lazy.flatMap { references(inTrailer: $0) }
    let found = distinct([references(inSubject: subject), distinct(lines)].joined())
    guard found.count < mostOfACommit, let last = bracketedEnd(of: subject),
      !found.contains(where: { $0.typed == last })
    else { return found }
    return found + [PlanReference(.mentions, last, isGuess: true)]
  }

  /// Returns the first references without duplicates, at most `mostOfACommit`.
  private static func distinct(_ references: some Sequence<PlanReference>) -> [PlanReference] {
    var (found, seen): ([PlanReference], Set<PlanReference>) = ([], [])
    for reference in references where seen.insert(reference).inserted {
      found.append(reference)
      if found.count == mostOfACommit { break }
    }
    return found
  }

  /// Whether a message may name a plan or a reverted commit.
  ///
  /// For all other messages, git does not need to parse the trailers.
  package static func mayBe(in message: String) -> Bool {
    let text = message.lowercased()
    if text.contains(lead) || text.contains(revertLead) { return true }
    if let subject = Lines.split(message).first, bracketedEnd(of: subject) != nil { return true }
    // The separator after the key is set in git's configuration, so only the key is compared.
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

  /// Returns the id in brackets at the end of a subject, as in `Fix the cache (k7m2)`; nil if there
  /// is none. It is written as pmgit writes ids, like those in the names of branches.
  private static func bracketedEnd(of subject: some StringProtocol) -> String? {
    guard let word = subject.split(whereSeparator: \.isWhitespace).last,
      let end = word.last, word.first == [")": "(", "]": "["][end]
    else { return nil }
    let name = String(word.dropFirst().dropLast())
    return PlanBranch.isID(name) ? name : nil
  }

  /// - Parameter all: Whether to return short words beside other words, too.
  private static func references(
    inTrailer line: some StringProtocol, all: Bool = false
  ) -> [PlanReference] {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    var key = String(line[..<colon])
    while key.last == " " { key.removeLast() }
    guard let action = trailers[key.lowercased()] else { return [] }
    let words = listed(line[line.utf8.index(after: colon)...])
    // 'Plan' is pmgit's own key, so its words are always ids; 'Closes: #12' may mean another
    // tracker.
    let found = words.compactMap { word -> PlanReference? in
      if action == .mentions { return PlanReference(action, ownName(in: word)) }
      if let name = name(in: word) { return PlanReference(action, name) }
      return alias(in: word).map { PlanReference(action, $0, isGuess: true) }
    }
    return found.filter { all || words.count == 1 || !$0.isShortWord }
  }

  /// Returns the alias in a word such as `gh:12` or `jira:APP-1`, without quotes and brackets
  /// around it; nil for a word without a source before a colon, and for an address such as
  /// `https://…`.
  private static func alias(in word: some StringProtocol) -> String? {
    var alias = word.drop { "([<\"'`".contains($0) }
    while let last = alias.last, ".:;!?)]>\"'`".contains(last) { alias = alias.dropLast() }
    guard let colon = alias.firstIndex(of: ":"), alias.first?.isLetter == true,
      !alias[colon...].hasPrefix("://")
    else { return nil }
    return String(alias)
  }

  /// Returns the words of a list such as `k7m2, p3x9 and a7b8`, without an `and` between two words.
  private static func listed<Text: StringProtocol>(_ text: Text) -> [Text.SubSequence] {
    let words = text.split { $0.isWhitespace || ",;".contains($0) }
    return words.enumerated().filter { place, word in
      place == 0 || place == words.count - 1 || word.lowercased() != "and"
    }.map(\.element)
  }

  /// The prefix of a plan's id in a subject.
  private static let lead = "plan:"

  /// Returns the beginning of a plan's id in a word such as `k7m2`, `#k7m2` or `plan:k7m2`, also in
  /// quotes or brackets; nil for other words. A suffix in another script is allowed, such as the
  /// particle in `k7m2를`.
  static func name(in word: some StringProtocol) -> String? {
    var rest = word.drop { "#([<\"'`".contains($0) }
    if rest.lowercased().hasPrefix(lead) { rest = rest.dropFirst(lead.count) }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let end = rest.dropFirst(name.count)
    guard end.allSatisfy({ ".:;!?)]>\"'`".contains($0) }) || end.first?.isASCII == false,
      PlanID.normalizedPrefix(String(name)) != nil
    else { return nil }
    return String(name)
  }

  /// Like `name(in:)`, but also accepts a branch name such as `k7m2-fix-login`, and returns any
  /// other word unchanged.
  private static func ownName(in word: some StringProtocol) -> String {
    name(in: word) ?? PlanBranch.candidates(in: String(word)).first ?? String(word)
  }
}

// MARK: - Reverts

extension PlanReference {
  private static let revertLead = "this reverts commit "

  /// Returns the ids, full or abbreviated and in lower case, of the commits that a `git revert`
  /// message names; at most `mostOfACommit`.
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

  /// The reference that a commit makes to the same plan by reverting a commit with this reference.
  package var reverted: PlanReference {
    switch action {
    case .closes: PlanReference(.reopens, typed, isGuess: isGuess)
    case .reopens: PlanReference(.closes, typed, isGuess: isGuess)
    // Reverting a commit does not undo that work on the plan began.
    case .starts, .mentions: PlanReference(.mentions, typed, isGuess: isGuess)
    }
  }
}

// MARK: - Messages for other commits

extension PlanReference {
  /// Whether `git rebase --autosquash` would squash the message's commit into another one.
  package static func isForAnother(_ message: String) -> Bool {
    ["fixup! ", "squash! ", "amend! "].contains(where: message.hasPrefix)
  }
}

// MARK: - Likely references

/// Recognizes references to plans in forms that do not count, such as `Fixes #k7m2`.
extension PlanReference {
  /// Words that people write instead of the trailer keys.
  private static let synonyms: [String: Action] = [
    "close": .closes, "closed": .closes, "fix": .closes, "fixes": .closes, "fixed": .closes,
    "resolve": .closes, "resolves": .closes, "resolved": .closes,
    "start": .starts, "started": .starts, "plans": .mentions,
  ]

  /// The reference as a valid trailer, for a hint: `Closes: k7m2`.
  package var trailer: String { "\(action.trailerKey): \(typed)" }

  /// Returns the references that lines of a message seem to mean, whether or not they are trailers.
  /// Examples are `Fixes #k7m2`, and `Closes: k7m2` in the middle of a text.
  ///
  /// An id of fewer than four characters counts only after `Plan:`, `Starts:` or `Closes:`, because
  /// the other words also begin ordinary sentences.
  package static func likely(in lines: [String]) -> [PlanReference] {
    distinct(lines.lazy.flatMap { references(inLikelyLine: $0) })
  }

  /// The ordinary words in a `Starts` or `Closes` trailer.
  package struct PlainWords: Equatable, Sendable {
    package let trailer: String
    package let key: String
    /// The words that could be ids.
    package let words: [String]
    /// Whether the trailer has nothing but ordinary words, as in `Closes: login`.
    package let isAll: Bool

    package init(in trailer: String, key: String, _ words: [String], isAll: Bool) {
      (self.trailer, self.key, self.words, self.isAll) = (trailer, key, words, isAll)
    }
  }

  /// Returns the `Starts` and `Closes` among trailers that have ordinary words; each once, at most
  /// three.
  ///
  /// What may name something in another tracker is left out: it has a digit or a sign, as in `#12`,
  /// `ABC-7` and addresses.
  ///
  /// - Parameter named: The references to plans of the board.
  package static func naming(
    noPlanIn trailers: some StringProtocol, besides named: [PlanReference]
  ) -> [PlainWords] {
    var found: [PlainWords] = []
    for line in Lines.split(String(trailers)) where found.count < 3 {
      let key = line.prefix { $0.isASCII && $0.isLetter }.lowercased()
      guard let action = Self.trailers[key], action != .mentions,
        let colon = line.firstIndex(of: ":")
      else { continue }
      let text = line[line.index(after: colon)...]
      let isText = text.allSatisfy { $0.isLetter || $0.isWhitespace || "-,;.'".contains($0) }
      let references = references(inTrailer: line, all: true)
      let lost = references.filter { $0.isPlainWord && !named.contains($0) }
      let isAll = isText && text.contains(where: \.isLetter) && lost.count == references.count
      let words = PlainWords(
        in: line, key: action.trailerKey, lost.map(\.typed), isAll: isAll)
      if isAll || !lost.isEmpty, !found.contains(words) { found.append(words) }
    }
    return found
  }

  private static func references(inLikelyLine line: String) -> [PlanReference] {
    let line = line.drop { $0.isWhitespace }
    let key = line.prefix { $0.isASCII && $0.isLetter }
    let own = trailers[key.lowercased()]
    guard let action = own ?? synonyms[key.lowercased()] else { return [] }
    let rest = line.dropFirst(key.count).drop { $0 == " " }
    // Korean and Chinese keyboards type a full-width colon.
    let hasColon = rest.first == ":" || rest.first == "："
    let words = listed(hasColon ? rest.dropFirst() : rest)
    // In a subject, 'plan:k7m2' is a valid reference, so it is left out, as in 'fix(plan:k7m2): …'.
    return words.prefix(hasColon ? words.count : 1)
      .filter { !$0.lowercased().contains(lead) }.compactMap { name(in: $0) }
      .map { PlanReference(action, $0) }
      .filter { reference in
        let isShort = words.count > 1 && reference.isShortWord
        return own != nil && hasColon && !isShort || reference.typed.count >= 4
      }
  }
}

// MARK: - Branches

/// Branches of the code that are named after their plan: `k7m2-fix-login`.
package enum PlanBranch {
  /// The most characters of the plan's title in a branch name.
  private static let longestTitle = 40

  /// Returns a branch name for a plan: its short id and the first words of its title, in lower
  /// case.
  ///
  /// Letters and digits of any script are kept, because git allows them. Each run of other
  /// characters becomes a hyphen.
  ///
  /// - Parameter shortID: The first characters of the plan's id.
  package static func name(shortID: String, title: String) -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isWholeNumber) }
    var name = shortID
    for word in words {
      guard name.count + word.count < shortID.count + longestTitle else { break }
      name += "-\(word)"
    }
    return name
  }

  /// Returns the texts in a branch name that may be the beginning of a plan's id, last one first.
  /// `k7m2-fix-login` and `ada/k7m2-fix-login` give `k7m2`.
  ///
  /// Such a text begins a part between slashes, is written as pmgit writes ids, and has at least
  /// four characters. So ordinary words such as `dev`, `main` and `release` are rarely taken for
  /// ids. `master` is never read as an id.
  package static func candidates(in branch: String) -> [String] {
    if branch == "master" { return [] }
    return branch.split(separator: "/").reversed().compactMap { part in
      let word = String(part.prefix { $0 != "-" && $0 != "_" })
      return isID(word) ? word : nil
    }
  }

  /// Whether a word has the form of a plan's id: it is written as pmgit writes ids, and has at
  /// least four characters. It may still be an ordinary word.
  static func isID(_ word: String) -> Bool {
    word.utf8.count >= 4 && PlanID.normalizedPrefix(word) == word
  }
}
