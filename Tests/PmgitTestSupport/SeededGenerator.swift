/// A random number generator that gives the same numbers in every run: SplitMix64.
///
/// The algorithm is from Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (2014). It is not suitable for secrets.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  package mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(below: values.count)]
  }
}
