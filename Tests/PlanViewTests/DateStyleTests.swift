import PlanModel
import Testing

@testable import PlanView

@Suite("Dates of histories")
struct DateStyleTests {
  private static let moment = Timestamp(seconds: 1_795_165_205)
  private static let now = Timestamp(seconds: 1_795_165_205 + 3 * 86_400)

  @Test(
    "A moment is shown as git shows it",
    arguments: [
      (DateStyle.Form.relative, 0, "3 days ago"), (.iso, 0, "2026-11-20 09:00:05 +0000"),
      (.iso, 540, "2026-11-20 18:00:05 +0900"), (.iso, -570, "2026-11-19 23:30:05 -0930"),
      (.local, 0, "Fri Nov 20 09:00:05 2026"), (.local, -570, "Thu Nov 19 23:30:05 2026"),
    ])
  func words(form: DateStyle.Form, minutes: Int, expected: String) {
    let style = DateStyle(form, on: LocalClocks(minutesAheadOfUTC: minutes))
    let words = style.words(for: Self.moment, now: Self.now)
    #expect(words == expected && words.count <= DateStyle.mostCells)
  }

  @Test(
    "The forms of git's log.date are those that pmgit has, or none",
    arguments: [
      ("relative", DateStyle.Form.relative), ("iso", .iso), ("iso8601-strict", .iso),
      ("local", .local),
      ("default", .local), ("auto:iso", .iso), ("auto:auto:iso", .iso), ("format:%Y", nil),
      ("raw", nil), ("", nil),
    ])
  func git(name: String, form: DateStyle.Form?) {
    #expect(DateStyle.form(ofGit: name, isTerminal: true) == form)
    if name.hasPrefix("auto:") { #expect(DateStyle.form(ofGit: name, isTerminal: false) == nil) }
  }
}
