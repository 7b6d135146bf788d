import Git
import PlanModel
import PlanStore
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
  /// Takes changes of this person back in one commit, and tells what became of them.
  mutating func takeBack(
    _ way: TakingBack, _ find: (BoardStore, Person, _ tip: ObjectID) throws -> OwnChanges
  ) async throws {
    let author = try author()
    let person = Person(name: author.author.name, email: author.author.email)
    let (store, now) = (store, context.now)
    var result: TakenBack?
    let change = try await store.change(by: author) { transaction in
      let changes = try find(store, person, transaction.before.commit)
      let takenBack = try store.takeBack(changes, in: &transaction, at: now, by: author.person)
      result = takenBack
      // Changes that cancel each other are undone as well.
      transaction.isWorthEmptyCommit =
        takenBack.isOfBoard && takenBack.kept.isEmpty && takenBack.untouched.isEmpty
      return Self.message(way, takenBack)
    }
    guard let result else { return }
    let kept = try keptWords(result, in: change.after)
    guard change.didChange else {
      let next = result.commits.count + 1
      let hasMore =
        try way == .undo
        && store.changesToUndo(next, by: person, from: change.after.commit).wanted.count == next
      throw Self.nothingLeft(of: result, way, kept: kept, hasMore: hasMore)
    }
    if options.json {
      show(
        JSONOutput.takenBack(
          result, verb: way.verb, plans: try result.plans.compactMap { try change.after.plan($0) },
          in: change.after, today: context.today))
    }
    for commit in result.commits { tell("\(way.done) '\(way.subject(of: commit))'") }
    for words in kept { tell("kept \(words)") }
    if way == .undo, kept.isEmpty { tell("hint: bring it back with 'pmgit redo'") }
  }

  private static func message(_ way: TakingBack, _ result: TakenBack) -> CommitMessage {
    let subjects = result.commits.map { way.subject(of: $0) }
    let trailers = result.commits.map { CommitTrailer(way.trailer, $0.id.hex) }
    if subjects.count == 1 {
      return CommitMessage(
        subject: "\(way.verb) \(subjects[0])", plans: result.namedPlans, trailers: trailers)
    }
    return CommitMessage(
      subject: "\(way.verb) \(CountText.words(subjects.count, "change"))", lines: subjects,
      plans: result.namedPlans, trailers: trailers)
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
        words.append("\(plan) as it is: \(who) deleted it since")
      } else {
        let place = plan.map { "of \($0)" } ?? "of the board"
        words.append("\(kept.path.fieldName) \(place): \(who) changed it since")
      }
    }
    for plan in result.untouched {
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

  private static func nothingLeft(
    of result: TakenBack, _ way: TakingBack, kept: [String], hasMore: Bool
  ) -> Failure {
    let subjects = result.commits.map { "'\(way.subject(of: $0))'" }.joined(separator: ", ")
    let next = "pmgit undo \(result.commits.count + 1)"
    return Failure(
      code: "nothing-to-\(way.verb)", message: "nothing is left to \(way.verb) of \(subjects)",
      hints: hasMore ? ["take back what you did before as well with '\(next)'"] : [],
      detail: kept.map { "kept \($0)" })
  }
}

extension TakenBack {
  /// The plans that the commit's trailers name; an import may have made thousands.
  fileprivate var namedPlans: [PlanID] { plans.count <= 100 ? plans : [] }
}
