import Parallel

/// Scores how well plans match search words.
///
/// It is BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) with a
/// saturation for each part. So a part contributes at most its weight for a word, however often the
/// word occurs in it. A rare word counts more than a common one.
struct Relevance: Sendable {
  /// A part of a plan, with its weight: how much the part shows about the plan's topic.
  private enum Part: Double, CaseIterable {
    case title = 6
    case labels = 4
    case aliases = 3
    case checklist = 1.5
    case body = 1
    case comments = 0.75

    /// The parts in which long texts are common, so that a word in a long text counts less.
    static let long: [Part] = [.checklist, .body, .comments]

    /// The size of a long part in bytes, from the sizes of all texts; 0 for another part.
    func size(in sizes: PlanTexts.Sizes) -> Int {
      switch self {
      case .title, .labels, .aliases: 0
      case .checklist: sizes.checklist
      case .body: sizes.body
      case .comments: sizes.comments
      }
    }

    func texts(of plan: Plan, _ texts: PlanTexts) -> [String] {
      switch self {
      case .title: [plan.title]
      case .labels: plan.labels
      case .aliases: plan.aliases
      case .checklist: texts.checklist.map(\.text)
      case .body: texts.body
      case .comments: texts.comments.flatMap(\.text)
      }
    }
  }

  /// The number of occurrences at which a part contributes half of its weight.
  private static let halfway = 1.2
  /// How much the length of a long part matters: 0 not at all, 1 fully.
  private static let lengthPart = 0.6

  /// The fewest plans that are scored on all processors.
  private static let fewestForProcessors = 200

  private let words: [SearchText]
  /// The weight of each word.
  private let weights: [Double]
  /// The mean size in bytes of each long part, over the plans that have it.
  private var sizes: [Part: Double] = [:]

  /// Computes how well plans match words of a query.
  ///
  /// - Parameters:
  ///   - words: The texts to search for.
  ///   - plans: All plans that were searched, for the weights of the words.
  /// - Complexity: Linear in the texts of the plans, on all processors.
  init(_ words: [SearchText], among plans: [Plan]) {
    var seen: Set<SearchText> = []
    let words = words.filter { !$0.text.isEmpty && seen.insert($0).inserted }
    self.words = words
    let found = Processors.map(plans.count, fewest: Query.fewestForProcessors) { range in
      // A single word needs no weight.
      Found(words.count < 2 ? [] : words, in: plans[range])
    }
    weights = words.indices.map { word in
      words.count < 2
        ? 1 : Self.rarity(found.reduce(0) { $0 + $1.counts[word] }, of: plans.count)
    }
    for (place, part) in Part.long.enumerated() {
      let sum = found.reduce(0) { $0 + $1.sizes[place] }
      let count = found.reduce(0) { $0 + $1.plans[place] }
      sizes[part] = count > 0 ? Double(sum) / Double(count) : 1
    }
  }

  /// The result of a search in some of the plans.
  private struct Found: Sendable {
    /// The number of plans with each of the words.
    private(set) var counts: [Int]
    /// The sum of the sizes of each long part, and the number of plans that have it.
    private(set) var (sizes, plans) = (Part.long.map { _ in 0 }, Part.long.map { _ in 0 })

    init(_ words: [SearchText], in searched: ArraySlice<Plan>) {
      counts = words.map { _ in 0 }
      for plan in searched {
        for (place, word) in words.enumerated() where plan.contains(word) { counts[place] += 1 }
        let all = plan.outline.sizes
        for (place, part) in Part.long.enumerated() where part.size(in: all) > 0 {
          sizes[place] += part.size(in: all)
          plans[place] += 1
        }
      }
    }
  }

