extension Column {
  /// The most letters of an id that is made of a heading, so that a number fits behind it.
  private static let longestStem = 60

  /// Returns the id that a heading gives, of its letters and digits without accents: `Ready for QA` is
  /// `ready-for-qa`, `Prêt` is `pret`; nil for a heading without any of a-z and 0-9.
  package static func id(from title: String) -> String? {
    let words = TextFolding.folded(title).text.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let id = String(words.joined(separator: "-").prefix(longestStem))
    return Validation.isColumnID(id) ? id : nil
  }
}
