/// Matches the lines that two texts have in common, in order.
///
/// The common beginning and end are matched first. Small parts between them are compared line by
/// line. Large parts are split at lines that occur exactly once in each text, as in Bram Cohen's
/// patience diff.
struct LineMatch {
  /// The most lines, in both parts together, that are compared line by line.
  static let mostCompared = 128
  /// The most levels of nested splits at lines that occur once.
  static let deepest = 16

  private let text: [ExactString]
  private let older: [ExactString]
  private var places: [Int?]

  /// A range of lines in each text that is still to be matched.
  private struct Gap {
    var here: Range<Int>
    var there: Range<Int>
    var depth = 0
  }

  private init(_ text: [ExactString], _ older: [ExactString]) {
    (self.text, self.older) = (text, older)
    places = Array(repeating: nil, count: text.count)
  }

  /// Returns the index of each line of a text in an older text; nil for a new line.
  ///
  /// - Complexity: O(*n* log *n*) in the lines of both texts, for any texts.
  static func places(of text: [ExactString], in older: [ExactString]) -> [Int?] {
    var match = LineMatch(text, older)
    var gaps = [Gap(here: text.indices, there: older.indices)]
    while var gap = gaps.popLast() {
      match.keepEnds(of: &gap)
      if gap.here.isEmpty || gap.there.isEmpty { continue }
      if gap.here.count + gap.there.count <= mostCompared {
        match.compare(gap)
      } else if gap.depth < deepest {
        gaps += match.split(gap)
      }
    }
    return match.places
  }

  private mutating func keepEnds(of gap: inout Gap) {
    while let line = gap.here.first, let place = gap.there.first, text[line] == older[place] {
      places[line] = place
      (gap.here, gap.there) = (gap.here.dropFirst(), gap.there.dropFirst())
    }
    while let line = gap.here.last, let place = gap.there.last, text[line] == older[place] {
      places[line] = place
      (gap.here, gap.there) = (gap.here.dropLast(), gap.there.dropLast())
    }
  }

  private mutating func compare(_ gap: Gap) {
    let difference = Array(text[gap.here]).difference(from: Array(older[gap.there]))
    let inserted = Set(difference.insertions.map(\.offset))
    let removed = Set(difference.removals.map(\.offset))
    let kept = gap.there.filter { !removed.contains($0 - gap.there.lowerBound) }
    let stayed = gap.here.filter { !inserted.contains($0 - gap.here.lowerBound) }
    for (line, place) in zip(stayed, kept) { places[line] = place }
  }

  /// Matches lines that occur exactly once in each of the two parts, and returns the gaps before,
  /// between and after them. Returns an empty array if there are no such lines.
  ///
  /// It takes the longest sequence of such lines that has the same order in both texts.
  private mutating func split(_ gap: Gap) -> [Gap] {
    let anchors = shared(gap).longestRise(by: \.place)
    if anchors.isEmpty { return [] }
    var gaps: [Gap] = []
    var (line, place) = (gap.here.lowerBound, gap.there.lowerBound)
    for anchor in anchors {
      places[anchor.line] = anchor.place
      gaps.append(Gap(here: line..<anchor.line, there: place..<anchor.place, depth: gap.depth + 1))
      (line, place) = (anchor.line + 1, anchor.place + 1)
    }
    return gaps + [
      Gap(
        here: line..<gap.here.upperBound, there: place..<gap.there.upperBound,
        depth: gap.depth + 1)
    ]
  }

  /// Returns the lines that occur once in each part, in the order of the newer text, with their
  /// places in the older one.
  private func shared(_ gap: Gap) -> [(line: Int, place: Int)] {
    let places = Self.single(older, gap.there)
    let lines = Self.single(text, gap.here)
    return lines.compactMap { text, line in
      places[text].map { (line: line, place: $0) }
    }.sorted { $0.line < $1.line }
  }

  /// Returns the lines that occur once in a part, with their indices.
  private static func single(_ text: [ExactString], _ part: Range<Int>) -> [ExactString: Int] {
    var places: [ExactString: Int] = [:]
    var repeated: Set<ExactString> = []
    for place in part where places.updateValue(place, forKey: text[place]) != nil {
      repeated.insert(text[place])
    }
    return places.filter { !repeated.contains($0.key) }
  }
}

extension CollectionDifference.Change {
  /// The index of the change: in the older text for a removal, in the newer one for an insertion.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