  /// Returns plans, best match first. Equal matches are sorted by last change, newest first, then
  /// in the given order.
  ///
  /// - Complexity: Linear in the texts, and O(*n* log *n*) in the number of plans.
  func sorted(_ plans: [Plan]) -> [Plan] {
    let rows = Processors.flatMap(plans.count, fewest: Self.fewestForProcessors) { range in
      range.map { (place: $0, score: score(of: plans[$0]), updated: plans[$0].updated) }
    }
    return rows.sorted { left, right in
      if left.score != right.score { return left.score > right.score }
      if left.updated != right.updated {
        guard let rightTime = right.updated else { return true }
        return left.updated.map { $0 > rightTime } ?? false
      }
      return left.place < right.place
    }.map { plans[$0.place] }
  }

  /// The score of a plan whose id was searched for: more than any text can give.
  private static let scoreOfID = 1_000.0

  /// Returns the score of a plan; 0 if it has none of the words.
  func score(of plan: Plan) -> Double {
    if words.contains(where: { $0.equals(plan.id.text) }) { return Self.scoreOfID }
    let (texts, sizes) = (plan.texts, plan.outline.sizes)
    let parts = Part.allCases.map { part in
      (part: part, texts: part.texts(of: plan, texts), norm: norm(of: part, in: sizes))
    }
    return zip(words, weights).reduce(0) { sum, entry in
      let (word, weight) = entry
      let score = parts.reduce(0.0) { sum, entry in
        sum + Self.share(Self.frequency(of: word, in: entry.texts), entry.norm)
          * entry.part.rawValue
      }
      return sum + weight * score
    }
  }

  private static func frequency(of word: SearchText, in texts: [String]) -> Double {
    var sum = 0.0
    for text in texts where sum < Double(SearchText.mostOccurrences) {
      sum += word.frequency(in: text)
    }
    return min(sum, Double(SearchText.mostOccurrences))
  }

  private static func share(_ frequency: Double, _ norm: Double) -> Double {
    frequency / (frequency + halfway * norm)
  }

  /// Returns the length factor of a part: more than 1 if it is longer than average.
  private func norm(of part: Part, in all: PlanTexts.Sizes) -> Double {
    guard let size = sizes[part] else { return 1 }
    return 1 - Self.lengthPart + Self.lengthPart * Double(part.size(in: all)) / size
  }

  /// Returns the weight of a word that `count` plans contain: about the binary logarithm of its
  /// rarity.
  ///
  /// Between powers of two it is interpolated linearly, so that the result is the same on every
  /// machine.
  private static func rarity(_ count: Int, of plans: Int) -> Double {
    let ratio = 1 + (Double(plans - count) + 0.5) / (Double(count) + 0.5)
    return Double(ratio.exponent) + ratio.significand - 1
  }
}

// MARK: - The line to show

/// A line of a plan that contains search words which are neither in the visible part of the title
/// nor in the labels.
package struct PlanExcerpt: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case title, description, checklist, comment, alias }

  package let part: Part
  package let line: String
  /// The search words that the line contains.
  package let words: [SearchText]
}

extension Plan {
  /// Returns the line with the largest number of missing search words. A search word is missing if
  /// it is neither in the visible part of the title nor in a label.
  ///
  /// - Parameters:
  ///   - words: The texts that were searched for; see `Query.words`.
  ///   - seen: The visible part of the title.
  /// - Returns: nil if no word is missing, or if no line contains a missing word.
  /// - Complexity: Linear in the plan's texts and in the words.
  package func excerpt(of words: [SearchText], besides seen: String) -> PlanExcerpt? {
    let lacking = words.filter { word in
      !word.occurs(in: seen) && !labels.contains(where: word.occurs)
    }
    guard !lacking.isEmpty else { return nil }
    var best: PlanExcerpt?
    for (part, line) in searchedLines {
      let found = lacking.filter { $0.occurs(in: line) }
      guard found.count > best?.words.count ?? 0 else { continue }
      best = PlanExcerpt(part: part, line: line, words: found)
      if found.count == lacking.count { break }
    }
    return best
  }

  private var searchedLines: [(PlanExcerpt.Part, String)] {
    let texts = texts
    return [(.title, title)] + texts.body.map { (.description, $0) }
      + texts.checklist.map { (.checklist, $0.text) }
      + texts.comments.flatMap(\.text).map { (.comment, $0) } + aliases.map { (.alias, $0) }
  }
}
