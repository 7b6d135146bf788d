import PlanModel

extension PlanID {
  /// The id as a number of 60 bits, five for each character. Numbers sort like ids.
  var number: Int64 {
    text.utf8.reduce(0) { number, byte in
      number << 5 | Int64(Self.digits.firstIndex(of: byte) ?? 0)
    }
  }

  /// Creates the id for a number; nil if the number is not an id's.
  init?(number: Int64) {
    guard number >> 60 == 0 else { return nil }
    let text = String(unsafeUninitializedCapacity: Self.length) { characters in
      for place in 0..<Self.length {
        characters[place] = Self.digits[Int(number >> (5 * (Self.length - 1 - place))) & 31]
      }
      return Self.length
    }
    self.init(text)
  }
}
