/// A time of day, as precise as it was typed: `14:00`, `9:30`, `14:00:05.5`, `14:00Z`.
struct ClockTime: Hashable {
  /// Milliseconds since midnight.
  let start: Int64
  /// The length in milliseconds: a minute, a second, or one millisecond if there is a fraction.
  let length: Int64
  /// The time zone that was typed; nil if none was.
  let minutesAheadOfUTC: Int?

  /// Takes a time from the end of the words; if there is none, returns nil and takes nothing.
  ///
  /// The zone may be a word of its own, as in git's output: `14:00:05 +0900`.
  ///
  /// - Throws: `DueDateError.noSuchTime`.
  init?(endOf words: inout DateWords, typed text: String) throws(DueDateError) {
    var rest = words
    guard var word = rest.popLast() else { return nil }
    if !word.contains(":") || word.first == "+" || word.first == "-" || word == "z" {
      // A zone without a time before it is not a time.
      guard word == "z" || word.first == "+" || word.first == "-", let time = rest.popLast(),
        time.contains(":")
      else { return nil }
      word = time + word
    }
    var scanner = DigitScanner(word)
    guard let hour = scanner.shortNumber(), scanner.skip(":"), let minute = scanner.number(2) else {
      return nil
    }
    var (second, fraction, length) = (0, 0, Int64(60_000))
    if scanner.skip(":") {
      guard let typed = scanner.number(2) else { return nil }
      let isExact = scanner.isNext(".")
      guard let milliseconds = scanner.milliseconds() else { return nil }
      (second, fraction, length) = (typed, milliseconds, isExact ? 1 : 1000)
    }
    var zone: Int?
    if !scanner.isAtEnd {
      guard let minutes = scanner.offsetMinutes(needsColon: false), scanner.isAtEnd else {
        return nil
      }
      zone = minutes
    }
    // Second 60 is a leap second, and counts as the first second of the next minute.
    guard hour < 24, minute < 60, second <= 60 else { throw .noSuchTime(text) }
    start = (Int64(hour * 60 + minute) * 60 + Int64(second)) * 1000 + Int64(fraction)
    self.length = length
    minutesAheadOfUTC = zone
    rest.skipLast("at")
    words = rest
  }
}
