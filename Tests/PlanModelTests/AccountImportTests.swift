import PmgitTestSupport
import Testing

@testable import PlanModel

/// Who accounts are, in settings that are imported.
@Suite struct AccountImportTests {
  private static func accounts(_ count: Int) -> String {
    let accounts = (0..<count).map { number in
      #"{"account":"github:user\#(number)","person":"User \#(number)"}"#
    }
    return #"{"board":{"accounts":[\#(accounts.joined(separator: ","))]}}"#
  }

  private func edits(
    _ line: String, on document: PlanDocument = .newBoard
  ) throws -> [Edit] {
    var random = SeededGenerator(seed: 3)
    return try SettingsImport(
      ImportText(Array(line.utf8)), .all, on: document, inUse: [], using: &random
    ).edits
  }

  private func full() throws -> PlanDocument {
    var document = PlanDocument.newBoard
    document.apply(try edits(Self.accounts(Accounts.most)), stamp: .none)
    return document
  }

  @Test("The same accounts once more change nothing")
  func again() throws {
    let document = try full()
    #expect(try edits(Self.accounts(Accounts.most), on: document) == [])
    #expect(Board(document).accounts.entries.count == Accounts.most)
  }

  @Test("More accounts than fit are refused, and known ones can be said otherwise")
  func most() throws {
    let text = ImportText(Array(Self.accounts(Accounts.most + 1).utf8))
    #expect(text.problems.first?.reason.contains("at most \(Accounts.most) accounts") == true)
    let document = try full()
    let more = #"{"board":{"accounts":[{"account":"github:more","person":"More"}]}}"#
    #expect(throws: ImportError.self) { try edits(more, on: document) }
    let known = #"{"board":{"accounts":[{"account":"github:User7","person":"Other"}]}}"#
    #expect(try edits(known, on: document).count == 1)
  }
}
