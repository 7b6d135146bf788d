import Git
import PlanIndex
package import PlanModel

extension Commit {
  /// The agent that made the change; nil for a change by a person.
  ///
  /// An agent's commit has the agent as its author, without an address, and names it in a trailer.
  /// The committer is the person for whom the agent acted. Both parts are needed: people without an
  /// address in git's configuration are no agents, and a trailer alone makes nobody an agent.
  package var agent: Agent? {
    guard author.email.isEmpty, trailers(.agent).contains(author.name) else { return nil }
    return Agent(name: author.name, person: committer.formatted)
  }
}

extension BoardStore {
  /// Returns the agent that made a commit; nil for a commit by a person.
  ///
  /// The index stores the author, so only commits of authors without an address are read.
  ///
  /// - Parameter author: The commit's author, in git's form.
  package func agent(
    of commit: ObjectID, by author: String
  ) throws(StoreError) -> Agent? {
    guard Person(author).email.isEmpty else { return nil }
    return try repository.commit(commit).agent
  }

  func agent(of commit: PastCommit) throws(StoreError) -> Agent? {
    try agent(of: commit.id, by: commit.by)
  }
}
