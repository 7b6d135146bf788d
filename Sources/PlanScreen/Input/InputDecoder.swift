/// Decodes the bytes of a terminal's input, which may arrive in parts of any size.
///
/// The sequences of xterm and compatible terminals, bracketed paste, the mouse in SGR form, and
/// kitty's keyboard protocol are decoded. Unknown sequences and invalid bytes are ignored. At most
/// `mostBytes` are buffered, whatever the input.
///
/// Escape begins every sequence, so it is a key only if nothing follows. If no input arrives during
/// the time of `wait`, the caller must call `flush`.
package struct InputDecoder: Sendable {
  /// The bytes of an unfinished key or sequence.
  private var pending: [UInt8] = []
  /// The bytes of an unfinished paste; nil outside of one.
  private var paste: [UInt8]?
  /// The kind of the unfinished sequence whose bytes are skipped because it is too long.
  private var skipped: Skipped?
  /// Whether the pending Escape ends a skipped string, if a backslash follows.
  private var isEndOfString = false
  /// The background that the terminal last reported; nil if it reported none.
  package private(set) var background: RGB?

  private enum Skipped { case control, string }

  /// The length of the longest sequence, and the largest part of a paste in one event.
  package static let mostBytes = 4096
  private static let longestControl = 64

  package init() {}

  /// How long to wait after a single Escape, which is a key that must respond quickly.
  package static let shortWait: Duration = .milliseconds(30)
  /// How long to wait for the rest of a sequence, which a slow connection may have split.
  package static let longWait: Duration = .seconds(1)

  /// How long to wait for more bytes before `flush`; nil if nothing is pending, or if there is no
  /// limit.
  ///
  /// There is no limit after the beginning of a control sequence, because it may begin a paste,
  /// whose text must never be treated as keys.
  package var wait: Duration? {
    if let paste { return paste == [Self.escape] ? Self.longWait : nil }
    if let skipped { return skipped == .string ? Self.longWait : nil }
    if pending.isEmpty || isControl { return nil }
    return pending == [Self.escape] && !isEndOfString ? Self.shortWait : Self.longWait
  }

  /// Whether a control sequence is pending with more than its introducer.
  private var isControl: Bool { pending.count > 2 && pending[1] == 0x5B }

  /// Decodes all complete keys and sequences.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { add(byte, to: &events) }
    // A paste is reported as it arrives, but never in the middle of a character.
    if paste != nil { reportPaste(isOver: false, to: &events) }
    return events
  }

  /// Ends the pending bytes when the time of `wait` is over. A lone Escape becomes the Escape key,
  /// and Escape with a bracket becomes Alt with that bracket. In a paste, a lone Escape ends the
  /// paste, because the rest of its end marker was lost.
  package mutating func flush() -> [InputEvent] {
    guard wait != nil else { return [] }
    if paste != nil {
      paste = nil
      return []
    }
    return endSequence()
  }

  private mutating func endSequence() -> [InputEvent] {
    defer { (pending, skipped, isEndOfString) = ([], nil, false) }
    guard skipped == nil, !isEndOfString else { return [] }
    switch pending.count {
    case 1 where pending[0] == Self.escape: return [.key(Key(.escape))]
    case 2 where pending[0] == Self.escape:
      return [.key(Key(Character(Unicode.Scalar(pending[1])), .alt))]
    // The beginning of a character or of a longer sequence is not a key.
    default: return []
    }
  }

  private mutating func add(_ byte: UInt8, to events: inout [InputEvent]) {
    if paste != nil { return addToPaste(byte, &events) }
    if let skipped { return skip(byte, of: skipped) }
    // Escape begins a new sequence even within another one, except within a string, where it begins
    // the end of the string.
    if byte == Self.escape, !pending.isEmpty, !isString {
      events += endSequence()
      pending = [byte]
      return
    }
    pending.append(byte)
    if pending[0] == Self.escape { addToSequence(&events) } else { addToCharacter(&events) }
  }

  // MARK: - Characters

  private mutating func addToCharacter(_ events: inout [InputEvent]) {
    let first = pending[0]
    guard first >= 0x80 else {
      pending = []
      if let key = Self.key(ofASCII: first) { events.append(.key(key)) }
      return
    }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    if let last = pending.last, pending.count > 1, !(0x80...0xBF).contains(last) {
      // The character is incomplete, and the byte begins another one.
      pending = []
      return add(last, to: &events)
    }
    guard pending.count >= length else { return }
    if length > 1, let text = String(validating: pending, as: UTF8.self), let typed = text.first,
      // C1 controls are not characters.
      !(typed.unicodeScalars.first?.properties.generalCategory == .control)
    {
      events.append(.key(Key(typed)))
    }
    pending = []
  }

  // MARK: - Sequences

  /// Whether a string of the terminal is pending: an answer of OSC, DCS, APC, PM or SOS.
  private var isString: Bool {
    pending.count > 1 && [0x5D, 0x50, 0x5F, 0x5E, 0x58].contains(pending[1])
  }

  private mutating func addToSequence(_ events: inout [InputEvent]) {
    guard pending.count > 1, let last = pending.last else { return }
    if pending.count == 2, isEndOfString {
      isEndOfString = false
      if last == UInt8(ascii: "\\") {
        pending = []
        return
      }
    }
    if isString { return addToString() }
    switch pending[1] {
    case 0x5B: if pending.count > 2 { addToControl(last, &events) }
    case 0x4F:
      guard pending.count > 2 else { return }
      if pending.count < 8, (0x30...0x3B).contains(last) { return }
      let sequence = pending[2...]
      pending = []
      if let code = Self.code(ofFinal: last) {
        let number = Int(String(decoding: sequence.dropLast(), as: UTF8.self)) ?? 1
        events.append(.key(Key(code, Self.modifiers(number))))
      } else if sequence.count == 1, let typed = Self.character(ofKeypad: last) {
        events.append(.key(Key(typed)))
      }
    case let byte: addBehindEscape(byte, to: &events)
    }
  }

  /// Continues a sequence that begins with `ESC [`, after its byte `last`.
  private mutating func addToControl(_ last: UInt8, _ events: inout [InputEvent]) {
    if (0x40...0x7E).contains(last) {
      let sequence = pending[2...]
      pending = []
      // The console of Linux sends 'ESC [ [ A' for F1.
      if sequence.elementsEqual([0x5B]) {
        pending = [Self.escape, 0x5B, 0x5B]
      } else {
        finishControl(sequence, &events)
      }
    } else if !(0x20...0x3F).contains(last) {
      // No sequence contains such a byte, so it is a separate key.
      pending = []
      add(last, to: &events)
    } else if pending.count > Self.longestControl {
      (pending, skipped) = ([], .control)
    }
  }

  /// Adds the key with Alt, for a byte that follows Escape and begins no sequence.
  private mutating func addBehindEscape(_ byte: UInt8, to events: inout [InputEvent]) {
    pending = []
    if byte < 0x80, var key = Self.key(ofASCII: byte) {
      key.modifiers.insert(.alt)
      events.append(.key(key))
    } else {
      // Alt with a character of several bytes is not supported, so Escape is a separate key.
      events.append(.key(Key(.escape)))
      add(byte, to: &events)
    }
  }

  private mutating func skip(_ byte: UInt8, of kind: Skipped) {
    switch kind {
    case .control: if (0x40...0x7E).contains(byte) { skipped = nil }
    // The end is BEL, or ESC and a backslash.
    case .string:
      if byte == 0x07 { skipped = nil }
      if byte == Self.escape { (skipped, pending, isEndOfString) = (nil, [byte], true) }
    }
  }

  private mutating func addToString() {
    let isOver = pending.last == 0x07 || pending.suffix(2).elementsEqual([Self.escape, 0x5C])
    if isOver {
      let body = pending[2...].prefix { $0 != 0x07 && $0 != Self.escape }
      if pending[1] == 0x5D,
        let colour = Self.background(String(decoding: body, as: UTF8.self))
      {
        background = colour
      }
      pending = []
    } else if pending.count > Self.mostBytes {
      (pending, skipped) = ([], .string)
    }
  }

  /// Takes a control sequence without its introducer.
  private mutating func finishControl(_ bytes: ArraySlice<UInt8>, _ events: inout [InputEvent]) {
    guard let final = bytes.last else { return }
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    if text.hasPrefix("<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
      if let mouse = Self.mouse(text.dropFirst(), isRelease: final == UInt8(ascii: "m")) {
        events.append(.mouse(mouse))
      }
      return
    }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    // The parts after a colon are variants of a key or an event, which are not used here.
    let numbers = parts.map { Int($0.prefix { $0 != ":" }) }
    if final == UInt8(ascii: "~"), numbers.first == 200 {
      paste = []
      return
    }
    if let key = Self.key(final: final, numbers) { events.append(.key(key)) }
  }

  // MARK: - Paste

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func addToPaste(_ byte: UInt8, _ events: inout [InputEvent]) {
    paste?.append(byte)
    if paste?.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) == true {
      paste?.removeLast(Self.pasteEnd.count)
      reportPaste(isOver: true, to: &events)
      paste = nil
    } else if let count = paste?.count, count >= Self.mostBytes {
      reportPaste(isOver: false, to: &events)
    }
  }

  /// Reports the text of a paste so far, except for bytes at its end that may belong to the
  /// following ones.
  private mutating func reportPaste(isOver: Bool, to events: inout [InputEvent]) {
    guard let bytes = paste else { return }
    let kept = isOver ? 0 : Self.unfinishedEnd(of: bytes)
    let text = String(decoding: bytes.dropLast(kept), as: UTF8.self)
    paste = Array(bytes.suffix(kept))
    guard !text.isEmpty else { return }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    events.append(.paste(lines))
  }

  /// The number of bytes at the end that may begin the paste's end or an incomplete character.
  private static func unfinishedEnd(of bytes: [UInt8]) -> Int {
    for count in (1..<pasteEnd.count).reversed()
    where bytes.suffix(count).elementsEqual(pasteEnd.prefix(count)) { return count }
    if bytes.last == 0x0D { return 1 }
    // At most three bytes of a character are unfinished.
    for count in 1...3 where bytes.count >= count {
      let first = bytes[bytes.count - count]
      let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
      if length > count { return count }
      if !(0x80...0xBF).contains(first) { return 0 }
    }
    return 0
  }

  private static let escape: UInt8 = 0x1B
}
