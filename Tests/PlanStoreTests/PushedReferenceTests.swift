import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("References that somebody pushes")
struct PushedReferenceTests {
  private static let zero = String(repeating: "0", count: 40)
  private static let one = String(repeating: "1", count: 40)
  private static let two = String(repeating: "2", count: 40)

  private func reference(
    _ name: String, from old: String = one, to new: String = two
  ) throws -> PushedReference {
    try #require(PushedReference(line: "\(old) \(new) \(name)"))
  }

  @Test("A line of git's names both commits; one of zeros is none")
  func line() throws {
    let moved = try reference("refs/heads/pmgit/main")
    #expect(moved.old == ObjectID(hex: Self.one) && moved.new == ObjectID(hex: Self.two))
    #expect(moved.name == "refs/heads/pmgit/main" && moved.board == .main)
    #expect(try reference("refs/heads/x", from: Self.zero).old == nil)
    #expect(try reference("refs/heads/x", to: Self.zero).new == nil)
    // git allows no spaces in names; the name is still read to the end of the line.
    #expect(try reference("refs/heads/a b").name == "refs/heads/a b")
  }

  @Test("What is no such line is none", arguments: ["", "gibberish", "0123 4567 refs/heads/main"])
  func noLine(text: String) { #expect(PushedReference(line: text) == nil) }

  @Test(
    "Branches of boards are judged, and what would be in their way",
    arguments: [
      ("refs/heads/pmgit/main", true, "main"), ("refs/heads/pmgit/Bad_Name", true, nil),
      ("refs/heads/PMGIT/main", true, nil), ("refs/heads/pmgit", true, nil),
      ("refs/heads/pm\u{200C}git/main", true, nil), ("refs/heads/main", false, nil),
      ("refs/heads/pmgit2/main", false, nil), ("refs/tags/pmgit/main", false, nil),
    ])
  func boards(name: String, isBoard: Bool, board: String?) throws {
    let reference = try reference(name)
    #expect(reference.isBoard == isBoard)
    #expect(reference.board?.text == board)
  }

  @Test("What is in the way may go, but for what some file systems take for a board")
  func inTheWay() throws {
    #expect(try !reference("refs/heads/PMGIT/Bad_Name", to: Self.zero).isBoard)
    #expect(try !reference("refs/heads/pmgit", to: Self.zero).isBoard)
    #expect(try reference("refs/heads/PMGIT/main", to: Self.zero).isBoard)
  }

  @Test("A second name of a board stands for it")
  func symbolic() async throws {
    let scratch = try await ScratchRepository(bare: true)
    for (name, target) in [("alias", "pmgit/main"), ("further", "alias")] {
      try await scratch.git("symbolic-ref", "refs/heads/\(name)", "refs/heads/\(target)")
    }
    let followed = try reference("refs/heads/further").followed(in: scratch.open())
    #expect(followed.name == "refs/heads/pmgit/main" && followed.board == .main)
    #expect(followed.old == ObjectID(hex: Self.one) && followed.new == ObjectID(hex: Self.two))
    let plain = try reference("refs/heads/main")
    #expect(try plain.followed(in: scratch.open()) == plain)
  }
}
