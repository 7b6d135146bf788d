import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The terms of a query, before they mean anything")
struct QueryParserTests {
  /// Returns the structure of a query as text: `key:value|value`, `[a b]` for terms that must all
  /// match, `{a b}` for alternatives, and `!a` for a negated term.
  static func written(_ text: String) throws -> String {
    try QueryParser.parse(text).map(written) ?? ""
  }

  private static func written(_ expression: QueryExpression) -> String {
    switch expression {
    case .term(let term):
      let values = term.values.map(\.text).joined(separator: "|")
      return switch term.head {
      case .text: values
      case .key(let key): "\(key.text):\(values)"
      case .label: "#\(values)"
      case .person: "@\(values)"
      }
    case .not(let inner, _): return "!" + written(inner)
    case .all(let parts): return "[" + parts.map(written).joined(separator: " ") + "]"
    case .any(let parts): return "{" + parts.map(written).joined(separator: " ") + "}"
    }
  }

  @Test(
    "Quotes, commas, colons, signs, parentheses and capitals",
    arguments: [
      ("", ""), (" a\tb\n", "[a b]"), ("a,b", "a,b"), ("k:a,b", "k:a|b"), ("k:a:b", "k:a:b"),
      ("-k:a", "!k:a"), ("k:-a", "k:-a"), ("a-b", "a-b"), ("\"a b\"", "a b"),
      ("\"-a:b\"", "-a:b"), ("-\"a\"", "!a"), ("k:\"a,b\",c", "k:a,b|c"), ("k:", "k:"),
      ("k:,", "k:|"), ("k:a,", "k:a|"), (#""a\"b\\c\d""#, #"a"b\c\d"#), ("5\"", "5\""),
      ("a\"b c", "[a\"b c]"), ("k:a\"b", "k:a\"b"), ("(a)", "a"), ("k: a", "[k: a]"),
      ("#a", "#a"), ("#a,b", "#a|b"), ("@a", "@a"), ("#", "#"), ("@ a", "[@ a]"),
      ("#\"a b\",c", "#a b|c"), ("a#b", "a#b"), ("k:>=\"a b\"", "k:>=a b"),
      ("k:<\"a\",b", "k:<a|b"),
      ("a OR b c", "{a [b c]}"), ("a b OR c d OR e", "{[a b] [c d] e}"),
      ("(a OR b) c", "[{a b} c]"),
      ("a AND b", "[a b]"), ("a or b", "[a or b]"), ("\"OR\"", "OR"), ("ORE", "ORE"),
      ("NOT a", "!a"), ("NOT NOT a", "a"), ("NOT -a", "a"), ("-(a b)", "![a b]"), ("NOT(a)", "!a"),
      ("f(x)", "f(x)"), ("(f(x) b)", "[f(x) b]"), ("(k:f(x),y)", "k:f(x)|y"), ("((a)(b", nil),
      ("(a) (b)", "[a b]"), ("( a )", "a"), ("(\"a\")", "a"), ("(k:a)", "k:a"), ("(#a)", "#a"),
      ("(a OR (b AND NOT c))", "{a [b !c]}"), ("-5", "!5"),
    ] as [(String, String?)])
  func terms(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: QueryError.self) { try Self.written(text) }
      return
    }
    #expect(try Self.written(text) == expected)
  }

  @Test("Each word knows where it stands, in characters")
  func ranges() throws {
    let text = "é -key:\"a \\\" b\",cc  (dd)"
    let terms = try #require(try QueryParser.parse(text)).terms
    let characters = Array(text)
    let slices = { (range: Range<Int>) in String(characters[range]) }
    #expect(terms.map { slices($0.range) } == ["é", "key:\"a \\\" b\",cc", "dd"])
    guard case .key(let key) = terms[1].head else {
      Issue.record("\(terms[1])")
      return
    }
    #expect(slices(key.range) == "key")
    #expect(terms[1].values.map { slices($0.range) } == ["\"a \\\" b\"", "cc"])
    #expect(terms[1].values[0].text == "a \" b")
  }

  @Test("Parentheses inside each other are read up to a depth that no stack minds")
  func depth() {
    let nested = { (depth: Int) in
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(throws: Never.self) { try QueryParser.parse(nested(QueryParser.deepest)) }
    #expect(throws: QueryError.self) { try QueryParser.parse(nested(QueryParser.deepest + 1)) }
  }
}
