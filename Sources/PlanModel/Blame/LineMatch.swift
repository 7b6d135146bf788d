/// The lines that two texts have in common, in their order.
///
/// What both begin and end with is kept; between, small parts are compared line by line, and large ones go
/// by the lines that both have once, as in Bram Cohen's patience diff.
struct LineMatch {
  /// The most lines of two parts together that are compared one by one.
  static let mostCompared = 128
  /// How often a part is split by the lines that both have once.
  static let deepest = 16

  private let text: [ExactString]
  private let older: [ExactString]
  private var places: [Int?]

  /// Two parts, one of each text.
  private struct Gap {
    var here: Range<Int>
    var there: Range<Int>
    var depth = 0
  }

  private init(_ text: [ExactString], _ older: [ExactString]) {
    (self.text, self.older) = (text, older)
    places = Array(repeating: nil, count: text.count)
  }

  /// Returns for each line of a text its place in an older one; nil for a line that is new.
  ///
  /// - Complexity: O(*n* log *n*) in the lines of both, whatever they are.
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

  /// Keeps lines that both parts have once, as many as stand in one order, and returns what is between.
  private mutating func split(_ gap: Gap) -> [Gap] {
    let anchors = Self.longestRise(shared(gap))
    if anchors.isEmpty { return [] }
    var gaps: [Gap] = []
    var (line, place) = (gap.here.lowerBound, gap.there.lowerBound)
    for anchor in anchors {
      places[anchor.line] = anchor.place
      gaps.append(
        Gap(here: line..<anchor.line, there: place..<anchor.place, depth: gap.depth + 1))
      (line, place) = (anchor.line + 1, anchor.place + 1)
    }
    return gaps + [
      Gap(
        here: line..<gap.here.upperBound, there: place..<gap.there.upperBound,
        depth: gap.depth + 1)
    ]
  }

  private struct Anchor {
    let line: Int
    let place: Int
  }

  /// The lines that both parts have once, in the order of the newer one.
  private func shared(_ gap: Gap) -> [Anchor] {
    let places = Self.single(older, gap.there)
    let lines = Self.single(text, gap.here)
    return lines.compactMap { text, line in
      places[text].map { Anchor(line: line, place: $0) }
    }.sorted { $0.line < $1.line }
  }

  /// Returns the lines that a part has once, with their places.
  private static func single(_ text: [ExactString], _ part: Range<Int>) -> [ExactString: Int] {
    var places: [ExactString: Int] = [:]
    var repeated: Set<ExactString> = []
    for place in part where places.updateValue(place, forKey: text[place]) != nil {
      repeated.insert(text[place])
    }
    return places.filter { !repeated.contains($0.key) }
  }

  /// Returns the longest part of the anchors whose places rise, by patience sorting.
  private static func longestRise(_ anchors: [Anchor]) -> [Anchor] {
    /// The anchor with the smallest place at the end of a rise of each length, and the one before each.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, anchor) in anchors.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if anchors[ends[middle]].place < anchor.place { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Anchor] = []
    var next = ends.last
    while let index = next {
      rise.append(anchors[index])
      next = before[index]
    }
    return rise.reversed()
  }
}

extension CollectionDifference.Change {
  /// The place of the change: in the older text for a removal, in the newer one for an insertion.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
