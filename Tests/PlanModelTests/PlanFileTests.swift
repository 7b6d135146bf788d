import PlanModel
import PmgitTestSupport
import Testing

@Suite("Plan files")
struct PlanFileTests {
  static func read(_ text: String) throws -> PlanDocument { try PlanFile.read(utf8(text)) }

  static func error(in text: String) -> JSONError? {
    do {
      _ = try PlanFile.read(utf8(text))
      return nil
    } catch {
      return error
    }
  }

  /// Returns the file of a document with one path.
  static func file(_ path: ElementPath, _ elements: [StampedValue]) -> String {
    var document = PlanDocument(id: "p")
    document[path] = elements
    return text(PlanFile.bytes(of: document))
  }

  static func element(_ stamp: ExactString, _ value: JSONValue) -> StampedValue {
    StampedValue(stamp: Stamp(stamp), value: value)
  }

  // MARK: - Whole files

  @Test("The documented file is read, and its canonical bytes are those of the document")
  func documented() throws {
    let document = try Self.read(SampleFile.documented)
    #expect(PlanFile.bytes(of: document) == utf8(SampleFile.documented))
    #expect(document.id == "k7m2q9x4t1ab" && document.format == 1)
    #expect(document.elements.count == 12)
    #expect(
      document[.field("state")] == [
        Self.element("2026-11-20T10:22:31.120Z~k7f3q", .string("doing"))
      ])
    #expect(document[.field("title")] == [Self.element("", .string("Fix login on iPad"))])
    #expect(
      document[.setMember(set: "labels", member: "ui")] == [Self.element("", .bool(true))])
    #expect(
      document[.item(list: "checklist", item: "c3f8z", member: "done")]
        == [Self.element("", .bool(false))])
  }

  @Test("A file with all there can be keeps every byte")
  func everything() throws {
    let document = try Self.read(SampleFile.everything)
    #expect(PlanFile.bytes(of: document) == utf8(SampleFile.everything))
    #expect(document.format == 2)
    #expect(
      document[.field("title")] == [
        Self.element("s4", .string("shown")), Self.element("s3", .string("shown")),
        Self.element("s2", .string("é")), Self.element("", .null),
        Self.element("", .string("shown")),
      ])
    #expect(
      document[.other("x-color")] == [
        Self.element("s2", .string("red")),
        Self.element("s1", try JSONReader.value(in: utf8("[1,2.50]"))),
      ])
    #expect(
      document[.setMember(set: "labels", member: "bug")] == [
        Self.element("s2", .bool(true)), Self.element("", .bool(true)),
      ])
  }

  @Test("A file with line feeds of another system and other spaces is written canonically")
  func handEdited() throws {
    let edited = SampleFile.documented.replacing("\n", with: "\r\n").replacing("  ", with: "\t")
    #expect(PlanFile.bytes(of: try Self.read(edited)) == utf8(SampleFile.documented))
    let line = CanonicalJSON.line(of: try JSONReader.value(in: utf8(SampleFile.everything)))
    #expect(PlanFile.bytes(of: try Self.read(line)) == utf8(SampleFile.everything))
  }

  @Test("Unsorted and repeated members of a set are written sorted and once")
  func unsortedSet() throws {
    let document = try Self.read(
      ##"{"format":1,"id":"p","sets":{"labels":["\##u{E9}","z","a","z","e\##u{301}"]}}"##)
    let sets = try JSONReader.value(in: PlanFile.bytes(of: document)).object?["sets"]
    #expect(sets == .object(["labels": .strings(["a", "e\u{301}", "z", "\u{E9}"])]))
  }

  @Test("Documents survive writing and reading; equal ones have equal bytes", arguments: 0..<10)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let document = random.planDocument()
      let file = PlanFile.bytes(of: document)
      #expect(try PlanFile.read(file) == document, "seed \(seed), round \(round)\n\(text(file))")
      // The iteration order of a dictionary depends on the order of insertion.
      var other = PlanDocument(id: document.id, format: document.format)
      for path in document.elements.keys.shuffled(using: &random) {
        other[path] = document[path].shuffled(using: &random)
      }
      #expect(other == document, "seed \(seed), round \(round)")
      #expect(PlanFile.bytes(of: other) == file, "seed \(seed), round \(round)\n\(text(file))")
    }
  }

  // MARK: - Elements

  @Test("A value without a stamp stands alone")
  func noStamp() {
    #expect(
      Self.file(.field("title"), [Self.element("", .null)]) == """
        {
          "fields": {
            "title": null
          },
          "format": 1,
          "id": "p"
        }

        """)
  }

  @Test("The greatest stamp is shown; equal values share a place, others are conflicts in order")
  func elements() {
    let file = Self.file(
      .field("f"),
      [
        Self.element("", .string("a")), Self.element("s1", .string("b")),
        Self.element("s3", .string("a")), Self.element("s2", .string("c")),
        Self.element("", .string("c")), Self.element("", .string("b")),
      ])
    #expect(
      file == """
        {
          "conflicts": {
            "fields": {
              "f": [
                {
                  "at": "s2",
                  "value": "c"
                },
                {
                  "at": "s1",
                  "value": "b"
                },
                {
                  "at": "",
                  "value": "c"
                },
                {
                  "at": "",
                  "value": "b"
                }
              ]
            }
          },
          "fields": {
            "f": "a"
          },
          "format": 1,
          "id": "p",
          "stamps": {
            "fields": {
              "f": [
                "s3",
                ""
              ]
            }
          }
        }

        """)
  }

  @Test(
    "Of equal stamps the greater canonical bytes are shown",
    arguments: [
      (.string("a"), .string("b")), (.string("z"), .string("é")), (.null, .bool(true)),
      (.number(10), .number(9)), (.number(1), .null), (.string("a"), .number(0)),
      (.array([]), .object([:])), (.string("e\u{301}"), .string("\u{E9}")),
      (.array([.number(1)]), .array([])),
    ] as [(JSONValue, JSONValue)])
  func ties(lesser: JSONValue, greater: JSONValue) {
    for stamp in ["", "s1"] as [ExactString] {
      var document = PlanDocument(id: "p")
      document[.field("f")] = [Self.element(stamp, lesser), Self.element(stamp, greater)]
      #expect(document.value(at: .field("f")) == greater)
    }
  }

  @Test("A later stamp goes before greater bytes, and stamps are sorted by their bytes")
  func stampOrder() {
    var document = PlanDocument(id: "p")
    let stamps: [ExactString] = ["\u{10000}", "\u{FFFD}", "\u{E9}", "e\u{301}", "Z", "9", ""]
    document[.field("f")] = stamps.enumerated().reversed().map {
      Self.element($1, .number($0))
    }
    #expect(document[.field("f")].map(\.stamp.text) == stamps)
  }

  @Test("A member of a set has one or several stamps and no conflicts")
  func setMember() {
    let path = ElementPath.setMember(set: "labels", member: "bug")
    let file = Self.file(path, [Self.element("", .bool(true)), Self.element("s1", .bool(true))])
    #expect(
      file == """
        {
          "format": 1,
          "id": "p",
          "sets": {
            "labels": [
              "bug"
            ]
          },
          "stamps": {
            "sets": {
              "labels": {
                "bug": [
                  "s1",
                  ""
                ]
              }
            }
          }
        }

        """)
  }

  @Test("An unknown member's stamps and conflicts stand under 'other'")
  func otherMember() throws {
    let file = Self.file(.other("x"), [Self.element("s2", .number(1)), Self.element("", .null)])
    let root = try #require(try JSONReader.value(in: utf8(file)).object)
    #expect(root["x"] == .number(1))
    #expect(root["stamps"] == .object(["other": .object(["x": .string("s2")])]))
    #expect(root["conflicts"]?.object?["other"]?.object?["x"]?.array?.count == 1)
  }

  @Test("Equal elements count once")
  func repeats() {
    var document = PlanDocument(id: "p")
    document[.field("f")] = [Self.element("s", .null), Self.element("s", .null)]
    #expect(document[.field("f")].count == 1)
  }

  @Test("What holds nothing is left out")
  func emptySections() throws {
    let bare = "{\n  \"format\": 1,\n  \"id\": \"p\"\n}\n"
    let document = try Self.read(
      """
      {"format":1,"id":"p","fields":{},"sets":{"labels":[]},"items":{"checklist":{"c":{}}},
       "stamps":{"fields":{},"sets":{"labels":{}},"items":{"checklist":{"c":{}}},"other":{}},
       "conflicts":{"fields":{"title":[]}}}
      """)
    #expect(document.elements.isEmpty)
    #expect(text(PlanFile.bytes(of: document)) == bare)
    var emptied = document
    emptied[.field("title")] = [Self.element("s", .null)]
    emptied[.field("title")] = []
    #expect(emptied == document)
  }

  // MARK: - Edited by hand

  @Test("A stamp without a value is dropped")
  func orphanStamps() throws {
    let document = try Self.read(
      """
      {"format":1,"id":"p","fields":{"a":1},"sets":{"labels":["x"]},
       "stamps":{"fields":{"a":"s1","b":"s2"},"sets":{"labels":{"y":"s3"}},
                 "items":{"checklist":{"c":{"done":["s4","s5"]}}},"other":{"z":"s6"}}}
      """)
    #expect(document.elements.count == 2)
    #expect(document[.field("a")] == [Self.element("s1", .number(1))])
    let stamps = try JSONReader.value(in: PlanFile.bytes(of: document)).object?["stamps"]
    #expect(stamps == .object(["fields": .object(["a": .string("s1")])]))
  }

  @Test("Where only conflicts are left, the greatest of them is shown")
  func conflictsAlone() throws {
    let document = try Self.read(
      """
      {"format":1,"id":"p",
       "conflicts":{"fields":{"a":[{"at":"s1","value":1},{"at":"s2","value":2}]},
       "other":{"x":[{"at":"","value":3}]}}}
      """)
    #expect(
      document[.field("a")] == [Self.element("s2", .number(2)), Self.element("s1", .number(1))])
    let root = try #require(try JSONReader.value(in: PlanFile.bytes(of: document)).object)
    #expect(root["x"] == .number(3))
    #expect(root["fields"] == .object(["a": .number(2)]))
    #expect(root["stamps"] == .object(["fields": .object(["a": .string("s2")])]))
  }

  @Test("A value with several stamps, one of them older than a conflict, is written anew")
  func misplacedShownValue() throws {
    let document = try Self.read(
      """
      {"format":1,"id":"p","fields":{"a":1},"stamps":{"fields":{"a":["s1","","s1"]}},
       "conflicts":{"fields":{"a":[{"value":2,"at":"s5"},{"at":"s1","value":1}]}}}
      """)
    #expect(
      document[.field("a")] == [
        Self.element("s5", .number(2)), Self.element("s1", .number(1)),
        Self.element("", .number(1)),
      ])
  }

  @Test("A newer format is read, and kept")
  func newerFormat() throws {
    let document = try Self.read(#"{"format":7,"id":"p","fields":{"a":1}}"#)
    #expect(document.format == 7)
    #expect(PlanDocument.supportedFormat == 1)
    #expect(try PlanFile.read(PlanFile.bytes(of: document)).format == 7)
  }

  // MARK: - Refusals

  @Test(
    "A file of the wrong shape is refused with the place of what is wrong",
    arguments: [
      ("[]", 1, 1, "a plan file must hold an object"),
      ("\n 1", 2, 2, "a plan file must hold an object"),
      ("{\"id\":\"p\"}", 1, 1, "'format' must be a whole number from 1"),
      ("{\"format\":0,\"id\":\"p\"}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":-1,\"id\":\"p\"}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":1.0,\"id\":\"p\"}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":1e1,\"id\":\"p\"}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":\"1\",\"id\":\"p\"}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":99999999999999999999}", 1, 11, "'format' must be a whole number from 1"),
      ("{\"format\":1}", 1, 1, "'id' must be a string"),
      ("{\"format\":1,\"id\":7}", 1, 18, "'id' must be a string"),
    ])
  func envelope(file: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(Self.error(in: file))
    #expect(error.description == "line \(line), column \(column): \(reason)")
  }

  @Test(
    "A section of the wrong shape is refused with the place of what is wrong",
    arguments: [
      ("\"fields\":[]", 10, "'fields' must be an object"),
      ("\"fields\":null", 10, "'fields' must be an object"),
      ("\"sets\":1", 8, "'sets' must be an object"),
      ("\"sets\":{\"labels\":{}}", 18, "'labels' must be a list of strings"),
      ("\"sets\":{\"labels\":\"a\"}", 18, "'labels' must be a list of strings"),
      ("\"sets\":{\"labels\":[\"a\",1]}", 18, "'labels' must be a list of strings"),
      ("\"items\":[]", 9, "'items' must be an object"),
      ("\"items\":{\"x\":1}", 14, "'x' must be an object"),
      ("\"items\":{\"x\":{\"c\":null}}", 19, "'c' must be an object"),
      ("\"stamps\":1", 10, "'stamps' must be an object"),
      ("\"stamps\":{\"extra\":{}}", 19, "unknown section 'extra'"),
      ("\"conflicts\":{\"format\":{}}", 23, "unknown section 'format'"),
      ("\"stamps\":{\"fields\":1}", 20, "'fields' must be an object"),
      ("\"stamps\":{\"fields\":{\"a\":1}}", 25, "'a' must be a list of strings"),
      ("\"stamps\":{\"fields\":{\"a\":[1]}}", 25, "'a' must be a list of strings"),
      ("\"stamps\":{\"fields\":{\"a\":[]}}", 25, "an empty list of stamps"),
      ("\"stamps\":{\"sets\":{\"labels\":\"s\"}}", 28, "'labels' must be an object"),
      ("\"stamps\":{\"items\":{\"l\":{\"c\":1}}}", 29, "'c' must be an object"),
      ("\"stamps\":{\"other\":[]}", 19, "'other' must be an object"),
      ("\"conflicts\":[]", 13, "'conflicts' must be an object"),
      ("\"conflicts\":{\"fields\":{\"a\":{}}}", 28, "conflicts must be a list"),
      (
        "\"conflicts\":{\"fields\":{\"a\":[{\"at\":\"\",\"value\":1},1]}}", 49,
        "a conflict must hold 'at' and 'value' alone"
      ),
      (
        "\"conflicts\":{\"fields\":{\"a\":[{\"at\":\"\"}]}}", 29,
        "a conflict must hold 'at' and 'value' alone"
      ),
      (
        "\"conflicts\":{\"fields\":{\"a\":[{\"at\":1,\"value\":1}]}}", 29,
        "a conflict must hold 'at' and 'value' alone"
      ),
      (
        "\"conflicts\":{\"fields\":{\"a\":[{\"at\":\"\",\"value\":1,\"by\":1}]}}", 29,
        "a conflict must hold 'at' and 'value' alone"
      ),
      (
        "\"conflicts\":{\"sets\":{\"labels\":{\"a\":[]}}}", 36,
        "a member of a set has no conflicts"
      ),
      // These members would overwrite a section of the file.
      ("\"stamps\":{\"other\":{\"fields\":\"s\"}}", 29, "'fields' can't be a member of 'other'"),
      ("\"conflicts\":{\"other\":{\"id\":[]}}", 28, "'id' can't be a member of 'other'"),
      ("\"conflicts\":{\"other\":{\"stamps\":[]}}", 32, "'stamps' can't be a member of 'other'"),
    ])
  func sections(section: String, column: Int, reason: String) throws {
    let error = try #require(Self.error(in: "{\"format\":1,\"id\":\"p\",\n\(section)}"))
    #expect(error.description == "line 2, column \(column): \(reason)")
  }

  @Test("A wrong member beside one that only looks like it is the one that is named")
  func lookalikes() throws {
    let file = "{\"format\":1,\"id\":\"p\",\"items\":{\n\"e\u{301}\":1,\n\"\u{E9}\":{}}}"
    #expect(try #require(Self.error(in: file)).line == 2)
  }

  @Test("What JSON refuses is refused in a plan file")
  func json() throws {
    let error = try #require(Self.error(in: "{\"format\":1,\n\"id\":\"p\",\n\"id\":\"p\"}"))
    #expect(error.description == "line 3, column 1: key 'id' is there twice")
  }

  @Test("The deepest value that is read can still be written as a conflict")
  func depth() throws {
    func file(_ levels: Int, _ leaf: String) -> String {
      let value =
        String(repeating: "[", count: levels) + leaf
        + String(repeating: "]", count: levels)
      return #"{"format":1,"id":"p","items":{"l":{"c":{"m":\#(value)}}}}"#
    }
    let deepest = PlanFile.maximumValueDepth
    let sides = try ["1", "2"].map { try Self.read(file(deepest, $0)) }
    let merged = PlanMerge.merge(sides[0], sides[1], bases: [])
    #expect(try PlanFile.read(PlanFile.bytes(of: merged)) == merged)
    #expect(
      Self.error(in: file(deepest + 1, "1"))?.reason
        == "a value nested deeper than \(deepest) levels")
  }
}
