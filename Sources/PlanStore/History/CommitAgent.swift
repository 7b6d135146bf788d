import Git
import PlanIndex
package import PlanModel

extension Commit {
  /// The agent that made the change; nil for a change by a person.
  ///
  /// An agent's commit has the agent as its author, without an address, and names the agent in a
  /// trailer. The committer is the person for whom the agent acted. Neither sign is enough alone: a
  /// person's address may be missing in git's configuration, and anybody can write a trailer.
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
  package func agent(of commit: ObjectID, by author: String) throws -> Agent? {
    guard Person(author).email.isEmpty else { return nil }
    return try repository.commit(commit).agent
  }

  func agent(of commit: PastCommit) throws -> Agent? {
    try agent(of: commit.id, by: commit.by)
  }
}
