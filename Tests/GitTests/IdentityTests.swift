import Git
import PmgitTestSupport
import Testing

@Suite struct IdentityTests {
  private func identity(
    _ role: SignatureRole = .author, config: [String: String], environment: [String: String]
  ) async throws -> String? {
    let scratch = try await ScratchRepository()
    try await scratch.git("config", "--remove-section", "user")
    for (key, value) in config { try await scratch.git("config", key, value) }
    let signature = try scratch.open().identity(
      role, environment: environment, seconds: 7, offsetMinutes: 60)
    if let signature {
      #expect(signature.formattedTime == "7 +0100")
    }
    return signature?.formatted
  }

  private let user = ["user.name": "Uma", "user.email": "uma@x"]

  @Test("The environment comes before the role's configuration, and that before the user's")
  func precedence() async throws {
    let both = user.merging(["author.name": "Ann", "author.email": "ann@x"]) { $1 }
    let variables = ["GIT_AUTHOR_NAME": "Eve", "GIT_AUTHOR_EMAIL": "eve@x", "EMAIL": "mail@x"]
    #expect(try await identity(config: both, environment: variables) == "Eve <eve@x>")
    #expect(try await identity(config: both, environment: [:]) == "Ann <ann@x>")
    #expect(try await identity(.committer, config: both, environment: variables) == "Uma <uma@x>")
    #expect(
      try await identity(config: user, environment: ["GIT_AUTHOR_NAME": "Eve"]) == "Eve <uma@x>")
  }

  @Test("EMAIL stands in for a missing address, and nothing for a missing name")
  func fallbacks() async throws {
    let name = ["user.name": "Uma"]
    #expect(try await identity(config: name, environment: ["EMAIL": "m@x"]) == "Uma <m@x>")
    #expect(try await identity(config: name, environment: [:]) == nil)
    #expect(try await identity(config: ["user.email": "m@x"], environment: [:]) == nil)
    #expect(try await identity(config: [:], environment: [:]) == nil)
  }

  @Test("What git would not store in a signature is cut off, as git does it")
  func crud() async throws {
    // Without a full stop, which git 2.47 and later do not remove.
    let environment = ["GIT_AUTHOR_NAME": " ,A <b>\nc;, ", "GIT_AUTHOR_EMAIL": "<a@x>"]
    let scratch = try await ScratchRepository()
    let ours = try await identity(config: [:], environment: environment)
    let oracle = try await scratch.program.run(
      ["var", "GIT_AUTHOR_IDENT"], in: scratch.path, adding: environment)
    #expect(ours == "A bc <a@x>")
    #expect(oracle.hasPrefix("A bc <a@x> "))
    #expect(try await identity(config: user, environment: ["GIT_AUTHOR_NAME": " . "]) == nil)
  }
}
