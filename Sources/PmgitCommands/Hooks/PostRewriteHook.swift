import Git
import PlanModel
import PlanStore

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
