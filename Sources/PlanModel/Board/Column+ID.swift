extension Column {
  /// The longest id that is made from a title. It leaves room for a number at the end.
  private static let longestStem = 60

  /// Returns an id made of a title's letters and digits, in lower case and without accents. `Ready
  /// for QA` becomes `ready-for-qa`, `Prêt` becomes `pret`.
  ///
  /// - Returns: nil if the title has no letter a-z and no digit.
  package static func id(from title: String) -> String? {
    let words = TextFolding.folded(title).text.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let id = String(words.joined(separator: "-").prefix(longestStem))
    return Validation.isColumnID(id) ? id : nil
  }
}
