package import PlanModel
import PlanStore

/// Finds the people that typed names mean, for the fields of a plan.
///
/// People on the board's plans come first, then the authors of commits of the board or the code.
extension Workspace {
  /// The most commits whose authors are read; they cover some years of most projects.
  private static let mostCommits = 5000

  /// Returns an index of the people that the texts name, merged by the repository's `.mailmap`.
  func peopleIndex(_ written: some Collection<String>) throws -> PeopleIndex {
    let mailmap = try store.mailmap()
    return try PeopleIndex(written) { person in try mailmap.resolve(person) }
  }

  /// Returns an index of the people on the given plans.
  package func people(on plans: [Plan]) throws -> PeopleIndex {
    try peopleIndex(basisBoard().board.people(on: plans))
  }

  /// Returns the person that a typed text means, in stored form: `Name <address>` if both are
  /// known; with a notice if the person is unknown.
  ///
  /// `me` means the user. A text with both name and address is kept as typed. An unknown name is
  /// kept too.
  ///
  /// - Parameters:
  ///   - renamed: The typed names of people who get this name, so that their present names are not
  ///     suggested.
  ///   - isOnBoard: Whether the person must be on a plan or have changed the board. A person who
  ///     only made commits of the code is then named in the hint.
  /// - Throws: `Problem` if several people match, if no one matches a text that begins with `@`, or
  ///   if the text is `none` or `any`, which mean no person or every person elsewhere.
  func findPerson(
    _ typed: String, field: String, for renamed: [String] = [], isOnBoard: Bool = false
  ) throws -> (text: String, notices: [Notice]) {
    let text = try Validation.line(typed, field: field)
    if Participant.isMe(text) { return (try self.person(text, field: field), []) }
    guard !["none", "any"].contains(text.lowercased()) else {
      throw Problem.usage(
        "\(field) '\(text)' is not the name of a person",
        hints: ["for a person of that name, give the address, too: '\(text) <address>'"])
    }
    let person = Person(text)
    if !person.name.isEmpty, !person.email.isEmpty { return (text, []) }
    let onPlans = try peopleOnPlans()
    if let found = try onPlans.only(text) {
      return (try Validation.line(found, field: field), [])
    }
    let written = onPlans.people.map(\.person.formatted)
    if isOnBoard, let found = try peopleIndex(written + boardAuthors()).only(text) {
      return (try Validation.line(found, field: field), [])
    }
    let all = try peopleIndex(written + commitAuthors())
    if let found = try all.only(text) {
      guard !isOnBoard else { throw Problem.notOnBoard(text, found) }
      return (try Validation.line(found, field: field), [])
    }
    return try unknownPerson(text, among: all, for: renamed)
  }

  /// Returns the people on the board's plans, beginning with the user.
  func peopleOnPlans() throws -> PeopleIndex {
    let snapshot = try basisBoard()
    let me = try me().map { [$0.formatted] } ?? []
    let plans = try snapshot.plans(withTexts: false).plans.lazy.filter { !$0.isDeleted }
    return try peopleIndex(me + snapshot.board.people(on: plans))
  }

  /// The most names of an import that may be those of known people and are reported.
  private static let mostNamesakes = 5

  /// Returns notes about imported names that a command would take for known people, but that an
  /// import keeps as the file has them.
  ///
  /// - Parameters:
  ///   - names: Names without an address.
  ///   - plans: The plans before the import.
  func namesakes(of names: Set<String>, on plans: [Plan]) throws -> [Notice] {
    guard !names.isEmpty else { return [] }
    let me = try me().map { [$0.formatted] } ?? []
    let present = try basisBoard().board.people(on: plans.lazy.filter { !$0.isDeleted })
    let new = names.subtracting(present)
    if new.isEmpty { return [] }
    let known = try peopleIndex(
      (me + present + boardAuthors()).filter { !Person($0).email.isEmpty })
    // One note for a name in several spellings.
    let spellings = Dictionary(grouping: new) { $0.lowercased() }
    let written = spellings.values.compactMap { $0.min() }.sorted()
    let found = written.lazy.compactMap { name -> (name: String, person: String)? in
      let people = known.find(name, upTo: .whole)
      // Somebody with exactly this name is the same person everywhere.
      guard people.count == 1, known.places(ofName: name.lowercased()) == nil else { return nil }
      return (name, people[0].person.formatted)
    }
    return found.prefix(Self.mostNamesakes).map { name, person in
      .note(
        "'\(name.excerpt)' is a new person, beside \(person)",
        hints: ["if they are one, use \(pmgit: "people", "merge", name, person)"])
    }
  }

  private func boardAuthors() throws -> [String] {
    try store.commitAuthors(limit: Self.mostCommits, ofCode: false)
  }

  func commitAuthors() throws -> [String] { try store.commitAuthors(limit: Self.mostCommits) }

