import PlanModel

/// Moments as Taskwarrior and calendars write them: `20261120T090000Z`.
extension Timestamp {
  /// Parses a moment in this form or in the usual one; nil for another text.
  init?(compact text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T") else {
      self.init(text)
      return
    }
    let parts = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15]
      .map { String(decoding: bytes[$0], as: UTF8.self) }
    self.init(
      "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])"
        + String(decoding: bytes[15...], as: UTF8.self))
  }

  var compact: String {
    description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
