/// The people on a board, searchable by name and address.
///
/// People are written as `Name <address>` or only one of the two. Texts with the same address are
/// one person. A text with only a name belongs to the person with this name, if there is exactly
/// one; else it is a person of its own.
package struct PeopleIndex: Sendable {
  /// A person, with all names and addresses that are used for them.
  package struct Known: Hashable, Sendable {
    /// The first form of the person. If that has no name, the name comes from a later form.
    package fileprivate(set) var person: Person
    fileprivate(set) var names: Set<String> = []
    fileprivate(set) var addresses: Set<String> = []
  }

  /// The people with an address in the order in which they first occur, then those without one.
  package private(set) var people: [Known] = []
  private var byText: [String: Int] = [:]
  private var byAddress: [String: Int] = [:]
  private var byName: [String: [Int]] = [:]

  /// Creates an index without a `.mailmap`.
  package init(_ written: some Collection<String> = [String]()) {
    self.init(written) { $0 }
  }

  /// Groups texts by the people that they name.
  ///
  /// - Parameters:
  ///   - written: The people as written on the board and in commits. The earliest form of a person
  ///     is shown.
  ///   - canonical: Returns the person that a text means according to a `.mailmap`.
  /// - Complexity: Linear in the texts.
  package init<Failure>(
    _ written: some Collection<String>, canonical: (Person) throws(Failure) -> Person
  ) throws(Failure) {
    var seen: Set<String> = []
    var parsed: [(text: String, written: Person, person: Person)] = []
    for text in written where !text.isEmpty && seen.insert(text).inserted {
      parsed.append((text, Person(text), try canonical(Person(text))))
    }
    // Names without an address come last, because the person may be known by an address.
    for form in parsed where !form.person.email.isEmpty {
      add(
        form.text, form.person, alsoKnownAs: form.written, to: byAddress[form.person.email.folded])
    }
    for form in parsed where form.person.email.isEmpty {
      let known = byName[form.person.name.folded] ?? []
      add(form.text, form.person, alsoKnownAs: form.written, to: known.count == 1 ? known[0] : nil)
    }
  }

  private mutating func add(
    _ text: String, _ person: Person, alsoKnownAs written: Person, to index: Int?
  ) {
    let index = index ?? people.count
    if index == people.count { people.append(Known(person: person)) }
    if people[index].person.name.isEmpty { people[index].person.name = person.name }
    byText[text] = index
    for form in [person, written] {
      let (name, address) = (form.name.folded, form.email.folded)
      if !name.isEmpty, people[index].names.insert(name).inserted {
        byName[name, default: []].append(index)
      }
      if !address.isEmpty, people[index].addresses.insert(address).inserted {
        byAddress[address] = byAddress[address] ?? index
      }
    }
  }

  // MARK: - Lookup

  /// Returns the index in `people` of the person that a text means; nil if the text was not
  /// indexed.
  package func index(of written: String) -> Int? { byText[written] }

  /// Returns the indices in `people` of the person with the same address, else of all people with
  /// the same name.
  func indices(of person: Person) -> Set<Int> {
    if let index = byAddress[person.email.folded] { return [index] }
    return Set(byName[person.name.folded] ?? [])
  }

  /// How exactly a typed text must match a name or address.
  package enum MatchPrecision: Int, Comparable, Sendable {
    /// A whole address, a whole name, one word of a name, or the part of an address before `@`.
    case whole
    /// The beginning of a word.
    case beginning
    /// Any part.
    case part

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the people that a text can mean, by the best kind of match that finds any.
  ///
  /// A whole address or name is tried first. Next come a word of the name and the local part of the
  /// address, with accents and then without. Weaker matches follow as far as `precision` allows.
  ///
  /// - Parameter typed: May begin with `@`. Case is ignored; accents only distinguish names that
  ///   are otherwise equal.
  package func find(_ typed: String, upTo precision: MatchPrecision) -> [Known] {
    places(of: typed, upTo: precision).sorted().map { people[$0] }
  }

  /// Returns the indices of the people with exactly this lowercase name; nil if there are none.
  package func places(ofName name: String) -> [Int]? { byName[name] }

  func places(of typed: String, upTo precision: MatchPrecision) -> Set<Int> {
    let text = (typed.first == "@" ? String(typed.dropFirst()) : typed).folded
    guard !text.isEmpty else { return [] }
    let person = Person(text)
    if !person.email.isEmpty, let index = byAddress[person.email] { return [index] }
    if let named = byName[text] { return Set(named) }
    // Accents decide only between names that are otherwise equal.
    let plain = TextFolding.folded(text).text
    let tests: [(precision: MatchPrecision, holds: (Known) -> Bool)] = [
      (.whole, { $0.words.contains { $0 == text } }),
      (
        .whole,
        { known in
          (known.names.union(known.words.map(String.init)))
            .contains { TextFolding.folded($0).text == plain }
        }
      ),
      (.beginning, { $0.words.contains { TextFolding.folded(String($0)).text.hasPrefix(plain) } }),
      (
        .part,
        { known in
          known.names.union(known.addresses).union([known.person.formatted])
            .contains { TextFolding.folded($0).text.contains(plain) }
        }
      ),
    ]
    for test in tests where test.precision <= precision {
      let found = people.indices.filter { test.holds(people[$0]) }
      if !found.isEmpty { return Set(found) }
    }
    return []
  }
}

extension PeopleIndex.Known {
  /// The words of the names, and the local parts of the addresses.
  var words: [Substring] {
    names.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      + addresses.compactMap { $0.split(separator: "@").first }
  }
}

extension String {
  /// The text in the form for comparing people. Accents are kept: they distinguish people.
  fileprivate var folded: String { lowercased() }
}

// MARK: - Handles

/// The short names that identify one person on a board: `ann`, `lee`, `ann.lee`, `ann@example.org`.
package struct PersonHandles: Hashable, Sendable {
  package let person: Person
  /// The names in lower case: single words, then the whole name, then the address. Only the whole
  /// name may contain spaces.
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
  /// The people in index order, each with the names by which `find` returns only this person.
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
  private static let reserved: Set<String> = ["me", "@me", "none", "any", Agent.anyWord]
}
