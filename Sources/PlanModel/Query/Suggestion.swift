/// Finds similar names for hints in errors.
package enum Suggestion {
  /// Returns the candidate that is most similar to `word`; nil if none is similar enough.
  ///
  /// Case and accents are ignored. The distance is the number of letters to insert, delete, replace
  /// or swap with a neighbour. Words of two to four letters may have one wrong letter; longer words
  /// may have one more for every three letters. A candidate that begins with `word` is similar too.
  /// Of equally similar candidates, the first is returned.
  ///
  /// - Complexity: O(*nm*) for each candidate of similar length.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: word, in: candidates) { $0 < 2 ? 0 : 1 + max(0, $0 - 2) / 3 }
  }

  /// Like `nearest`, but at most one letter in three may be wrong.
  ///
  /// It is for names for which a wrong guess is harmful, such as options: `--type` must not become
  /// `--top`.
  package static func misspelt(_ word: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: word, in: candidates) { $0 / 3 }
  }

  /// Returns the most similar candidate; nil if none is similar enough.
  ///
  /// - Parameter mostWrong: Returns how many letters may be wrong in a word of the given length.
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

  /// The longest word that is compared. Longer words are not misspelt names, and would take long.
  private static let longestWord = 64

  /// Returns the Damerau-Levenshtein distance in which no letter is edited twice.
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
