import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Returns the people whom some texts mean, as the repository's `.mailmap` says.
  func peopleIndex(_ written: some Collection<String>) throws -> PeopleIndex {
    try git { () throws(GitError) in
      let mailmap = try store.repository.mailmap()
      return try PeopleIndex(written) { (person) throws(GitError) in
        let real = try mailmap.resolve(name: person.name, email: person.email)
        return Person(name: real.name, email: real.email)
      }
    }
  }
}
