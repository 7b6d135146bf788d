import PlanModel
import Testing

@testable import PlanFormats

@Suite("Tables in CSV")
struct CSVTableTests {
  private static func table(_ text: String) -> CSVTable? { CSVTable(Array(text.utf8)) }

  @Test("Quotes, separators and line breaks within quotes are read")
  func quotes() throws {
    let table = try #require(Self.table("a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\n3"))
    #expect(table.header == ["a", "b"])
    #expect(table.count == 2)
    #expect(table.value("A", 0) == "x, \"y\"\nz")
    #expect(table.value("b", 0) == "2")
    #expect(table.value("a", 1) == "3")
    #expect(table.value("b", 1) == nil)
  }

  @Test("The separator is found", arguments: [",", ";", "\t"])
  func separators(_ separator: String) throws {
    let lines = ["name\(separator)due", "\"a,b;c\"\(separator)2026-12-01"]
    let table = try #require(Self.table(lines.joined(separator: "\n")))
    #expect(table.value("name", 0) == "a,b;c")
    #expect(table.value("due", 0) == "2026-12-01")
  }

  @Test("Columns may repeat, and empty values are left out")
  func repeated() throws {
    let table = try #require(Self.table("Labels,Labels,Labels,x\none,,two,"))
    #expect(table.names == ["Labels", "x"])
    #expect(table.values("labels", 0) == ["one", "two"])
    #expect(table.value("x", 0) == nil)
  }

  @Test("UTF-16 and byte order marks are read")
  func encodings() throws {
    let text = "título,x\nañadir,2"
    let bytes = Array(text.utf8)
    var big: [UInt8] = [0xFE, 0xFF]
    var little: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 {
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + bytes
    for bytes in [bytes, marked, big, little] {
      #expect(try #require(CSVTable(bytes)).value("título", 0) == "añadir")
    }
  }

  @Test("What is no table is refused", arguments: ["", "one\ntwo", "a,b\n\"never closed"])
  func refused(_ text: String) { #expect(Self.table(text) == nil) }

  @Test("A row with too many fields is refused")
  func wide() {
    #expect(Self.table("a,b\n" + String(repeating: ",", count: CSVTable.mostColumns)) == nil)
  }
}
