import PlanModel
import Testing

@testable import PlanActions

@Suite("The word to complete")
struct CompletionPointTests {
  private static let program = CommandShape(
    "pmgit",
    subcommands: [
      CommandShape("show", about: "Show a plan.") {
        [ArgumentShape(values: .subject(.plans))] + common
      },
      CommandShape("edit") {
        [
          ArgumentShape(isRepeating: true, values: .subject(.plans)),
          ArgumentShape(
            ["--label", "-l"], about: "Add.", isRepeating: true, values: .subject(.labels)),
          ArgumentShape(["--title"], values: .subject(.nothing)),
          ArgumentShape(["--color"], values: .words(["auto", "never"].map { Completion($0) })),
        ] + common
      },
      CommandShape("list") {
        [ArgumentShape(isRepeating: true, values: .subject(.query))] + common
      },
      CommandShape("config", subcommands: [CommandShape("column"), CommandShape("view")]) {
        common
      },
      CommandShape("milestone", subcommands: [CommandShape("add"), CommandShape("list")]) {
        [ArgumentShape(values: .subject(.milestone)), ArgumentShape(["--all"])] + common
      },
    ],
    arguments: { common })

  private static let common = [
    ArgumentShape(["-C"], isRepeating: true, values: .subject(.folder)),
    ArgumentShape(["--board"], values: .subject(.board)), ArgumentShape(["--json"]),
  ]

  private func point(_ line: String) -> CompletionPoint {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let current = words.removeLast()
    return CompletionPoint(completing: current, after: words, of: Self.program)
  }

  @Test(
    "A word is the next argument, the value of the option before it, or behind its '='",
    arguments: [
      ("show ", CompletionSubject.plans, ""), ("show k7", .plans, "k7"),
      ("edit k7 k8", .plans, "k8"), ("edit k7 --label bu", .labels, "bu"),
      ("edit k7 -l ", .labels, ""), ("edit --label=a,b", .labels, "a,b"),
      ("edit --label= ", .plans, ""), ("edit --title x ", .plans, ""),
      ("edit --title --label ", .plans, ""), ("edit --json ", .plans, ""),
      ("--board x show k", .plans, "k"), ("-C /tmp --json show ", .plans, ""),
      ("--board ", .board, ""), ("config --board ", .board, ""), ("-C ", .folder, ""),
      ("list is:open -label:a la", .query, "la"), ("list -label:b", .query, "-label:b"),
      ("list -- --json", .query, "--json"), ("show -- -l", .plans, "-l"),
    ] as [(String, CompletionSubject, String)])
  func subjects(line: String, subject: CompletionSubject, typed: String) {
    #expect(point(line).wanted == .subject(subject) && point(line).typed == typed)
  }

  @Test("Nothing is offered behind the last argument of a command")
  func over() { #expect(point("show k7 ").wanted == .words([])) }

  @Test("Commands are offered with what they do, and those of a group inside it")
  func commands() {
    func names(_ line: String) -> [String] {
      guard case .words(let words) = point(line).wanted else { return [] }
      return words.map(\.text)
    }
    #expect(names("") == ["show", "edit", "list", "config", "milestone"])
    #expect(names("sh") == names("") && names("config ") == ["column", "view"])
    #expect(names("nosuch ") == names(""))
    #expect(
      point("").wanted
        == .words([
          Completion("show", about: "Show a plan."), Completion("edit"), Completion("list"),
          Completion("config"), Completion("milestone"),
        ]))
  }

  @Test("A group that shows things by name is completed with its commands, then with the names")
  func namesInGroup() {
    #expect(point("milestone ").wanted == .words([Completion("add"), Completion("list")]))
    #expect(point("milestone a").wanted == .words([Completion("add"), Completion("list")]))
    #expect(point("milestone v").wanted == .subject(.milestone))
    #expect(point("milestone v1 ").wanted == .words([]))
    #expect(point("milestone --a").completions(from: []).map(\.text) == ["--all"])
  }

  @Test("Options are offered behind a dash, those that were given only if they repeat")
  func options() {
    func names(_ line: String) -> [String] { point(line).completions(from: []).map(\.text) }
    #expect(names("edit --") == ["--label", "--title", "--color", "--board", "--json"])
    #expect(names("edit --json --title x -l a --") == ["--label", "--color", "--board"])
    #expect(names("edit --la") == ["--label"] && names("edit -").contains("-l"))
    #expect(names("edit ") == [] && names("edit -- --") == [] && names("edit --title --") == [])
    #expect(names("show k7 ") == ["-C", "--board", "--json"])
    let query = point("list -").completions(from: [Completion("-is:", goesOn: true)])
    #expect(query.map(\.text) == ["-C", "--board", "--json", "-is:"].filter { $0.hasPrefix("-") })
  }

  @Test("What stands before the value in its word is kept; board and folders are known")
  func kept() {
    let point = point("-C /a --board one -C b edit --board two --label=b")
    #expect(point.completions(from: [Completion("bug")]).map(\.text) == ["--label=bug"])
    #expect(point.board?.text == "two" && point.folders == ["/a", "b"])
    #expect(self.point("--board 'x show ").board == nil)
  }
}
