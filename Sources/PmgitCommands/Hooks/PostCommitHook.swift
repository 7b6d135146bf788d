import Git
import PlanModel
import PlanStore
import PlanView

/// `post-commit`: records the commit on the plans that it names, and moves them.
struct PostCommitHook {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func run() async throws {
    let repository = session.store.repository
    // What a rebase makes may go again, if it is given up; post-rewrite is called at its end.
    guard repository.operation != "rebase", try !session.isOnBoard() else { return }
    let (head, move) = try git { () throws(GitError) in
      (try repository.reference("HEAD"), try repository.lastMoveOfHead())
    }
    // post-rewrite follows, and knows what the commit stands for.
    guard let head, move?.hasPrefix("commit (amend)") != true else { return }
    try await session.record([CodeCommit(head)])
  }
}

/// `post-rewrite`: lets plans follow their commits through an amend or a rebase.
struct PostRewriteHook {
  private let session: Session
  private let isRebase: Bool

  init?(_ session: Session, _ arguments: [String]) {
    guard let command = arguments.first else { return nil }
    (self.session, isRebase) = (session, command == "rebase")
  }

  func run() async throws {
    let store = session.store
    // An amend in the course of a rebase; the rebase tells of it when it ends.
    guard try !session.isOnBoard(), isRebase || store.repository.operation != "rebase" else {
      return
    }
    var order: [ObjectID] = []
    var replaced: [ObjectID: [ObjectID]] = [:]
    for line in Lines.split(try session.inputText()) {
      let ids = line.split(separator: " ").prefix(2).compactMap { ObjectID(hex: String($0)) }
      guard ids.count == 2 else { continue }
      if replaced[ids[1]] == nil { order.append(ids[1]) }
      replaced[ids[1], default: []].append(ids[0])
    }
    var commits = order.map { CodeCommit($0, replacing: replaced[$0] ?? []) }
    if isRebase {
      commits += try store.commitsMadeInRebase(besides: Set(order)).map { CodeCommit($0) }
    }
    try await session.record(commits)
  }
}

/// `post-merge`: takes up what a fetch has brought, and records a merge that names plans.
struct PostMergeHook {
  private let session: Session
  private let isSquash: Bool

  init(_ session: Session, _ arguments: [String]) {
    (self.session, isSquash) = (session, arguments.first == "1")
  }

  func run() async throws {
    try await session.takeUpFetched()
    let repository = session.store.repository
    guard !isSquash, try !session.isOnBoard() else { return }
    let merge = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD"),
        let before = try repository.reference("ORIG_HEAD")
      else { return nil }
      // What was fast-forwarded to was made, and recorded, by others.
      let parents = try repository.commit(head).parents
      return parents.count > 1 && parents[0] == before ? head : nil
    }
    if let merge { try await session.record([CodeCommit(merge)]) }
  }
}
