import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("The files that a change writes")
struct ChangedFilesTests {
  private let id = PlanID.test("k7m2")

  @Test("What this version does not know survives an edit, byte for byte")
  func unknownMembers() async throws {
    let ada = try await BoardFixture()
    let text = """
      {
        "fields": {
          "title": "x",
          "x-float": 1E400,
          "x-text": "e\u{301}"
        },
        "format": 1,
        "id": "\(id)",
        "items": {
          "votes": {
            "v1": {
              "by": "Ben"
            }
          }
        },
        "sets": {
          "moods": [
            "calm"
          ]
        },
        "x-member": {
          "deep": [
            1.50
          ]
        }
      }

      """
    try await ada.repository.commitFiles([(id.path, text)])
    try await ada.edit(id, .title("y"))
    let now = try await ada.repository.git("show", "pmgit/main:\(id.path)")
    let stamp = try #require(now.split(separator: "\n").last { $0.contains("~") })
    let expected = text.replacing(#""title": "x""#, with: #""title": "y""#)
      .replacing(
        "  \"x-member\"",
        with: "  \"stamps\": {\n    \"fields\": {\n\(stamp)\n    }\n  },\n  \"x-member\"")
    #expect((now + "\n").utf8.elementsEqual(expected.utf8), "\(now)")
  }

  @Test("A file that was edited by hand is read, and rewritten by the next edit of that plan")
  func handEdited() async throws {
    let ada = try await BoardFixture()
    let other = try await ada.add("another")
    let raw = handWritten(id, title: "by hand")
    try await ada.repository.commitFiles([(id.path, raw)])
    #expect(try ada.plan(id).title == "by hand")

    try await ada.edit(other, .title("edited"))
    #expect(try await ada.repository.git("show", "pmgit/main:\(id.path)") == raw)

    try await ada.edit(id, .state("doing"))
    let text = try await ada.repository.git("show", "pmgit/main:\(id.path)")
    let document = try #require(try ada.document(id))
    #expect(text + "\n" == String(decoding: PlanFile.bytes(of: document), as: UTF8.self))
    #expect(try ada.plan(id).title == "by hand")
  }

  @Test("Files on the branch that are not pmgit's are left as people put them")
  func foreignFiles() async throws {
    let ada = try await BoardFixture()
    try await ada.repository.commitFiles([("docs/how.md", "how\n"), ("plans/notes.txt", "n\n")])
    try await ada.add("a plan")
    #expect(try await ada.repository.git("show", "pmgit/main:docs/how.md") == "how")
    #expect(try await ada.repository.git("show", "pmgit/main:plans/notes.txt") == "n")
  }

  @Test("A plan that could not be read back is refused, and so is a board; nothing changes")
  func tooLarge() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let tip = try ada.tip()
    let long = String(repeating: "x", count: JSONReader.maximumSize)
    let error = try await storeError { try await ada.edit(id, .body([long])) }
    guard case .planTooLarge(id, let bytes) = error else { throw error }
    #expect(bytes > JSONReader.maximumSize)
    _ = try await storeError {
      try await ada.change { $0.editBoard([.write(.field("title"), .string(long))]) }
    }
    #expect(try ada.tip() == tip)
    #expect(try ada.titles() == ["a plan"])
  }
}
