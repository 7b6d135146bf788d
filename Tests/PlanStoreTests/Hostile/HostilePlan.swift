import Git
import PlanModel

/// The file of an unreadable plan, and the reason that pmgit must give.
struct HostilePlan: Sendable {
  let name: String
  /// A part of the reason.
  let reason: String
  var mode: FileMode = .blob
  let bytes: @Sendable (PlanID) -> [UInt8]

  init(_ name: String, _ reason: String, _ text: @escaping @Sendable (PlanID) -> String) {
    (self.name, self.reason) = (name, reason)
    bytes = { Array(text($0).utf8) }
  }

  init(_ name: String, _ reason: String, bytes: @escaping @Sendable (PlanID) -> [UInt8]) {
    (self.name, self.reason, self.bytes) = (name, reason, bytes)
  }

  /// Returns the file of a plan with these members.
  static func text(_ id: PlanID, _ members: String) -> String {
    #"{"format":1,"id":"\#(id)",\#(members)}"#
  }

  private static func nested(_ depth: Int) -> String {
    #""x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static let all: [HostilePlan] = malformed + misshapen

  /// Texts that are not JSON, or JSON that two programs may read differently.
  private static let malformed: [HostilePlan] = [
    HostilePlan("nothing", "the text ends") { _ in "" },
    HostilePlan("a key twice", "key 'x' is there twice") { text($0, #""x":1,"x":2"#) },
    HostilePlan("a key twice, once escaped", "key 'x' is there twice") {
      text($0, #""x":1,"\u0078":2"#)
    },
    HostilePlan("a field twice", "key 'title' is there twice") {
      text($0, #""fields":{"title":"a","title":"b"}"#)
    },
    HostilePlan("a byte order mark", "a byte order mark") { "\u{FEFF}" + text($0, #""x":1"#) },
    HostilePlan("UTF-16", "expected a value") { id in
      [0xFF, 0xFE] + text(id, #""x":1"#).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    },
    HostilePlan("NaN", "expected a value") { text($0, #""x":NaN"#) },
    HostilePlan("infinity", "expected a digit") { text($0, #""x":-Infinity"#) },
    HostilePlan("half a surrogate pair", "half of a surrogate pair") {
      text($0, #""x":"\ud800""#)
    },
    HostilePlan("a pair the wrong way round", "half of a surrogate pair") {
      text($0, #""x":"\udc00\ud800""#)
    },
    HostilePlan("bytes that are no UTF-8", "not valid UTF-8") { id in
      Array(text(id, #""x":""#).utf8.dropLast()) + [0xC3, 0x28] + Array(#""}"#.utf8)
    },
    HostilePlan("an overlong slash", "not valid UTF-8") { id in
      Array(text(id, #""x":""#).utf8.dropLast()) + [0xC0, 0xAF] + Array(#""}"#.utf8)
    },
    HostilePlan("a NUL in a string", "a control character in a string") {
      text($0, "\"x\":\"\u{0}\"")
    },
    HostilePlan("a comma at the end", "a comma before '}'") { text($0, #""x":1,"#) },
    HostilePlan("a comment", "expected") { text($0, #""x":1 // one"#) },
    HostilePlan("two plans", "unexpected text after the value") {
      text($0, #""x":1"#) + text($0, #""x":2"#)
    },
    HostilePlan("conflict markers", "git's conflict marker '<<<<<<<'") {
      "{\n<<<<<<< ours\n\"format\":1,\n=======\n\"format\":2,\n>>>>>>> theirs\n\"id\":\"\($0)\"}"
    },
    HostilePlan("33 levels", "nested deeper than 32 levels") { text($0, nested(33)) },
    HostilePlan("100,000 levels", "nested deeper than 32 levels") { text($0, nested(100_000)) },
    HostilePlan("a million open brackets", "nested deeper than 32 levels") { _ in
      String(repeating: "[", count: 1_000_000)
    },
    HostilePlan("1,000,000 keys", "longer than 1048576 bytes") { id in
      text(id, (0..<1_000_000).map { #""\#($0)":0"# }.joined(separator: ","))
    },
    HostilePlan("one byte too many", "longer than 1048576 bytes") { id in
      let start = text(id, #""x":1"#)
      return start + String(repeating: " ", count: (1 << 20) + 1 - start.utf8.count)
    },
  ]

  /// JSON that is not a plan, or not this plan.
  private static let misshapen: [HostilePlan] = [
    HostilePlan("a list", "must hold an object") { _ in "[]" },
    HostilePlan("no id", "'id' must be a string") { _ in #"{"format":1}"# },
    HostilePlan("another plan's id", "its name says") { _ in text(.test("zz"), #""x":1"#) },
    HostilePlan("the board's id", "its name says") { _ in #"{"format":1,"id":"board"}"# },
    HostilePlan("its id in capitals", "its name says") { id in
      text(id, #""x":1"#).replacing(id.text, with: id.text.uppercased())
    },
    HostilePlan("no format", "'format' must be") { #"{"id":"\#($0)"}"# },
    HostilePlan("a negative format", "'format' must be") { #"{"format":-1,"id":"\#($0)"}"# },
    HostilePlan("a format of thirty digits", "'format' must be") {
      #"{"format":123456789012345678901234567890,"id":"\#($0)"}"#
    },
    HostilePlan("a newer format", "its format is 9") { #"{"format":9,"id":"\#($0)"}"# },
    HostilePlan("fields that are none", "'fields' must be an object") { text($0, #""fields":[]"#) },
    HostilePlan("a set of numbers", "must be a list of strings") {
      text($0, #""sets":{"labels":[1]}"#)
    },
    HostilePlan("a stamp that is a number", "must be a list of strings") {
      text($0, #""fields":{"title":"a"},"stamps":{"fields":{"title":1}}"#)
    },
    HostilePlan("a stamp that is an object", "must be a list of strings") {
      text($0, #""fields":{"title":"a"},"stamps":{"fields":{"title":{"at":"x"}}}"#)
    },
    HostilePlan("an empty list of stamps", "an empty list of stamps") {
      text($0, #""fields":{"title":"a"},"stamps":{"fields":{"title":[]}}"#)
    },
    HostilePlan("conflicts that are none", "conflicts must be a list") {
      text($0, #""conflicts":{"fields":{"title":1}}"#)
    },
    HostilePlan("a conflict without a stamp", "must hold 'at' and 'value' alone") {
      text($0, #""conflicts":{"fields":{"title":[{"value":1}]}}"#)
    },
    HostilePlan("conflicts of a reserved member", "'id' can't be a member of 'other'") {
      text($0, #""conflicts":{"other":{"id":[{"at":"","value":"x"}]}}"#)
    },
    HostilePlan("a value that leaves no room to merge", "deeper than 25 levels") {
      text($0, #""fields":{\#(nested(26))}"#)
    },
  ]
}
