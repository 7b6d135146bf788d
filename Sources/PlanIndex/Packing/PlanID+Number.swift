import PlanModel

extension PlanID {
  /// The id as a number of 60 bits, five for each character; numbers sort as ids do.
  var number: Int64 {
    text.utf8.reduce(0) { number, byte in
      number << 5 | Int64(Self.digits.firstIndex(of: byte) ?? 0)
    }
  }

  /// Returns the id with a number; nil if there is none.
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
