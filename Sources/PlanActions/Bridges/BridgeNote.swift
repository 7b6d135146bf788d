package import PlanModel
import PlanStore
import PlanView

/// What this clone has noted of the last runs of a bridge, in a file of its pmgit folder. Without
/// the file, the next pull counts as the first one.
struct BridgeNote: Hashable, Sendable {
  /// The outcome of the last pull; nil before the first.
  var last: BridgeResult?
  /// Whether a pull has succeeded.
  var isTried = false
  /// The steps of pushes that failed, in the order in which they are tried again.
  var failed: [Step] = []
  /// The issues of plans here that the last list did not have. Nothing is sent to them.
  var missing: [String] = []
  /// The plans that may have an issue which another clone has made, and not shared yet. No issue is
  /// made of them.
  var doubtful: [PlanID: String] = [:]
  /// The secret of the marks of issues that this clone makes; nil before the first pull.
  var secret: String?
  /// What the last push has said of changes that wait, and is said once.
  var told: [String] = []

  /// A step of a push. What it sends may be another value by now.
  struct Step: Hashable, Sendable {
    let plan: String
    /// The issue; empty for one that is to be made.
    let alias: String
    let what: String

    init(_ step: BridgeStep) {
      (plan, alias) = (step.plan.text, step.alias ?? "")
      what = step.part.map { "\(step.what) \($0)" } ?? step.what
    }

    fileprivate init?(_ value: JSONValue) {
      guard let texts = value.array?.compactMap(\.string), texts.count == 3 else { return nil }
      (plan, alias, what) = (texts[0], texts[1], texts[2])
    }

    fileprivate var document: JSONValue { .strings([plan, alias, what]) }
  }

  init() {}

  /// Reads what `line` was written to; nil for anything else.
  init?(_ text: String) {
    guard let object = (try? JSONReader.value(in: Array(text.utf8)))?.object else { return nil }
    last = object["last"]?.object.flatMap { BridgeResult($0) }
    isTried = object["tried"] == .bool(true)
    failed = object["failed"]?.array?.compactMap { Step($0) } ?? []
    missing = object["missing"]?.array?.compactMap(\.string) ?? []
    secret = object["secret"]?.string
    for pair in object["doubtful"]?.array ?? [] {
      guard let texts = pair.array?.compactMap(\.string), texts.count == 2,
        let plan = PlanID(texts[0])
      else { continue }
      doubtful[plan] = texts[1]
    }
    told = object["told"]?.array?.compactMap(\.string) ?? []
  }

  var line: String {
    CanonicalJSON.line(
      of: .object([
        "last": last.map { .object($0.document) } ?? .null, "tried": .bool(isTried),
        "failed": .array(failed.map(\.document)), "missing": .strings(missing),
        "told": .strings(told), "secret": .optional(secret),
        "doubtful": .array(
          doubtful.sorted { $0.key < $1.key }.map { .strings([$0.key.text, $0.value]) }),
      ]))
  }

  /// Returns steps in the order in which they are tried: those that failed before come last.
  /// Otherwise a few that always fail would end each push before the others.
  func order(_ steps: [BridgeStep]) -> [BridgeStep] {
    let places = Dictionary(zip(failed, failed.indices)) { first, _ in first }
    let place = { (step: BridgeStep) in
      ([step] + step.parts).compactMap { places[Step($0)] }.min()
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

  /// Reads what `document` was written to; nil for anything else.
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
  ///   - missing: The issues of plans here that the list lacks; nil for no list.
  ///   - doubtful: The plans that may have an issue which another clone has made; nil for no list.
  func record(
    _ result: BridgeResult, missing: [String]? = nil, doubtful: [PlanID: String]? = nil,
    of bridge: Bridge
  ) throws {
    let secret = bridge.takesChanges ? newSecret() : nil
    try changeNote(of: bridge) { note in
      note.last = result
      note.secret = note.secret ?? secret
      if let doubtful {
        note.doubtful = Dictionary(
          uniqueKeysWithValues: doubtful.sorted { $0.key < $1.key }.prefix(Self.mostFailures)
            .map { ($0.key, $0.value) })
      }
      if let missing {
        note.missing = Self.fitting(Array(missing.prefix(Self.mostMissing)), bytes: 600_000)
      }
      if result.error == nil { note.isTried = true }
    }
  }

  /// Notes what a push has said of changes that wait.
  package func note(told waiting: [BridgeWaiting], of bridge: Bridge) throws {
    let told = waiting.filter(\.isToldOnce).map(\.key).prefix(Self.mostFailures)
    try changeNote(of: bridge) { $0.told = Self.fitting(Array(told), bytes: 200_000) }
  }

  /// Returns the first texts that have room together. A note that is too long is not read, and
  /// then the next pull would count as the first one.
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

  /// Notes which steps of a push have failed.
  ///
  /// - Parameters:
  ///   - sent: The steps that were tried.
  ///   - steps: All steps that were to be done.
  package func note(_ sent: [BridgeSent], among steps: [BridgeStep], of bridge: Bridge) throws {
    let (all, tried) = (
      Set(steps.flatMap { [$0] + $0.parts }.map(BridgeNote.Step.init)),
      Set(sent.map { BridgeNote.Step($0.step) })
    )
    var seen: Set<BridgeNote.Step> = []
    let failed = sent.filter { $0.problem != nil }.map { BridgeNote.Step($0.step) }
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
    let old = file.read().flatMap { BridgeNote($0) } ?? BridgeNote()
    var new = old
    change(&new)
    guard new != old, let reason = file.replace(with: new.line) else { return }
    throw Problem(
      code: .file, message: "could not write '\(file.path)': \(reason)",
      hints: ["see who may write the folder"])
  }
}
