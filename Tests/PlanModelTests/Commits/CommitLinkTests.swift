import PlanModel
import Testing

@Suite("Links to commits")
struct CommitLinkTests {
  private static let id = String(repeating: "3f2a9c1d", count: 5)

  @Test(
    "The addresses of one repository have one place",
    arguments: [
      "https://example.org/team/app.git", "https://example.org/team/app/",
      "http://EXAMPLE.org/team/app",
      "https://me:token@example.org/team/app", "ssh://git@example.org:2222/team/app.git",
      "git@example.org:team/app.git", "example.org:team/app", "git://example.org//team/app",
    ])
  func place(remote: String) throws {
    let repository = try #require(CodeRepository(remote: remote))
    #expect(repository.address == "example.org/team/app" && repository.name == "app")
    #expect(repository.page(of: "1") == "https://example.org/team/app/commit/1")
  }

  @Test(
    "A path of this machine has none, and no address that the web would read in another way",
    arguments: [
      "/srv/app", "../app", "file:///srv/app", "ext::sh -c id", "https://example.org",
      "example.org:",
      "https://example.org/a b/c", "https://example.org/a?b/c", "https://example.org/../c",
      "https://example.org/<b>/c", "https://example.org/a/\u{202e}c", "https://exa_mple@/x",
      "work:team/app", "https://example.org:8443/team/app",
      "https://example.org/" + String(repeating: "x", count: 300),
    ])
  func noPlace(remote: String) {
    #expect(CodeRepository(remote: remote) == nil)
  }

  @Test("A link is read as it was written, and an older one has no repository")
  func roundTrip() throws {
    let app = try #require(CodeRepository("example.org/team/app"))
    for repository in [app, nil] {
      let link = CommitLink(Self.id, in: repository)
      #expect(CommitLink(target: link.link.target) == link)
    }
    #expect(CommitLink(Self.id, in: app).short == "app 3f2a9c1")
    for target in ["", "/", "a/", "app/\(Self.id)", "HOST/app/\(Self.id)", "a//\(Self.id)"] {
      let link = CommitLink(target: target)
      #expect(link.repository == nil && link.link.target == target, "\(target)")
    }
  }

  @Test("A repository is found by its name and by the end of its address")
  func meant() throws {
    let app = try #require(CodeRepository("example.org/team/app"))
    for text in ["app", "APP", "team/app", "example.org/team/app"] {
      #expect(app.isMeant(by: text), "\(text)")
    }
    for text in ["pp", "team", "", "eam/app", "/app"] { #expect(!app.isMeant(by: text), "\(text)") }
  }
}
