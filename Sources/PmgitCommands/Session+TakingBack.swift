import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

/// The two ways to take a change back.
enum TakingBack {
  case undo, redo

  fileprivate var verb: String { self == .undo ? "undo" : "redo" }
  fileprivate var done: String { self == .undo ? "undid" : "redid" }
  fileprivate var trailer: CommitTrailer.Key { self == .undo ? .undoes : .redoes }

  /// What is taken back, in words; what undo undid is redone, not undone again.
  fileprivate func subject(of commit: Commit) -> String {
    let lead = "undo "
    guard self == .redo, commit.subject.hasPrefix(lead) else { return commit.subject }
    return String(commit.subject.dropFirst(lead.count))
  }
}

extension Session {
  /// Takes changes of this person back, and tells what became of them.
  mutating func takeBack(
    _ way: TakingBack, _ find: (BoardStore, Person, _ tip: ObjectID) throws -> UndoStep
  ) async throws {
    let author = try author()
    let person = Person(name: author.author.name, email: author.author.email)
    let (store, now) = (store, context.now)
    var result: TakenBack?
    let body = { (transaction: inout Transaction) in
      let step = try find(store, person, transaction.before.commit)
      let takenBack = try store.takeBack(step, in: &transaction, at: now, by: author.person)
      result = takenBack
      return Self.message(way, takenBack)
    }
    let isClaim = try way == .redo && claims(find(store, person, store.tip()), of: person)
    let change =
      isClaim
      ? try await changeOnRemote(by: author, body) : try await store.change(by: author, body)
    guard let result else { return }
    if options.json {
      show(
        try JSONOutput.takenBack(result, verb: way.verb, in: change.after, today: context.today))
    }
    try tell(of: result, way, in: change.after)
  }

  /// Makes a change that holds only if the remote accepts it.
  private func changeOnRemote(
    by author: Author, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let accepted = try await store.changeOnRemote(
      by: author, person: try identity(.committer),
      terminalPrompt: context.terminal.errorIsTerminal, body)
    warn(ofNotHere: accepted.problem)
    return accepted.change
  }

  /// Whether a step makes the person the owner of a plan again: as 'take' does, it asks the remote.
  private func claims(_ step: UndoStep, of person: Person) throws -> Bool {
    guard case .takeBack(let undoings) = step, try store.trackingTip() != nil else { return false }
    return try store.owners(before: undoings).contains { $0.isSame(as: person) }
  }

  private func tell(of result: TakenBack, _ way: TakingBack, in snapshot: BoardSnapshot) throws {
    for commit in result.commits {
      let done = result.isSpent(commit) ? "nothing was left to \(way.verb) of" : way.done
      tell("\(done) '\(way.subject(of: commit))'")
    }
    let kept = try keptWords(result, in: snapshot)
    for words in kept { tell("kept \(words)") }
    guard way == .undo else { return }
    if result.commits.allSatisfy(result.isSpent) {
      tell(hint: "take back what you did before that with \(pmgit: "undo")")
    } else if kept.isEmpty {
      tell(hint: "bring it back with \(pmgit: "redo")")
    }
  }

  private static func message(_ way: TakingBack, _ result: TakenBack) -> CommitMessage {
    let subjects = result.commits.map { way.subject(of: $0) }
    let trailers = result.trailed.map { CommitTrailer(way.trailer, $0.id.hex) }
    let isSpent = result.commits.allSatisfy(result.isSpent)
    let lines = isSpent ? ["Nothing was left of it: others have changed it since."] : []
    if subjects.count == 1 {
      return CommitMessage(
        subject: "\(way.verb) \(subjects[0])", lines: lines, plans: result.namedPlans,
        trailers: trailers)
    }
    return CommitMessage(
      subject: "\(way.verb) \(CountText.words(subjects.count, "change"))",
      lines: subjects + lines, plans: result.namedPlans, trailers: trailers)
  }

  /// Says what stays, and whose it is: `title of k7m2: Ben changed it since`.
  private func keptWords(
    _ result: TakenBack, in snapshot: BoardSnapshot
  ) throws -> [String] {
    let origins = try origins(of: result, in: snapshot)
    var words: [String] = []
    for kept in result.kept where kept.path.fieldName != "rank" {
      let people = Set(kept.values.compactMap { origins[$0].map { Person($0.by).fullName } })
      let who = people.isEmpty ? "somebody" : people.sorted().joined(separator: " and ")
      let plan = try kept.plan.map { try snapshot.shortID($0) }
      if kept.path == .field("deleted"), let plan {
        words.append("\(plan) as it is: \(who) \(kept.deletionWords)")
      } else {
        let place = plan.map { "of \($0)" } ?? "of the board"
        words.append("\(kept.path.fieldName) \(place): \(kept.reasonWords(who))")
      }
    }
    for plan in result.untouched.sorted() {
      words.append("\(plan) as it is: its file was removed, broken or put back by hand")
    }
    return words
  }

  /// Who wrote the values that stay; those that were brought back are looked up where they were.
  private func origins(
    of result: TakenBack, in snapshot: BoardSnapshot
  ) throws -> [PlacedValue: ValueOrigin] {
    let values = result.kept.flatMap(\.values)
    var origins: [PlacedValue: ValueOrigin] = [:]
    for (commit, values) in Dictionary(
      grouping: values, by: { result.sources[$0] ?? snapshot.commit })
    {
      origins.merge(try store.origins(of: Set(values), from: commit)) { $1 }
    }
    return origins
  }
}

extension TakenBack.Kept {
  /// Of a deletion: what somebody did to the plan since.
  fileprivate var deletionWords: String {
    values.first?.element.value.isNull == true ? "restored it since" : "deleted it since"
  }

  fileprivate func reasonWords(_ who: String) -> String {
    switch reason {
    case .changed, .deleted: return "\(who) changed it since"
    case .same: return "\(who) wrote the same"
    case .rule(let rule):
      let allowed = rule.allowed.map { "'\($0)'" }.joined(separator: " or ")
      return "'\(rule.to)' takes plans only from \(allowed)"
    }
  }
}

extension TakenBack {
  /// The plans that the commit's trailers name; an import may have made thousands.
  fileprivate var namedPlans: [PlanID] { plans.count <= 100 ? plans.sorted() : [] }
}
