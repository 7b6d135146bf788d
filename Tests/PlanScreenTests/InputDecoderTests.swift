import PlanScreen
import PmgitTestSupport
import Testing

@Suite("Input decoder")
struct InputDecoderTests {
  private static func events(_ text: String) -> [InputEvent] { events(Array(text.utf8)) }

  private static func events(_ bytes: [UInt8]) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.decode(bytes) + decoder.flush()
  }

  @Test(
    "Keys of xterm, of the consoles and of kitty's protocol",
    arguments: [
      ("j", Key("j")), ("G", Key("G")), (" ", Key(" ")), ("é", Key("é")), ("한", Key("한")),
      ("\u{1F680}", Key("\u{1F680}")),
      ("\r", Key(.enter)), ("\t", Key(.tab)), ("\u{7F}", Key(.backspace)),
      ("\u{8}", Key(.backspace)), ("\u{1B}", Key(.escape)),
      ("\n", Key("j", .control)), ("\u{3}", Key("c", .control)), ("\0", Key(" ", .control)),
      ("\u{1A}", Key("z", .control)), ("\u{1F}", Key("_", .control)),
      ("\u{1B}x", Key("x", .alt)), ("\u{1B}[", Key("[", .alt)), ("\u{1B}O", Key("O", .alt)),
      ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
      ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[1;5C", Key(.right, .control)),
      ("\u{1B}[1;2D", Key(.left, .shift)), ("\u{1B}[1;4B", Key(.down, [.shift, .alt])),
      ("\u{1B}[H", Key(.home)), ("\u{1B}OF", Key(.end)), ("\u{1B}[1~", Key(.home)),
      ("\u{1B}[4~", Key(.end)), ("\u{1B}[7~", Key(.home)), ("\u{1B}[3~", Key(.delete)),
      ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6;5~", Key(.pageDown, .control)),
      ("\u{1B}[Z", Key(.tab, .shift)), ("\u{1B}OP", Key(.function(1))),
      ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[24~", Key(.function(12))),
      ("\u{1B}[1;2R", Key(.function(3), .shift)),
      ("\u{1B}[27u", Key(.escape)), ("\u{1B}[107;5u", Key("k", .control)),
      ("\u{1B}[106;2u", Key("J")), ("\u{1B}[27;5;107~", Key("k", .control)),
      ("\u{1B}[13;2u", Key(.enter, .shift)), ("\u{1B}[106:74;2:1u", Key("J")),
    ])
  func keys(typed: String, key: Key) {
    #expect(Self.events(typed) == [.key(key)])
  }

  @Test("Sequences and characters arrive in any parts")
  func parts() {
    let typed = Array("\u{1B}[1;5Cé\u{1B}OP한\u{1B}[200~a\u{1B}[201~\u{1B}[<0;3;4Mx".utf8)
    let whole = Self.events(typed)
    #expect(whole.count == 7)
    var decoder = InputDecoder()
    #expect(typed.flatMap { decoder.decode([$0]) } == whole)
    for cut in typed.indices {
      var decoder = InputDecoder()
      #expect(decoder.decode(typed[..<cut]) + decoder.decode(typed[cut...]) == whole)
    }
  }

  @Test("An Escape is a key when nothing follows, and before another sequence")
  func escape() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.wait == InputDecoder.shortWait)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(decoder.wait == nil)
    #expect(Self.events("\u{1B}\u{1B}[A") == [.key(Key(.escape)), .key(Key(.up))])
    #expect(Self.events("\u{1B}\u{1B}") == [.key(Key(.escape)), .key(Key(.escape))])
    #expect(Self.events("\u{1B}한") == [.key(Key(.escape)), .key(Key("한"))])
  }

  @Test("The keypad types its digits and signs, also in application mode")
  func keypad() {
    let keys = Self.events("pqrstuvwxyjklmnoXE".map { "\u{1B}O\($0)" }.joined())
    #expect(keys == "0123456789*+,-./=5".map { .key(Key($0)) })
    // Other terminals send these for keys with Ctrl.
    #expect(Self.events("\u{1B}Oa\u{1B}Odx") == [.key(Key("x"))])
  }

  @Test("A paste is text and never keys")
  func paste() {
    #expect(
      Self.events("\u{1B}[200~dd:q\r\nx\ry\u{1B}[A\u{1}\u{1B}[201~q")
        == [.paste("dd:q\nx\ny\u{1B}[A\u{1}"), .key(Key("q"))])
    #expect(Self.events("\u{1B}[200~\u{1B}[201~") == [])
  }

  @Test("A long paste comes in parts that cut no character, and nothing of it is lost")
  func longPaste() {
    let text = String(repeating: "한국어 é\n", count: 3000)
    var decoder = InputDecoder()
    var pasted = ""
    for event in decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8) {
      guard case .paste(let part) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(part.utf8.count <= InputDecoder.mostBytes)
      pasted += part
    }
    #expect(pasted == text)
  }

  @Test("A control character in a paste is text")
  func controlInPaste() {
    #expect(
      Self.events("\u{1B}[200~abc\u{3}Dy\u{1B}[201~q") == [.paste("abc\u{3}Dy"), .key(Key("q"))])
  }

  @Test("The beginning of a paste waits for its rest, however long that takes")
  func slowPaste() {
    let start = Array("\u{1B}[200~".utf8)
    for cut in 3..<start.count {
      var decoder = InputDecoder()
      #expect(decoder.decode(start[..<cut]) == [])
      #expect(decoder.wait == nil)
      #expect(decoder.flush() == [])
      #expect(decoder.decode(start[cut...] + Array("Dy".utf8)) == [.paste("Dy")])
    }
    var decoder = InputDecoder()
    #expect(decoder.decode(start[..<2]) == [])
    #expect(decoder.wait == InputDecoder.longWait)
    #expect(decoder.decode(start[2...] + Array("Dy".utf8)) == [.paste("Dy")])
  }

  @Test("An Escape alone ends a paste whose end was lost, but no other pause does")
  func endlessPaste() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}[200~abc".utf8) == [.paste("abc")])
    #expect(decoder.wait == nil)
    #expect(decoder.flush() == [])
    #expect(decoder.decode("D\u{1B}[20".utf8) == [.paste("D")])
    #expect(decoder.wait == nil)
    #expect(decoder.flush() == [])
    #expect(decoder.decode("2~y\u{1B}".utf8) == [.paste("\u{1B}[202~y")])
    #expect(decoder.wait == InputDecoder.longWait)
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.key(Key("q"))])
  }

  @Test("The mouse is reported in cells from 0, with its modifiers")
  func mouse() {
    #expect(
      Self.events("\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<34;1;1M\u{1B}[<65;10;20M\u{1B}[<20;1;1M")
        == [
          .mouse(Mouse(.press(0), row: 3, column: 2)),
          .mouse(Mouse(.release(0), row: 3, column: 2)),
          .mouse(Mouse(.drag(2), row: 0, column: 0)),
          .mouse(Mouse(.wheelDown, row: 19, column: 9)),
          .mouse(Mouse(.press(0), row: 0, column: 0, [.shift, .control])),
        ])
  }

  @Test(
    "Broken and hostile input is no key",
    arguments: [
      "\u{1B}[<0;0;0M", "\u{1B}[<;;M", "\u{1B}[<99999999999999999999;1;1M", "\u{1B}[?1;2c",
      "\u{1B}[?2026;2$y", "\u{1B}[24;80R", "\u{1B}[99999999999999999999~", "\u{1B}[57399u",
      "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_x\u{1B}\\",
      "\u{1B}[I", "\u{1B}[O", "\u{1B}[1114112u", "\u{1B}[55296u", "\u{85}",
    ])
  func noKeys(typed: String) {
    #expect(Self.events(typed) == [])
    #expect(Self.events(typed + "q") == [.key(Key("q"))])
  }

  @Test("Invalid UTF-8 is left out, and what follows it is read")
  func invalidBytes() {
    #expect(Self.events([0xFF, 0x71]) == [.key(Key("q"))])
    #expect(Self.events([0xC3, 0x71]) == [.key(Key("q"))])
    #expect(Self.events([0x9B, 0x41]) == [.key(Key("A"))])
    #expect(Self.events([0xED, 0xA0, 0x80, 0x71]) == [.key(Key("q"))])
    #expect(Self.events([0xE2, 0x82, 0xC3, 0xA9]) == [.key(Key("é"))])
  }

  @Test("An endless sequence is skipped and keeps no memory")
  func endlessSequence() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 100_000)) == [])
    #expect(decoder.decode("mq".utf8) == [.key(Key("q"))])
    #expect(decoder.decode(Array("\u{1B}]11;".utf8) + Array(repeating: 0x31, count: 99_999)) == [])
    #expect(decoder.wait == InputDecoder.longWait)
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.key(Key("q"))])
  }

  @Test("The end of a skipped string is no key, also if it comes in parts")
  func endOfSkippedString() {
    let start = Array("\u{1B}]11;".utf8) + Array(repeating: 0x31, count: 99_999)
    for (end, keys) in [("\\q", "q"), ("\u{7}q", "q"), ("j", ""), ("[A", "")] {
      var decoder = InputDecoder()
      #expect(decoder.decode(start + [0x1B]) == [])
      #expect(decoder.wait == InputDecoder.longWait)
      let events = decoder.decode(end.utf8)
      let typed = events.compactMap { if case .key(let key) = $0 { key.typed } else { nil } }
      #expect(String(typed) == keys, "\(end.debugDescription)")
      #expect(!events.contains(.key(Key(.escape))))
      // The next Escape is a key again.
      #expect(decoder.decode([0x1B]) == [])
      #expect(decoder.wait == InputDecoder.shortWait)
      #expect(decoder.flush() == [.key(Key(.escape))])
    }
    var decoder = InputDecoder()
    #expect(decoder.decode(start + [0x1B]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.key(Key("q"))])
  }

  @Test(
    "The terminal's background is read from its answer",
    arguments: [
      ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", RGB(0x1E1E2E)),
      ("\u{1B}]11;rgb:ff/ff/fe\u{7}", RGB(0xFFFFFE)),
      ("\u{1B}]11;rgb:f/0/8\u{7}", RGB(0xFF0088)),
      ("\u{1B}]11;rgba:ffff/ffff/ffff/ffff\u{7}", RGB(0xFFFFFF)),
    ])
  func background(answer: String, color: RGB) {
    var decoder = InputDecoder()
    #expect(decoder.decode(answer.utf8) == [])
    #expect(decoder.background == color)
    for bad in ["10;rgb:1/1/1", "11;rgb:1/1", "11;rgb:x/1/1", "11;rgb:11111/1/1", "11;?"] {
      var decoder = InputDecoder()
      #expect(decoder.decode("\u{1B}]\(bad)\u{7}".utf8) == [])
      #expect(decoder.background == nil)
    }
  }

  @Test(
    "Any bytes in any parts give the same events, and never more than they have",
    arguments: Seeds.each(20))
  func anyBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x1B], [0x5B], [0x1B, 0x5B], [0x4F], [0x3B], [0x31, 0x35], [0x7E], [0x4D], [0x3C], [0x5D],
      [0x07], [0x1B, 0x5C], [0xC3], [0xA9], [0xE2, 0x82], [0xF0, 0x9F], [0x71], [0x03], [0x00],
      Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), Array("11;rgb:".utf8),
    ]
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      var (whole, parts) = (InputDecoder(), InputDecoder())
      let events = whole.decode(bytes) + whole.flush()
      let others = bytes.flatMap { parts.decode([$0]) } + parts.flush()
      #expect(Self.joined(events) == Self.joined(others), "\(bytes)")
      #expect(events.count <= bytes.count)
    }
  }

  /// Returns the events with the parts of a paste as one.
  private static func joined(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    for event in events {
      if case .paste(let part) = event, case .paste(let before)? = result.last {
        result[result.count - 1] = .paste(before + part)
      } else {
        result.append(event)
      }
    }
    return result
  }
}
