/// The people whom a board knows, found by what others call them.
///
/// People are written as texts, `Name <address>` or only one of the two. Texts with one address
/// are one person, and a name alone is the person who has that name if there is only one.
package struct PeopleIndex: Sendable {
  /// A person, and every text that means them.
  package struct Known: Hashable, Sendable {
    /// The first form with both name and address, or else the first one.
    package fileprivate(set) var person: Person
    fileprivate(set) var names: Set<String> = []
    fileprivate(set) var addresses: Set<String> = []
  }

  /// The people in the order in which they were first written.
  package private(set) var people: [Known] = []
  private var byText: [String: Int] = [:]
  private var byAddress: [String: Int] = [:]
  private var byName: [String: [Int]] = [:]

  /// Creates an index of texts that mean whom they say.
  package init(_ written: some Collection<String> = [String]()) {
    self.init(written) { $0 }
  }

  /// - Parameters:
  ///   - written: The texts, those of the board and those of commits; the first ones count most.
  ///   - canonical: Returns the person whom a `.mailmap` says to be meant.
  /// - Complexity: Linear in the texts.
  package init<Failure>(
    _ written: some Collection<String>, canonical: (Person) throws(Failure) -> Person
  ) throws(Failure) {
    var seen: Set<String> = []
    var parsed: [(text: String, written: Person, person: Person)] = []
    for text in written where !text.isEmpty && seen.insert(text).inserted {
      parsed.append((text, Person(text), try canonical(Person(text))))
    }
    // Names alone come last, since the person may be known by an address.
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

  /// Returns the place in `people` of whom a written text means; nil for one that was not given.
  package func index(of written: String) -> Int? { byText[written] }

  /// Returns the places of a person: that of the address, else those of the name.
  func indices(of person: Person) -> Set<Int> {
    if let index = byAddress[person.email.folded] { return [index] }
    return Set(byName[person.name.folded] ?? [])
  }

  /// How much of a name or address must be typed.
  package enum Closeness: Int, Comparable, Sendable {
    /// An address, a whole name, one word of a name, or what an address has before its `@`.
    case whole
    /// The beginning of a word.
    case beginning
    /// Any part.
    case part

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the people whom a text may mean, as closely as possible.
  ///
  /// The closest kind of match with any result counts: the address or the whole name, then a word
  /// of the name or the local part of the address, both with their accents before both without, then
  /// less as far as `closeness` allows.
  ///
  /// - Parameter typed: May begin with `@`; case does not count, and accents only between names that
  ///   differ in nothing else.
  package func find(_ typed: String, upTo closeness: Closeness) -> [Known] {
    places(of: typed, upTo: closeness).sorted().map { people[$0] }
  }

  /// Returns the places of those who have exactly that name, in lower case; nil if nobody has.
  func places(ofName name: String) -> [Int]? { byName[name] }

  func places(of typed: String, upTo closeness: Closeness) -> Set<Int> {
    let text = (typed.first == "@" ? String(typed.dropFirst()) : typed).folded
    guard !text.isEmpty else { return [] }
    let person = Person(text)
    if !person.email.isEmpty, let index = byAddress[person.email] { return [index] }
    if let named = byName[text] { return Set(named) }
    let plain = TextFolding.folded(text).text
    for test in Self.tests where test.closeness <= closeness {
      let found = people.indices.filter { test.holds(people[$0], text, plain) }
      if !found.isEmpty { return Set(found) }
    }
    return []
  }

  private struct Test {
    let closeness: Closeness
    /// Takes what was typed in lower case, and also without accents.
    let holds: @Sendable (_ known: Known, _ text: String, _ plain: String) -> Bool
  }

  private static let tests = [
    Test(closeness: .whole) { known, text, _ in known.words.contains { $0 == text } },
    Test(closeness: .whole) { known, _, plain in
      known.names.contains { TextFolding.folded($0).text == plain }
        || known.words.contains { TextFolding.folded(String($0)).text == plain }
    },
    Test(closeness: .beginning) { known, _, plain in
      known.words.contains { TextFolding.folded(String($0)).text.hasPrefix(plain) }
    },
    Test(closeness: .part) { known, _, plain in
      (Array(known.names.union(known.addresses)) + [known.person.formatted])
        .contains { TextFolding.folded($0).text.contains(plain) }
    },
  ]
}

extension PeopleIndex.Known {
  /// The words of the names, and the local parts of the addresses.
  var words: [Substring] {
    names.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      + addresses.compactMap { $0.split(separator: "@").first }
  }
}

extension String {
  /// The text in the form in which people are one: names with other accents are other people.
  fileprivate var folded: String { lowercased() }
}
