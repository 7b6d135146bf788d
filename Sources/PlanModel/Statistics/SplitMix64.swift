/// A random number generator that gives the same numbers for the same seed, on all machines and in
/// all versions.
///
/// It is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). It
/// is not suitable for secrets.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below `bound`, which is at least 1.
  ///
  /// All numbers are equally likely, up to an error of `bound` / 2⁶⁴.
  mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
