/// Finds the people whom texts mention: `@ann`, `@Ann Lee`, `@ann@example.org`.
///
/// A mention uses one word of the name, the part of the address before `@`, or the whole name or
/// address. Case is ignored. If several names fit, the longest is used. If several people share
/// that name, all of them are mentioned.
package struct PersonMentions: Sendable {
  /// The people of each name in lower case, as indices of a `PeopleIndex`.
  private var people: [String: Set<Int>] = [:]
  /// The lengths of the names in characters, longest first.
  private let lengths: [Int]

  package init(of index: PeopleIndex) {
    for (place, known) in index.people.enumerated() {
      let names = known.names.union(known.addresses).union(known.words.map(String.init))
      for name in names where !name.isEmpty { people[name, default: []].insert(place) }
    }
    lengths = Set(people.keys.map(\.count)).sorted(by: >)
  }

  /// Returns the people whom a text mentions, as indices of the `PeopleIndex`.
  ///
  /// Names in code, between backticks or fences, are ignored.
  ///
  /// - Parameter old: The lines of the text before a change. Mentions in unchanged lines are
  ///   ignored.
  package func people(in lines: [String], changedFrom old: [String] = []) -> Set<Int> {
    let old = Set(old.lazy.map { ExactString($0) })
    var found: Set<Int> = []
    var fence = MarkdownFence()
    for line in lines
    where !fence.take(line) && line.utf8.contains(0x40) && !old.contains(ExactString(line)) {
      found.formUnion(people(inLine: line))
    }
    return found
  }

  private func people(inLine line: String) -> Set<Int> {
    var found: Set<Int> = []
    let parts = line.lowercased().split(separator: "`", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() where !Self.isCode(place, of: parts.count) {
      var rest = part
      while let at = rest.firstIndex(of: "@") {
        let before = at > part.startIndex ? part[part.index(before: at)] : " "
        rest = rest[rest.index(after: at)...]
        if !Self.isOfWord(before) { found.formUnion(people(named: rest)) }
      }
    }
    return found
  }

  /// Whether a part of a line that was split at its backticks is code. An unmatched last backtick
  /// begins no code.
  private static func isCode(_ place: Int, of count: Int) -> Bool {
    place % 2 == 1 && place < count - 1
  }

  /// Returns the people with the longest known name that the text begins with.
  private func people(named text: Substring) -> Set<Int> {
    for length in lengths {
      let name = text.prefix(length)
      guard name.count == length, let known = people[String(name)] else { continue }
      if !Self.continuesName(text[name.endIndex...]) { return known }
    }
    return []
  }

  /// Whether the text behind a name belongs to a longer name: in `@ann.lee`, but not in `@ann.`.
  private static func continuesName(_ rest: Substring) -> Bool {
    guard let next = rest.first else { return false }
    if isOfWord(next) { return true }
    return "-.@+".contains(next) && rest.dropFirst().first.map(isOfWord) ?? false
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