  private func unknownPerson(
    _ text: String, among known: PeopleIndex, for renamed: [String]
  ) throws -> (text: String, notices: [Notice]) {
    let old: Set<Person> = try renamed.isEmpty ? [] : Set(namesOnPlans(renamed, among: known))
    let near = known.find(text, upTo: .part).filter { !old.contains($0.person) }
    let hint =
      near.isEmpty
      ? known.hint(for: text, besides: old)
      : Hint("did you mean \(near.prefix(3).map(\.person.formatted).joined(separator: ", or "))?")
    guard text.first != "@" else {
      throw Problem.usage(
        "nobody is called '\(text)'",
        hints: [hint, FieldChanges.newPersonHint].compactMap(\.self))
    }
    let notice = Notice.note(
      "nobody called '\(text)' is known here; the name is written as it is",
      hints: [hint].compactMap(\.self))
    return (text, [notice])
  }
}

extension Workspace {
  /// Returns the people on plans that typed names mean, as the index has them.
  private func namesOnPlans(_ typed: [String], among known: PeopleIndex) throws -> [Person] {
    let onPlans = try people(on: basisBoard().plans(withTexts: false).plans)
    let me = try me()?.formatted
    return typed.flatMap { name in
      onPlans.find(Participant.isMe(name) ? me ?? name : name, upTo: .whole)
    }.flatMap { known.find($0.person.formatted, upTo: .whole).map(\.person) }
  }
}

extension FieldChanges {
  /// Explains how to name a person who is not known yet.
  static let newPersonHint: Hint = "write a new name without '@'"
}

extension PeopleIndex {
  /// Returns a hint with the name, or the part of a name, that is nearest to a text.
  func hint(for text: String, besides others: Set<Person> = []) -> Hint? {
    let names = people.map(\.person).filter { !others.contains($0) }.map(\.name)
    let words = names + names.flatMap { $0.split(separator: " ").map(String.init) }
    return Hint.didYouMean(text, among: words).first
  }

  /// Returns the people whose names contain a typed one. `me` means the acting person alone.
  ///
  /// - Parameter me: The acting person; nil if git has no identity, which is then an error.
  func find(_ typed: String, as me: Person?) throws -> [Known] {
    guard Participant.isMe(typed) else { return find(typed, upTo: .part) }
    guard let me else { throw StoreError.noIdentity }
    return find(me.formatted, upTo: .whole)
  }

  /// Returns the one person with this name, in stored form; nil if nobody has it. Fails if several
  /// people have it.
  fileprivate func only(_ text: String) throws -> String? {
    let found = meant(by: text)
    guard found.count > 1 else { return found.first?.person.formatted }
    throw Problem.severalPeople(text, found)
  }
}

extension PeopleIndex {
  /// Returns the people that a typed name can mean as a whole, or in one word. A name that begins
  /// with `@` on the board, as of an import, comes before the person that it mentions.
  func meant(by typed: String) -> [Known] {
    if typed.first == "@", let index = index(of: typed) { return [people[index]] }
    return find(typed, upTo: .whole)
  }
}

extension Problem {
  /// Returns the problem of a typed name that means only a person who made commits.
  fileprivate static func notOnBoard(_ typed: String, _ author: String) -> Problem {
    .usage(
      "nobody on this board is called '\(typed)'",
      hints: ["for \(author), who made commits here, write '@\"\(author)\"'"])
  }

  static func severalPeople(_ text: String, _ found: [PeopleIndex.Known]) -> Problem {
    let named = found.prefix(5).map(\.person.formatted)
    // The one with a name and an address stays.
    let whole =
      found.first { !$0.person.name.isEmpty && !$0.person.email.isEmpty }?.person.formatted
      ?? named[0]
    let other = named.first { $0 != whole } ?? whole
    return .usage(
      "'\(text)' means \(found.count) people",
      hints: [
        "write the address; they are \(named.joined(separator: ", "))",
        "if they are one person, use \(pmgit: "people", "merge", other, whole)",
      ])
  }
}

/// The people on the plans of a board.
package struct PeopleFound {
  package let shown: ShownBoard
  /// The people on at least one plan, sorted by name.
  package let people: [Row]

  package struct Row: Hashable, Sendable {
    package let person: Person
    /// The number of open plans that the person owns; `assigned` counts those assigned to the
    /// person.
    package fileprivate(set) var owned = 0
    package fileprivate(set) var assigned = 0
    /// The number of all plans that the person owns, is assigned to, created or commented on, or
    /// that name the person in a field of the board's own.
    package fileprivate(set) var plans = 0
  }
}

extension Workspace {
  /// Counts the plans of each person on the board.
  package func people() throws -> PeopleFound {
    let contents = try contents(of: board(), answering: "")
    let plans = contents.plans.filter { !$0.isDeleted }
    let board = contents.shown.board
    let index = try peopleIndex(board.people(on: plans))
    var rows = index.people.map { PeopleFound.Row(person: $0.person) }
    for plan in plans {
      let named = Set(board.people(on: [plan]).compactMap { index.index(of: $0) })
      for person in named { rows[person].plans += 1 }
      guard contents.relations.isOpen(plan.id) else { continue }
      if let owner = plan.owner.flatMap({ index.index(of: $0) }) { rows[owner].owned += 1 }
      for person in Set(plan.assignees.compactMap { index.index(of: $0) }) {
        rows[person].assigned += 1
      }
    }
    return PeopleFound(
      shown: contents.shown, people: rows.sorted { $0.sortKey < $1.sortKey })
  }
}

extension PeopleFound.Row {
  fileprivate var sortKey: ExactString { ExactString(person.formatted.lowercased()) }
}
