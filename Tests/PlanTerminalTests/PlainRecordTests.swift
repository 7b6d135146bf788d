import PlanTerminal
import Testing

@Suite struct PlainRecordTests {
  @Test("Nothing is an empty field, and a tab or a line feed does not end one")
  func escaped() {
    let record = PlainRecord(["a\tb", nil, "line\nline", #"C:\x"#, "\u{1B}[m"])
    let fields = [#"a\tb"#, "", #"line\nline"#, #"C:\\x"#, #"\x1b[m"#]
    #expect(record.line == fields.joined(separator: "\t"))
  }
}
