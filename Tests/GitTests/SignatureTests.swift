import Git
import Testing

@Suite struct SignatureTests {
  @Test(
    "A time zone is written as git writes it",
    arguments: [
      (0, "+0000"), (60, "+0100"), (-30, "-0030"), (345, "+0545"), (-570, "-0930"), (840, "+1400"),
    ])
  func timeZone(offsetMinutes: Int, text: String) {
    let signature = Signature(
      name: "A", email: "a@b", seconds: 12, offsetMinutes: offsetMinutes)
    #expect(signature.formattedTime == "12 \(text)")
  }

  @Test("A person is written without the time")
  func person() {
    #expect(Signature.ada().formatted == "Ada Lovelace <ada@example.org>")
  }
}

@Suite struct GitErrorTests {
  @Test("An unknown code survives, and the error says what could not be done")
  func unknownCode() {
    let error = GitError(.init(rawValue: -99), "strange", operation: "open repository '/x'")
    #expect(error.code.rawValue == -99)
    #expect(error.description == "could not open repository '/x': strange")
    #expect(error.cause == nil && !error.isAfterMove)
  }
}
