/// A sort value of a plan.
enum SortValue {
  case number(Double)
  case text(ExactString)
  case missing
}

/// The sort values of rows, in a form that is fast to compare.
///
/// Numbers and the beginnings of texts are stored side by side, without reference counting. A whole
/// text is read only if two beginnings are equal.
struct SortKeys {
  /// The number of values in each row.
  private let width: Int
  private let isDescending: [Bool]
  /// The keys of all rows, one row after the other; `texts` likewise.
  private let keys: [Key]
  private let texts: [ExactString]

  private struct Key {
    var isMissing = false
    var number = 0.0
    /// The first eight bytes of a text, which sort like the text.
    var beginning: UInt64 = 0
    /// The index of the text; nil for a number.
    var text: Int?
  }

  /// - Parameter rows: The values of each row, most important first. All rows have the same number
  ///   of values, with the same types and directions.
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

  /// Whether a row comes before another; nil if all values are equal.
  ///
  /// Missing values come last in both directions.
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

  /// - Returns: Whether `one` is less; nil for equal values.
  private func isLess(_ one: Key, _ other: Key) -> Bool? {
    if one.number != other.number { return one.number < other.number }
    if one.beginning != other.beginning { return one.beginning < other.beginning }
    guard let text = one.text, let otherText = other.text else { return nil }
    return texts[text] == texts[otherText] ? nil : texts[text] < texts[otherText]
  }
}
