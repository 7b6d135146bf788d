import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Attached files")
struct AttachmentTests {
  private let id = SampleFile.id

  private func file(
    _ id: String, _ name: String, at seconds: Int64 = 1_795_165_200
  ) -> PlanModel.Attachment {
    PlanModel.Attachment(
      id: id, name: name, size: 5, type: "text/plain", at: Timestamp(seconds: seconds),
      by: "Ada <ada@example.org>", blob: String(repeating: "a", count: 40))
  }

  private func document(_ files: PlanModel.Attachment...) -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    document.apply([.title("A plan"), .state("todo")], stamp: .none)
    for file in files { document.apply(Edit.attachment(file), stamp: Stamp("s1")) }
    return document
  }

  @Test("come back from the document of the plan, the oldest first, and then by name")
  func projection() {
    let files = [file("b", "z.txt"), file("a", "y.txt"), file("c", "a.txt", at: 1_795_165_201)]
    let document = document(files[2], files[0], files[1])
    let plan = Plan(document, id: id)
    #expect(plan.files == [files[1], files[0], files[2]])
    #expect(document.files == plan.files)
    #expect(plan.outline.hasFiles)
    #expect(plan.unknown.isEmpty)
  }

  @Test("are gone when they are removed, with members that this version does not know")
  func removal() {
    var document = document(file("a", "y.txt"), file("b", "z.txt"))
    document.apply(
      [.write(PlanList.files.path("a", "note"), .string("x"))], stamp: Stamp("s2"))
    #expect(Plan(document, id: id).unknown.count == 1)
    document.apply(document.removals(ofItems: ["a"], in: "files"), stamp: Stamp("s3"))
    let plan = Plan(document, id: id)
    #expect(plan.files.map(\.name) == ["z.txt"])
    #expect(document.files == plan.files)
    #expect(plan.unknown.isEmpty)
    document.apply([document.deletion(at: Timestamp(seconds: 0), by: "x")], stamp: Stamp("s4"))
    #expect(document.files.isEmpty)
  }

  @Test("that two clones attach independently are both there, without a conflict")
  func merging() throws {
    let base = document()
    var (ada, ben) = (base, base)
    ada.apply(Edit.attachment(file("a", "log.txt")), stamp: Stamp("s1"))
    ben.apply(Edit.attachment(file("b", "log.txt")), stamp: Stamp("s2"))
    let merged = PlanMerge.merge(ada, ben, bases: [base])
    #expect(merged == PlanMerge.merge(ben, ada, bases: [base]))
    #expect(Plan(merged, id: id).files.map(\.id) == ["a", "b"])
    #expect(merged.conflicts.isEmpty)
  }

  @Test("with values of a wrong type are shown without them, and reported")
  func wrong() {
    var document = document()
    let path = { PlanList.files.path("a", $0) }
    document.apply(
      [
        .write(path("name"), .number(5)), .write(path("size"), .string("big")),
        .write(path("at"), .bool(true)),
      ], stamp: Stamp("s1"))
    let file = Plan(document, id: id).files[0]
    #expect((file.name, file.size, file.at, file.blob) == ("", nil, nil, ""))
    let wrong = document.wrongValues.map(\.path.fieldName)
    #expect(wrong == ["files/a/at", "files/a/name", "files/a/size"])
    document.apply([.write(path("size"), .number(-1))], stamp: Stamp("s2"))
    #expect(Plan(document, id: id).files[0].size == nil)
  }

  @Test("can't become other files: what is known of them is written once")
  func writtenOnce() {
    let old = document(file("a", "log.txt"))
    var new = old
    new.apply([.write(PlanList.files.path("a", "blob"), .string("b"))], stamp: Stamp("s2"))
    #expect(Rewriting.all(from: old, to: new).map(\.path.fieldName) == ["files/a/blob"])
    var removed = old
    removed.apply(old.removals(ofItems: ["a"], in: "files"), stamp: Stamp("s2"))
    #expect(Rewriting.all(from: old, to: removed).isEmpty)
  }

  @Test("are known by their metadata in JSON, and an import does not take them")
  func json() throws {
    let board = Board(PlanDocument.newBoard)
    let plan = Plan(document(file("a", "log.txt")), id: id)
    let today = try #require(CalendarDay("2026-11-24"))
    let object = PlanJSON.object(plan, board: board, today: today)
    #expect(
      CanonicalJSON.line(of: object["files"] ?? .null)
        == #"[{"at":"2026-11-20T09:00:00.000Z","blob":"\#(String(repeating: "a", count: 40))","#
        + #""by":"Ada <ada@example.org>","id":"a","name":"log.txt","size":5,"type":"text/plain"}]"#)
    let line = Array((CanonicalJSON.line(of: .object(object)) + "\n").utf8)
    func imported(into existing: [Plan]) throws -> ImportPlan {
      var random = SeededGenerator(seed: 1)
      return try ImportPlan(
        ImportFile(line, board: board, me: "x"), existing: existing, board: board, ranks: ["a0"],
        now: Timestamp(seconds: 1_795_165_300), person: "x", using: &random)
    }
    let new = try imported(into: [])
    let made = new.steps[0].document(from: PlanDocument(id: "k7m2q9x4t1ab"), stamp: Stamp("s1"))
    #expect(made.files.isEmpty)
    #expect(new.ignored.keys.map { $0.hasPrefix("'files'") } == [true])
    #expect(new.unknown.isEmpty)
    // The plan has the file already.
    #expect(try imported(into: [plan]).ignored.isEmpty)
  }

  // MARK: - Names

  @Test(
    "have names that are files of the current folder",
    arguments: [
      "a", "log.txt", "My notes (2).md", "archive.tar.gz", "로그인.png", "e\u{301}.txt",
      "👩‍👩‍👧.gif", "a:b", "$HOME",
      "`id`", "a..b", "CON", String(repeating: "a", count: 255),
    ])
  func goodName(name: String) {
    #expect(AttachmentName.fault(of: name) == nil)
  }

  @Test(
    "with names that mislead can't be attached, and are not used for a file",
    arguments: [
      "", ".", "..", "../x", "a/b", "/etc/passwd", "a\\b", "..\\x", ".bashrc", ".git", "-rf",
      "--help", " x", "x ", "x.", "a\nb", "a\u{0}b", "a\u{1B}[31mb", "a\u{7F}", "a\u{9B}b",
      "a\u{202E}gnp.exe", "a\u{2066}b", "a\u{200B}b", "\u{FEFF}a", "a\u{2028}b",
      String(repeating: "a", count: 256),
      String(repeating: "é", count: 128),
    ])
  func badName(name: String) {
    #expect(AttachmentName.fault(of: name) != nil, "\(name.debugDescription)")
  }

  @Test(
    "are named after the last part of their path",
    arguments: [
      ("a.txt", "a.txt"), ("x/y/a.txt", "a.txt"), ("../a.txt", "a.txt"), ("/a.txt", "a.txt"),
      ("x/", "x"), ("/", ""), ("a/\u{301}b", "\u{301}b"),
    ])
  func last(path: String, name: String) {
    #expect(Array(AttachmentName.last(of: path).utf8) == Array(name.utf8))
  }

  // MARK: - Types and sizes

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]

  @Test("have the type that their bytes show")
  func types() {
    #expect(FileType.guess(Self.png, name: "x.txt") == "image/png")
    #expect(FileType.guess([0xFF, 0xD8, 0xFF, 0xE0], name: "x") == "image/jpeg")
    #expect(FileType.guess(Array("GIF89a...".utf8), name: "x") == "image/gif")
    #expect(FileType.guess(Array("RIFF1234WEBPVP8 ".utf8), name: "x") == "image/webp")
    #expect(FileType.guess(Array("%PDF-1.4".utf8), name: "x.png") == "application/pdf")
    #expect(FileType.guess(Array("a,b\n".utf8), name: "X.CSV") == "text/csv")
    #expect(FileType.guess(Array("hello\n".utf8), name: "png") == "text/plain")
    #expect(FileType.guess([], name: "x") == "text/plain")
    #expect(FileType.guess([0, 1, 2], name: "x.txt") == FileType.unknown)
    #expect(FileType.guess([0xFF, 0xFE], name: "x.html") == FileType.unknown)
  }

  @Test(
    "are pictures only if nothing in them can run, whatever their name says",
    arguments: [
      "<svg xmlns='http://www.w3.org/2000/svg'><script>x</script></svg>", "<html>", "GIF8",
      "GIF90a", "\u{89}PNG", "RIFF1234WAVE", "RIFF", "BM", "",
    ])
  func noPictures(text: String) {
    #expect(FileType.picture(Array(text.utf8)) == nil)
  }

  @Test(
    "have sizes in words",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1999, "1.9 kB"),
      (5_000_000, "5 MB"), (123_456_789, "123 MB"), (1_500_000_000, "1.5 GB"),
    ])
  func sizes(bytes: Int, words: String) {
    #expect(FileSize.words(bytes) == words)
  }

  @Test(
    "have sizes that people type",
    arguments: [
      ("10MB", 10_000_000), ("10 mb", 10_000_000), ("500k", 500_000), ("1GB", 1_000_000_000),
      ("12", 12), ("12 bytes", 12), ("0", 0), ("", nil), ("MB", nil), ("-1", nil),
      ("1.5MB", 1_500_000),
      ("1.25 kB", 1250), ("0.001MB", 1000), ("1.2345MB", nil), ("1.5", nil), ("1.MB", nil),
      (".5MB", nil), ("1.5.2MB", nil), ("9223372036854775807", .max),
      ("9223372036854776kB", nil),
      ("10 TB", nil), ("99999999999GB", nil), ("٣MB", nil),
    ] as [(String, Int?)])
  func typed(text: String, bytes: Int?) {
    #expect(FileSize.parse(text) == bytes)
  }
}
