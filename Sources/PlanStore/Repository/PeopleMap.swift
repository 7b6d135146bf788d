import Git
package import PlanModel

/// The people in a repository's `.mailmap`, which unites several names and addresses of a person.
package struct PeopleMap: ~Copyable {
  private let mailmap: Mailmap

  fileprivate init(_ mailmap: consuming Mailmap) { self.mailmap = mailmap }

  /// Returns the person with the name and address from the file.
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
