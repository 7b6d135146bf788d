/// A value that a stranger may write into a plan, and that merges must preserve.
struct HostileValue: Sendable {
  let name: String
  /// The members of a plan's file except `format` and `id`, as the stranger wrote them.
  let members: String
  /// Parts that the canonical file must contain after any number of merges.
  let verbatim: [String]

  init(_ name: String, _ members: String, _ verbatim: String...) {
    (self.name, self.members, self.verbatim) = (name, members, verbatim)
  }

  /// A million bytes, which is close to the limit of a file.
  private static let million = String(repeating: "z", count: 1_000_000)

  private static func stamped(_ stamp: String) -> String {
    #""fields":{"title":"good","owner":"Eve"},"stamps":{"fields":{"owner":"\#(stamp)"}}"#
  }

  static let all: [HostileValue] = [
    HostileValue("1E400", #""x":1E400"#, #""x": 1E400"#),
    HostileValue(
      "thirty digits", #""fields":{"estimate":123456789012345678901234567890}"#,
      #""estimate": 123456789012345678901234567890"#),
    HostileValue("minus nothing", #""x":[-0,-0.0,0e0]"#, "-0,\n", "-0.0,\n", "0e0\n"),
    HostileValue("a fraction with noughts", #""x":1.500"#, #""x": 1.500"#),
    HostileValue(
      "keys that differ only in normalisation", "\"fields\":{\"\u{E9}\":1,\"e\u{301}\":2}",
      "\"\u{E9}\": 1", "\"e\u{301}\": 2"),
    HostileValue(
      "labels that differ only in normalisation", "\"sets\":{\"labels\":[\"\u{E9}\",\"e\u{301}\"]}",
      "\"\u{E9}\"", "\"e\u{301}\""),
    HostileValue("CRLF in a text", #""x":"one\r\ntwo""#, #""x": "one\u000d\ntwo""#),
    HostileValue(
      "CRLF between the lines", "\r\n\"fields\":{\r\n\"owner\":\"Eve\"\r\n}\r\n",
      "\"owner\": \"Eve\"\n"),
    HostileValue(
      "conflict markers in a text", #""fields":{"body":["<<<<<<< ours","=======",">>>>>>> x"]}"#,
      "<<<<<<< ours", "=======", ">>>>>>> x"),
    HostileValue(
      "an escape sequence and a reordered text",
      "\"fields\":{\"owner\":\"\\u001b[2J\u{202E}evE\u{2066}\"}",
      #""owner": "\u001b[2J\u202eevE\u2066""#),
    HostileValue("a NUL", #""x":"a\u0000b""#, #""x": "a\u0000b""#),
    HostileValue("25 levels", nested(25), "\"x\": [\n"),
    HostileValue("a known field of another type", #""fields":{"owner":{"a":[]}}"#, "\"a\": []"),
    HostileValue("a deletion that is none", #""fields":{"deleted":"yes"}"#, #""deleted": "yes""#),
    HostileValue("members of no section", #""__proto__":{"a":1}"#, #""__proto__": {"#),
    HostileValue("a stamp of no time", stamped("yesterday"), #""owner": "yesterday""#),
    HostileValue("a stamp without '~'", stamped("2026-11-20T10:22:31.120Z"), "31.120Z\""),
    HostileValue(
      "a stamp far ahead", stamped("9999-12-31T23:59:59.999Z~zzzzz"),
      #""owner": "9999-12-31T23:59:59.999Z~zzzzz""#),
    HostileValue("a stamp of a million bytes", stamped(million), million),
    HostileValue("a position of a million bytes", #""fields":{"rank":"\#(million)"}"#, million),
    HostileValue(
      "a position that is none", #""fields":{"rank":"../\u001b[m"}"#, #""rank": "../\u001b[m""#),
    HostileValue("a column that is none", #""fields":{"state":"nowhere"}"#, #""state": "nowhere""#),
    HostileValue(
      "a stamp of a value that is gone, and one that came back",
      #""fields":{"owner":"Eve"},"stamps":{"fields":{"owner":["b","a"]}}"#, "\"b\",\n", "\"a\"\n"),
    HostileValue(
      "a value whose conflict is itself",
      #""conflicts":{"fields":{"owner":[{"at":"a","value":"Eve"}]}},"fields":{"owner":"Eve"}"#,
      #""owner": "Eve""#, "\"a\",\n", "\"\"\n"),
  ]

  private static func nested(_ depth: Int) -> String {
    #""x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
