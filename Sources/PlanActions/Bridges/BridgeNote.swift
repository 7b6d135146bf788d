package import PlanModel
import PlanStore
import PlanView

/// What this clone recorded about the last runs of a bridge, in a file of its pmgit folder. Without
/// the file, the next pull counts as the first one.
struct BridgeNote: Hashable, Sendable {
  /// The outcome of the last pull; nil before the first.
  var last: BridgeResult?
  /// Whether a pull has succeeded.
  var isTried = false
  /// The keys of the failed steps of pushes, in the order in which they are tried again.
  var failed: [[String]] = []
  /// The issues of plans that were missing from the last list. Nothing is sent to them.
  var missing: [String] = []
  /// The numbers of the issues that may have a sent comment, and whose comments the last pull could
  /// not read. No comment is sent to them.
  var unread: [String] = []
  /// The plans for which a clone that has not synced may already have created an issue, each with
  /// that issue. No other issue is created for them.
  var doubtful: [PlanID: String] = [:]
  /// Whether `doubtful` is full, so that plans may be missing from it. In this case no issues are
  /// created.
  var hasMoreDoubtful: Bool { doubtful.count > Self.mostDoubtful }
  /// The most plans with such an issue. `doubtful` keeps one more, which shows that there are more.
  static let mostDoubtful = 1000
  /// The secret from which this clone makes the marks of issues; nil before the first pull.
  var secret: String?
  /// The keys of the waiting changes that the last push reported. These are reported only once.
  var reported: [String] = []

  init() {}

  /// The longest note that is read, in bytes.
  private static let longest = 1 << 20

  /// Reads the note of a bridge; an empty note without a readable file.
  init(in file: LineFile) {
    self = file.read(atMost: Self.longest).flatMap { BridgeNote($0) } ?? BridgeNote()
  }

  /// Parses a text in the form of `line`; nil if it is not a JSON object.
  init?(_ text: String) {
    guard let object = (try? JSONReader.value(in: Array(text.utf8)))?.object else { return nil }
    last = object["last"]?.object.flatMap { BridgeResult($0) }
    isTried = object["tried"] == .bool(true)
    failed = object["failed"]?.array?.compactMap(\.lines).filter { $0.count == 3 } ?? []
    missing = object["missing"]?.array?.compactMap(\.string) ?? []
    unread = object["unread"]?.array?.compactMap(\.string) ?? []
    secret = object["secret"]?.string
    for pair in object["doubtful"]?.array ?? [] {
      guard let texts = pair.array?.compactMap(\.string), texts.count == 2,
        let plan = PlanID(texts[0])
      else { continue }
      doubtful[plan] = texts[1]
    }
    reported = object["told"]?.array?.compactMap(\.string) ?? []
  }

  var line: String {
    CanonicalJSON.line(
      of: .object([
        "last": last.map { .object($0.document) } ?? .null, "tried": .bool(isTried),
        "failed": .array(failed.map { .strings($0) }), "missing": .strings(missing),
        "unread": .strings(unread),
        "told": .strings(reported), "secret": .optional(secret),
        "doubtful": .array(
          doubtful.sorted { $0.key < $1.key }.map { .strings([$0.key.text, $0.value]) }),
      ]))
  }

  /// Returns steps in the order in which they are tried: steps that failed before come last.
  /// Otherwise a few steps that always fail would end each push before the others are tried.
  func order(_ steps: [BridgeStep]) -> [BridgeStep] {
    let places = Dictionary(zip(failed, failed.indices)) { first, _ in first }
    let place = { (step: BridgeStep) in
      ([step] + step.parts).compactMap { places[$0.key] }.min()
    }
    let late = steps.enumerated().compactMap { index, step in
      place(step).map { (place: $0, index: index, step: step) }
    }
    return steps.filter { place($0) == nil }
      + late.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.step)
  }
}

