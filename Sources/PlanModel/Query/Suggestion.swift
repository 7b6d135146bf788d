/// Similar names, for the hints of errors.
package enum Suggestion {
  /// Returns the candidate that was probably meant by `word`, or nil.
  ///
  /// Case and accents are ignored. The candidate is the one with the fewest letters to add, leave out, change or
  /// swap with a neighbour: one letter for words of up to four, then one more for every three, but
  /// never more than half of them. A candidate that begins with `word` is similar too. Of equal
  /// ones the first counts.
  ///
  /// - Complexity: O(*nm*) for each candidate that is about as long as the word.
  package static func nearest(
    to word: String, in candidates: some Sequence<String>
  ) -> String? {
    nearest(to: word, in: candidates) { $0 < 2 ? 0 : 1 + max(0, $0 - 2) / 3 }
  }

  /// Returns the candidate that is misspelt in `word`, or nil: as `nearest`, but with one wrong letter of three at most.
  ///
  /// For names whose wrong guess would do harm, as options: `--type` is no `--top`.
  package static func misspelt(
    _ word: String, in candidates: some Sequence<String>
  ) -> String? {
    nearest(to: word, in: candidates) { $0 / 3 }
  }

  /// - Parameter mostWrong: Returns the most letters that may be wrong in a word of so many.
  private static func nearest(
    to word: String, in candidates: some Sequence<String>, mostWrong: (Int) -> Int
  ) -> String? {
    let typed = Array(TextFolding.folded(word).text.prefix(longestWord + 1))
    guard (1...longestWord).contains(typed.count) else { return nil }
    let allowed = mostWrong(typed.count)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(TextFolding.folded(candidate).text)
      let distance: Int
      if typed.count > 1, letters.starts(with: typed) {
        distance = min(allowed, letters.count - typed.count)
      } else if abs(letters.count - typed.count) <= allowed {
        distance = self.distance(typed, letters)
      } else {
        continue
      }
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The longest word that is compared: longer ones are no misspelt names, and would take long.
  private static let longestWord = 64

  /// Returns the edit distance of Damerau and Levenshtein in which no letter is edited twice.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var least = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
