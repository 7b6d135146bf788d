import Testing

@testable import PlanView

@Suite("Cells of tables")
struct CSVTextTests {
  @Test(
    "A cell that looks like a formula gets an apostrophe, and a reader takes it off",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("'=1", "''=1"), ("''-", "'''-"), ("  =1", "'  =1"),
      ("＝1", "'＝1"), ("a=1", "a=1"), ("'tis", "'tis"), ("", ""), ("'", "'"), ("5 - 3", "5 - 3"),
    ])
  func formulas(cell: String, written: String) {
    #expect(CSVText.harmless(cell) == written)
    #expect(CSVText.original(written) == cell)
  }
}
