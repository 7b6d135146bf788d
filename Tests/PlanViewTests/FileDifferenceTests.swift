import PlanView
import Testing

@Suite("File differences")
struct FileDifferenceTests {
  private static func words(_ old: String?, _ new: String?) -> [String] {
    StyledText.difference(of: "F", from: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) })
      .map(\.string)
  }

  @Test("New and removed files, and one change with three lines around it")
  func lines() {
    #expect(
      Self.words(nil, "a\nb\n") == ["--- /dev/null", "+++ F", "@@ line 1 @@", "+a", "+b"])
    #expect(Self.words("a\n", nil) == ["--- F", "+++ /dev/null", "@@ line 1 @@", "-a"])
    #expect(
      Self.words("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\nx\n7\n8\n9\n").dropFirst(2)
        == ["@@ line 3 @@", " 3", " 4", " 5", "-6", "+x", " 7", " 8", " 9"])
    #expect(Self.words("a\na\n", "a\na\na\n").dropFirst(2) == ["@@ line 1 @@", " a", " a", "+a"])
  }
}
