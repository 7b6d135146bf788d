import Git
package import PlanModel

/// The people of a repository as its `.mailmap` says, who may have written under several names and addresses.
package struct PeopleMap: ~Copyable {
  private let mailmap: Mailmap

  fileprivate init(_ mailmap: consuming Mailmap) { self.mailmap = mailmap }

  /// Returns the person under the name and address that the file gives them.
  package func resolve(_ person: Person) throws(StoreError) -> Person {
    let real = try StoreError.wrapping(try mailmap.resolve(name: person.name, email: person.email))
    return Person(name: real.name, email: real.email)
  }
}

extension BoardStore {
  package func mailmap() throws(StoreError) -> PeopleMap {
    PeopleMap(try StoreError.wrapping(try repository.git.mailmap()))
  }
}