/// The outcome of the last pull of a bridge.
package struct BridgeResult: Hashable, Sendable {
  package let at: Timestamp
  package var added = 0
  package var updated = 0
  package var closed = 0
  package var conflicts = 0
  /// The message of the error; nil if the pull succeeded.
  package var error: String?

  package init(at: Timestamp, error: String? = nil) { (self.at, self.error) = (at, error) }

  /// The outcome in words: `3 new, 1 updated`.
  package var words: String {
    if let error { return "failed: \(error)" }
    return "\(added) new, \(updated) updated"
      + (closed > 0 ? ", \(closed) finished" : "")
      + (conflicts > 0 ? ", \(CountWords.words(conflicts, "conflict"))" : "")
  }

  package var document: JSONObject {
    [
      "at": .string(at.description), "added": .number(added), "updated": .number(updated),
      "closed": .number(closed), "conflicts": .number(conflicts), "error": .optional(error),
    ]
  }

  /// Parses an object in the form of `document`; nil if its time is missing.
  fileprivate init?(_ object: JSONObject) {
    guard let at = object["at"]?.string.flatMap({ Timestamp($0) }) else { return nil }
    let count = { (key: ExactString) in
      if case .number(let number)? = object[key] { number.integer ?? 0 } else { 0 }
    }
    self.at = at
    (added, updated) = (count("added"), count("updated"))
    (closed, conflicts) = (count("closed"), count("conflicts"))
    error = object["error"]?.string
  }
}

extension Workspace {
  /// Records the outcome of a pull.
  ///
  /// - Parameters:
  ///   - missing: The issues of plans that the list lacks; nil if there is no list.
  ///   - doubtful: The plans that may already have an issue made by another clone; nil if there is
  ///     no list.
  ///   - unread: See the note; nil if there is no list.
  func record(
    _ result: BridgeResult, missing: [String]? = nil, doubtful: [PlanID: String]? = nil,
    unread: [String]? = nil, of bridge: Bridge
  ) throws {
    let secret = bridge.takesChanges ? newSecret() : nil
    try changeNote(of: bridge) { note in
      note.last = result
      note.secret = note.secret ?? secret
      if let doubtful {
        let kept = doubtful.sorted { $0.key < $1.key }.prefix(BridgeNote.mostDoubtful + 1)
        note.doubtful = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
      }
      if let missing {
        note.missing = Self.fitting(Array(missing.prefix(Self.mostMissing)), bytes: 600_000)
      }
      if let unread { note.unread = unread }
      if result.error == nil { note.isTried = true }
    }
  }

  /// Records which waiting changes a push reported, for those that are reported only once.
  package func note(reported waiting: [UnsentChange], of bridge: Bridge) throws {
    let keys = waiting.filter(\.isReportedOnce).map(\.key).prefix(Self.mostFailures)
    try changeNote(of: bridge) { $0.reported = Self.fitting(Array(keys), bytes: 200_000) }
  }

  /// Returns as many of the first texts as fit into a limit. A note that is too long can't be read,
  /// and the next pull would then count as the first one.
  private static func fitting(_ texts: [String], bytes limit: Int) -> [String] {
    var size = 0
    return Array(
      texts.prefix { text in
        size += text.utf8.count + 4
        return size <= limit
      })
  }

  /// The most missing issues that are noted.
  private static let mostMissing = 10_000

  /// The most failed steps that are noted.
  private static let mostFailures = 1000

  /// Records which steps of a push failed.
  ///
  /// - Parameters:
  ///   - sent: The steps that were tried.
  ///   - steps: All steps of the push.
  package func note(_ sent: [BridgeStepResult], among steps: [BridgeStep], of bridge: Bridge) throws
  {
    let all = Set(steps.flatMap { [$0] + $0.parts }.map(\.key))
    let tried = Set(sent.map(\.step.key))
    var seen: Set<[String]> = []
    let failed = sent.filter { $0.problem != nil }.map(\.step.key)
    try changeNote(of: bridge) { note in
      note.failed = Array(
        (note.failed.filter { all.contains($0) && !tried.contains($0) } + failed)
          .filter { seen.insert($0).inserted }.prefix(Self.mostFailures))
    }
  }

  /// Returns a new secret for the marks of issues.
  func newSecret() -> String {
    SHA256.hex((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &participant.random) })
  }

  private func changeNote(of bridge: Bridge, _ change: (inout BridgeNote) -> Void) throws {
    let file = store.bridgeFile(bridge.name)
    let old = BridgeNote(in: file)
    var new = old
    change(&new)
    guard new != old, let reason = file.replace(with: new.line) else { return }
    throw Problem(
      code: .file, message: "could not write '\(file.path)': \(reason)",
      hints: ["see who may write the folder"])
  }
}
