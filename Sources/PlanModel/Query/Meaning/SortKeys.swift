/// A value that plans are sorted by.
enum SortValue {
  case number(Double)
  case text(ExactString)
  case missing
}

/// The values by which rows are sorted, in a form that is compared without counting references: the
/// numbers and the beginnings of texts lie side by side, and a whole text is looked at for equal beginnings
/// only.
struct SortKeys {
  /// The number of values of each row.
  private let width: Int
  private let isDescending: [Bool]
  /// Those of a row behind those of the one before it; likewise the texts.
  private let keys: [Key]
  private let texts: [ExactString]

  private struct Key {
    var isMissing = false
    var number = 0.0
    /// The first eight bytes of a text, which sort as the text does.
    var beginning: UInt64 = 0
    /// The place of the text; nil for a number.
    var text: Int?
  }

  /// - Parameter rows: The values of each row, the most important first: equally many, those at one place of
  ///   one type and one direction.
  init(_ rows: [[(value: SortValue, isDescending: Bool)]]) {
    width = rows.first?.count ?? 0
    isDescending = rows.first?.map(\.isDescending) ?? []
    var keys: [Key] = []
    var texts: [ExactString] = []
    keys.reserveCapacity(rows.count * width)
    for case let (value, _) in rows.joined() {
      switch value {
      case .missing: keys.append(Key(isMissing: true))
      case .number(let number): keys.append(Key(number: number))
      case .text(let text):
        keys.append(Key(beginning: Self.beginning(of: text), text: texts.count))
        texts.append(text)
      }
    }
    (self.keys, self.texts) = (keys, texts)
  }

  private static func beginning(of text: ExactString) -> UInt64 {
    let bytes = text.text.utf8.span
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return word
  }

  /// Returns whether a row comes before another; nil if all values are equal.
  ///
  /// Missing values come last in either direction.
  func precedes(_ left: Int, _ right: Int) -> Bool? {
    for place in 0..<width {
      let (one, other) = (keys[left * width + place], keys[right * width + place])
      if one.isMissing || other.isMissing {
        if one.isMissing != other.isMissing { return other.isMissing }
      } else if let isLess = isLess(one, other) {
        return isLess != isDescending[place]
      }
    }
    return nil
  }

  /// - Returns: nil for equal values.
  private func isLess(_ one: Key, _ other: Key) -> Bool? {
    if one.number != other.number { return one.number < other.number }
    if one.beginning != other.beginning { return one.beginning < other.beginning }
    guard let text = one.text, let otherText = other.text else { return nil }
    return texts[text] == texts[otherText] ? nil : texts[text] < texts[otherText]
  }
}
