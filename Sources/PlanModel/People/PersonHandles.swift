/// The short names that identify one person on a board: `ann`, `lee`, `ann.lee`, `ann@example.org`.
package struct PersonHandles: Hashable, Sendable {
  package let person: Person
  /// The names in lower case, shortest first. Only the whole name may contain spaces.
  package let handles: [String]

  package init(_ person: Person, handles: [String]) {
    (self.person, self.handles) = (person, handles)
  }

  /// Returns the first handle with the typed prefix, ignoring case and accents; nil if there is
  /// none.
  package func handle(beginningWith typed: String) -> String? {
    handles.first(where: SearchText(typed).begins)
  }
}

extension PeopleIndex {
  /// The people in index order, each with the names by which `find` returns only them.
  ///
  /// - Complexity: Linear in the people and their words.
  package var handles: [PersonHandles] {
    let words = people.map { Set($0.words.map(String.init)) }
    var owners: [String: Int] = [:]
    for word in words.lazy.joined() { owners[word, default: 0] += 1 }
    return people.enumerated().map { index, known in
      let person = known.person
      let name = person.name.lowercased()
      let address = person.email.lowercased()
      let parts = name.split(whereSeparator: \.isWhitespace).map(String.init)
      let local = address.split(separator: "@").first.map(String.init)
      let unique = (parts + [local].compactMap(\.self)).filter { word in
        word.count > 1 && !Self.reserved.contains(word)
          && (places(ofName: word).map { $0 == [index] } ?? (owners[word] == 1))
      }
      let whole = places(ofName: name) == [index] ? [name] : []
      var seen: Set<String> = []
      return PersonHandles(
        person,
        handles: (unique + whole + [address]).filter { !$0.isEmpty && seen.insert($0).inserted })
    }
  }

  /// Words with another meaning where a person is expected.
  private static let reserved: Set<String> = ["me", "@me", "none", "any"]
}
