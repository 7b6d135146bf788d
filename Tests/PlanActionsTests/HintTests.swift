import PlanActions
import Testing

@Suite("Hints")
struct HintTests {
  @Test(
    "A page shows no hint with a command of pmgit for which it has a button",
    arguments: [
      ("is it one of those below?", true), ("see them with \(pmgit: "list", "--all")", false),
      ("repair it with \(pmgit: "doctor", "--fix")", true),
      ("see \(pmgit: "web") and \(pmgit: "log")", false),
      ("set it with \(run: "git", "config", "user.name", "NAME")", true),
    ] as [(Hint, Bool)])
  func forPages(hint: Hint, isShown: Bool) { #expect(hint.isForPages == isShown) }

  private let hint: Hint = "take it with \(pmgit: "take", "k7m2"), or see \(run: "git", "log")"

  @Test("are sentences with the commands in single quotes")
  func sentence() {
    #expect(hint.text() == "take it with 'pmgit take k7m2', or see 'git log'")
    #expect(Hint("no command").text(naming: "infra") == "no command")
  }

  @Test("name the board in pmgit's own commands, where those would mean another one")
  func board() {
    #expect(
      hint.text(naming: "infra") == "take it with 'pmgit take k7m2 --board infra', or see 'git log'"
    )
    let named: Hint = "\(pmgit: "init", "--board", "docs")"
    #expect(named.text(naming: "infra") == "'pmgit init --board docs'")
    let all: Hint = "\(pmgit: "config", "board")"
    #expect(all.text(naming: "infra") == "'pmgit config board'")
  }

  @Test("name a key instead of a command, which people press and do not run")
  func keys() {
    let key = { (words: [String]) -> String? in words == ["pmgit", "sync"] ? "S" : nil }
    let run: Hint = "your changes are safe; \(running: "sync") again"
    #expect(run.text() == "your changes are safe; run 'pmgit sync' again")
    #expect(run.text(replacing: key) == "your changes are safe; press S again")
    let other: Hint = "share it with \(pmgit: "sync"), or \(running: "log")"
    #expect(other.text(replacing: key) == "share it with S, or run 'pmgit log'")
  }

  @Test("name it before what is no option any more")
  func operands() {
    let check: Hint = "\(pmgit: "check", "k7m2", "--", "-x")"
    #expect(check.text(naming: "infra") == "'pmgit check k7m2 --board infra -- -x'")
  }

  @Test("quote each word of a command for the shell, and hand it out as it is")
  func words() {
    let hint: Hint = "\(pmgit: "edit", "k7m2", "--no-label", "a b; rm -rf ~")"
    #expect(hint.text() == #"'pmgit edit k7m2 --no-label "a b; rm -rf ~"'"#)
    #expect(hint.commands == [["pmgit", "edit", "k7m2", "--no-label", "a b; rm -rf ~"]])
  }

  @Test("of the same words are the same, however they were put together")
  func equality() {
    let name = "k7m2"
    #expect("see '\(name)' there" as Hint == "see 'k7m2' there")
    #expect("see " + ("it" as Hint) == "see it")
  }

  @Test("are put together from others, with their commands")
  func composition() {
    let whole = hint + "; else \(Hint("wait"))"
    #expect(whole.text() == hint.text() + "; else wait")
    #expect(whole.commands == hint.commands)
  }
}
