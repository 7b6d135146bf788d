package import Git
package import PlanModel

/// The message of a user's commit, written to be read in `git log`.
///
///     move k7m2: Todo → Doing, Fix login on iPad
///
///     Plan: k7m2q9x4t1ab
package struct CommitMessage: Sendable {
  /// The longest subject, in characters. The limit keeps `git log --oneline` readable.
  private static let longestSubject = 100

  /// The first line of the message.
  package private(set) var subject: String
  private var lines: [String]
  private var trailers: [CommitTrailer]

  package var text: String {
    let paragraphs = [
      subject, lines.joined(separator: "\n"), trailers.map(\.line).joined(separator: "\n"),
    ]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Makes a message in the form of pmgit's commits.
  ///
  /// - Parameters:
  ///   - subject: The change in words. Texts longer than `longestSubject` are cut off.
  ///   - lines: The lines of the body, such as one for each of several changed plans.
  ///   - plans: The plans that were changed, named in trailers for programs.
  ///   - trailers: Further trailers.
  package init(
    subject: String, lines: [String] = [], plans: [PlanID], trailers: [CommitTrailer] = []
  ) {
    self.subject = Self.firstLine(subject)
    self.lines = lines.map(Self.oneLine)
    self.trailers = plans.map { CommitTrailer(.plan, $0.text) } + trailers
  }

  /// Creates the message of one commit for several changes. Its body has the subject of each
  /// change, followed by the change's own lines.
  package init(subject: String, of parts: [CommitMessage]) {
    var trailers: [CommitTrailer] = []
    var known: Set<CommitTrailer> = []
    for trailer in parts.flatMap(\.trailers) where known.insert(trailer).inserted {
      trailers.append(trailer)
    }
    self.init(
      subject: subject, lines: parts.flatMap { [$0.subject] + $0.lines.map { "  \($0)" } },
      plans: [], trailers: trailers)
  }

  private static func firstLine(_ text: String) -> String {
    let line = oneLine(text)
    return line.count > longestSubject ? line.prefix(longestSubject - 1) + "…" : line
  }

  /// Returns the message with another subject.
  func with(subject: String) -> CommitMessage {
    var message = self
    message.subject = Self.firstLine(subject)
    return message
  }

  /// Adds the trailers that the message does not have yet.
  mutating func append(_ trailers: [CommitTrailer]) {
    self.trailers += trailers.filter { !self.trailers.contains($0) }
  }

  /// Adds a line to the body.
  mutating func append(line: String) { lines.append(Self.oneLine(line)) }

  /// Replaces line breaks, control characters and controls of the writing direction by spaces.
  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          case .format where scalar.properties.isBidiControl: " "
          default: scalar
          }
        }))
  }
}

/// A line for programs at the end of a commit's message, such as `Undoes: 3f2a…`.
package struct CommitTrailer: Hashable, Sendable {
  package enum Key: String, Sendable {
    /// The id of a plan that the commit changes.
    case plan = "Plan"
    /// A commit that this one undoes.
    case undoes = "Undoes"
    /// A plan whose missing or unreadable file the commit restores.
    case restores = "Restores"
    /// A code commit that the change records.
    case commit = "Commit"
    /// The hook that made the change, by git's name, such as `post-commit`.
    case hook = "Hook"
    /// A commit that undid a change, and that this commit reverts.
    case redoes = "Redoes"
    /// The name of the bridge that made the change: it recorded what it sent to its tracker, or
    /// removed duplicate comments.
    case bridge = "Bridge"
    /// What a sync did by itself: `texts`, if it merged texts in conflict.
    case sync = "Sync"
    /// A rule of the board that acted in the change, by its name.
    case rule = "Rule"
    /// The name of the agent that made the change. It is also the author's name.
    case agent = "Agent"
  }

  package let key: Key
  package let value: String

  package init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }

  var line: String { "\(key.rawValue): \(value)" }
}

extension Commit {
  /// The first line of the message.
  package var subject: String { String(message.prefix { !$0.isNewline }) }

  /// Returns the commits in the trailers with a key. Values that are not commit ids are skipped.
  func commits(named key: CommitTrailer.Key) -> [ObjectID] {
    trailers(key).compactMap { ObjectID(hex: $0) }
  }

  /// Whether a hook, a bridge or a sync made the change. An undo concerns only what a person did.
  /// If a bridge's record of a sent value were undone, the next pull would treat that value as a
  /// change made in the tracker.
  var isSkippedByUndo: Bool {
    [CommitTrailer.Key.hook, .bridge, .sync].contains { !trailers($0).isEmpty }
  }

  var isByHook: Bool { !trailers(.hook).isEmpty }

  /// The plans whose files the commit restored.
  var restoredPlans: Set<PlanID> { Set(trailers(.restores).compactMap { PlanID($0) }) }

  func trailers(_ key: CommitTrailer.Key) -> [String] {
    let lead = "\(key.rawValue): "
    // Trailers are in the last paragraph, and never in the subject.
    let paragraphs = message.split(separator: "\n\n")
    guard paragraphs.count > 1, let last = paragraphs.last else { return [] }
    return last.split(separator: "\n").filter { $0.hasPrefix(lead) }
      .map { String($0.dropFirst(lead.count)) }
  }
}
