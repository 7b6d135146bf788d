import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Rules of a board, as texts")
struct BoardRuleTests {
  // MARK: - Texts

  @Test(
    "A typed rule has one canonical form",
    arguments: [
      ("on move to review: label +needs-eyes", "on move to review: label +needs-eyes"),
      ("ON  Move To review :label x", nil), ("  on add:label a  ", nil),
      ("on add: label a,b -c", "on add: label +a +b -c"),
      ("on add: labels #bug", "on add: label +bug"),
      ("on label #bug: move to doing;", "on label bug: move doing"),
      (
        "on move to Ready for QA if #bug \"a: b\": assign +@me; owner NONE",
        "on move to \"Ready for QA\" if #bug \"a: b\": assign +@me; owner none"
      ),
      ("on done: due +3d; field points=3", "on done: due +3d; field points=3"),
      ("on reopen: field points = ", "on reopen: field points="),
      ("on block: field \"note=a; b\"", "on block: field \"note=a; b\""),
      ("on add: repeat every mon,thu", "on add: repeat every mon,thu"),
      ("on milestone v1.0: assign none", "on milestone v1.0: assign none"),
      ("on add: label +\"good first\" -\"x\\\"y\"", "on add: label +\"good first\" -\"x\\\"y\""),
      ("on add if due:<today: priority high", "on add if due:<today: priority high"),
    ] as [(String, String?)])
  func canonical(typed: String, form: String?) throws {
    guard let form else {
      #expect(throws: InvalidValue.self) { try BoardRule(typed) }
      return
    }
    let rule = try BoardRule(typed)
    #expect(rule.description == form)
    #expect(try BoardRule(form) == rule)
  }

  @Test(
    "A wrong rule is refused with what is wrong",
    arguments: [
      ("", "is empty"), ("move to x: label +a", "does not begin with 'on'"),
      ("on", "has no ': '"), ("on move to x", "has no ': '"), ("on : label +a", "is not known"),
      ("on go: label +a", "is not known"), ("on add later: label +a", "is not known"),
      ("on commit on x: label +a", "is not known"), ("on commit in: label +a", "names nothing"),
      ("on commit in /: label +a", "is not a folder"),
      ("on commit in /a: move x", "is not a folder"),
      ("on commit in a/../b: move x", "is not a folder"),
      ("on commit in a//b: move x", "is not a folder"),
      ("on move: label +a", "is not known"), ("on move to: label +a", "names nothing"),
      ("on move to \"\": label +a", "names nothing"), ("on label: label +a", "names nothing"),
      ("on add:", "is empty"), ("on add: ", "is empty"), ("on add: ;label +a", "is empty"),
      ("on add: sing", "is not known"), ("on add: label", "has no value"),
      ("on add: label +", "names nothing"), ("on add: label +\"\"", "is empty"),
      ("on add: label +a -a", "can't be both"), ("on add: field points", "has no value"),
      ("on add: field =3", "has no value"), ("on add: owner", "has no value"),
      ("on add: title x", "is not known"), ("on add: state x", "is not known"),
      ("on add: rank a0", "is not known"), ("on add: deleted none", "is not known"),
      ("on add if : label +a", "is not known"), ("on add: label +\"a", "never closed"),
      ("on add: move \"a\"b", "has something after its quotes"),
      ("on add: label +a\nowner none", "has a line break"),
      ("on add: label +a\u{1B}[2J", "has a line break or a control character"),
      (
        "on add: " + Array(repeating: "label +a", count: 11).joined(separator: ";"),
        "has 11 actions"
      ),
      ("on add: label +" + String(repeating: "a", count: 1000), "is longer than 1000 bytes"),
    ])
  func refused(typed: String, reason: String) {
    do throws(InvalidValue) {
      Issue.record("'\(typed)' is \(try BoardRule(typed))")
    } catch {
      #expect(error.reason.contains(reason), "\(typed): \(error)")
    }
  }

  @Test("A rule that is written and read is the same", arguments: Seeds.batches(4000, of: 500))
  func roundTrip(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let rule = RandomRule.rule(using: &random)
      let text = rule.description
      guard text.utf8.count <= Validation.longestLine else { continue }
      let read = try BoardRule(text)
      #expect(read == rule && read.description == text, "PMGIT_SEED=\(seed): \(text)")
    }
  }

  @Test("A text is a rule with a stable form, or refused", arguments: Seeds.batches(6000, of: 500))
  func anyText(seeds: [UInt64]) throws {
    let pieces = [
      "on ", "on add", "move to ", "label ", " if ", ": ", ":", ";", "; ", "\"", "\\", "+", "-",
      " ",
      "a", "#", "=", "field ", "assign ", "none", "@me", "due ", "x,y", "\u{301}", "\u{FEFF}", "로",
      "\u{202E}", "\n", "\u{0}", "if", "move ",
    ]
    var read = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let start = random.chance(80) ? "on \(random.pick(["add", "label a", "done if x"])): " : ""
      let text = start + (0..<random.number(below: 12)).map { _ in random.pick(pieces) }.joined()
      do throws(InvalidValue) {
        let rule = try BoardRule(text)
        let again = try BoardRule(rule.description)
        #expect(again == rule, "PMGIT_SEED=\(seed): \(text)")
        #expect(again.description == rule.description, "PMGIT_SEED=\(seed): \(text)")
        read += 1
      } catch {
        continue
      }
    }
    #expect(read > 0)
  }

  // MARK: - Boards

  private func board(_ rules: [StoredRule], _ more: [Edit] = []) -> Board {
    var document = PlanDocument.newBoard
    document.apply(rules.flatMap(Edit.rule) + more, stamp: Stamp("a"))
    return Board(document)
  }

  @Test("Rules are read in the order of their names, and what is not understood is kept")
  func reading() throws {
    let board = board([
      StoredRule(id: "b", text: "on add: label +b"), StoredRule(id: "a", text: "on add: label +a"),
      StoredRule(id: "c", text: "on full moon: howl"), StoredRule(id: "Bad id", text: "on add: x"),
      StoredRule(
        id: "d", text: "on move to nowhere: move todo; field x=1; milestone m; iteration next"),
    ])
    #expect(board.rules.map(\.id) == ["Bad id", "a", "b", "c", "d"])
    #expect(board.runnableRules.map(\.id) == ["a", "b", "d"])
    let faults = board.checkedRules.map(\.fault)
    #expect(faults[1] == nil && faults[2] == nil)
    #expect(faults[0]?.contains("is not the name of a rule") ?? false, "\(faults)")
    #expect(faults[3] == "is not understood: trigger 'full moon' is not known")
    #expect(
      faults[4]
        == "names column 'nowhere' and field 'x' and milestone 'm', which the board does not have")
  }

  @Test("A text of the wrong kind, and a removed rule, are none")
  func wrongKinds() {
    var document = PlanDocument.newBoard
    document.apply(
      [
        .write(PlanList.rules.path("a", "text"), .number(7)),
        .write(PlanList.rules.path("b", "text"), .string("on add: label +b")),
        .write(PlanList.rules.path("b", "other"), .bool(true)),
      ], stamp: Stamp("a"))
    #expect(Board(document).rules.map(\.id) == ["a", "b"])
    document.apply([document.removal(ofItem: "b", in: "rules")], stamp: Stamp("b"))
    let board = Board(document)
    #expect(board.rules == [StoredRule(id: "a", text: "")])
    #expect(board.runnableRules.isEmpty)
    #expect(document.wrongValues.map(\.path) == [PlanList.rules.path("a", "text")])
  }

  @Test("Only the first fifty rules run, and the others are reported")
  func mostRules() {
    let rules = (100..<160).map { StoredRule(id: "r\($0)", text: "on add: label +l\($0)") }
    let board = board(rules)
    #expect(board.runnableRules.map(\.id) == rules.prefix(BoardRule.mostRules).map(\.id))
    #expect(board.checkedRules.count { $0.fault != nil } == 60 - BoardRule.mostRules)
  }

  // MARK: - Triggers

  private let id = PlanID("k7m2q9x4t1ab")

  private func holds(
    _ trigger: RuleTrigger, _ before: [Edit]?, _ after: [Edit], concurrent: [Edit] = []
  ) throws -> Bool {
    let id = try #require(id)
    var old = PlanDocument(id: ExactString(id.text))
    old.apply([.title("x"), .state("todo")] + (before ?? []), stamp: .none)
    for edit in concurrent {
      guard case .write(let path, let value) = edit else { continue }
      old[path].append(StampedValue(stamp: Stamp("z"), value: value))
    }
    var new = old
    new.apply(after, stamp: Stamp("b"))
    let event = RuleEvent(id, from: before == nil ? nil : old, to: new, on: board([]))
    return event.triggers(trigger) { commit, path in commit == "3f2a" && path == "lib" }
  }

  @Test("A trigger waits for what is new, and for nothing that the plan had")
  func triggers() throws {
    let cases: [(RuleTrigger, [Edit]?, [Edit], Bool)] = [
      (.add, nil, [], true), (.add, [], [.title("y")], false),
      (.moveTo("doing"), [], [.state("doing")], true),
      (.moveTo("doing"), nil, [.state("doing")], false),
      (.moveTo("doing"), [], [.state("done")], false),
      (.moveTo("todo"), [], [.state("todo")], false),
      (.moveFrom("todo"), [], [.state("doing")], true),
      (.moveFrom("doing"), [], [.state("doing")], false),
      (.done, [], [.state("done")], true), (.done, [.state("done")], [.state("done")], false),
      (.done, nil, [.state("done")], false), (.reopen, [.state("done")], [.state("todo")], true),
      (.reopen, [], [.state("doing")], false),
      (.label("Bug"), [], [.add("bug", to: .labels)], true),
      (.label("bug"), [.add("bug", to: .labels)], [.add("x", to: .labels)], false),
      (.label("bug"), nil, [.add("bug", to: .labels)], true),
      (.label("bug"), [.add("bug", to: .labels)], [.remove("bug", from: .labels)], false),
      (.assign, [], [.add("Ada", to: .assignees)], true),
      (.assign, [.add("Ada", to: .assignees)], [.remove("Ada", from: .assignees)], false),
      (.owner, [], [.owner("Ada")], true), (.owner, [.owner("Ada")], [.owner("Ben")], true),
      (.owner, [.owner("Ada")], [.owner(nil)], false),
      (.milestone("v1"), [], [PlanField.milestone.write(.string("v1"))], true),
      (.milestone("v1"), [], [PlanField.milestone.write(.string("v2"))], false),
      (.block, [], [.add("blocked-by:a1b2c3d4e5f6", to: .links)], true),
      (.block, [], [.add("relates:a1b2c3d4e5f6", to: .links)], false),
      (.commit(in: nil), [], [.add("commit:3f2a", to: .links)], true),
      (.commit(in: nil), nil, [.add("commit:3f2a", to: .links)], true),
      (.commit(in: nil), [], [.add("relates:3f2a", to: .links)], false),
      (.commit(in: "lib"), [], [.add("commit:3f2a", to: .links)], true),
      (.commit(in: "lib"), [], [.add("commit:a.org/app/3f2a", to: .links)], true),
      (.commit(in: "lib"), [.add("commit:3f2a", to: .links)], [.title("y")], false),
      (.commit(in: "lib"), [], [.add("commit:0df9", to: .links)], false),
      (.commit(in: "app"), [], [.add("commit:3f2a", to: .links)], false),
    ]
    for (trigger, old, new, expected) in cases {
      #expect(
        try holds(trigger, old, new) == expected, "\(trigger): \(String(describing: old)), \(new)")
    }
  }

  @Test("Deciding a conflict for a value that waited triggers nothing")
  func decisions() throws {
    for trigger in [RuleTrigger.moveTo("doing"), .moveFrom("todo")] {
      #expect(
        try !holds(trigger, [], [.state("doing")], concurrent: [.state("doing")]), "\(trigger)")
    }
    #expect(try !holds(.done, [], [.state("done")], concurrent: [.state("done")]))
    #expect(try !holds(.owner, [.owner("Ada")], [.owner("Ben")], concurrent: [.owner("Ben")]))
    #expect(try holds(.moveTo("done"), [], [.state("done")], concurrent: [.state("doing")]))
  }

  // MARK: - Conditions

  @Test(
    "Terms that depend on more than the plan are found, also inside of others",
    arguments: [
      ("#bug", nil), ("label:bug owner:none due:<today", nil), ("login \"exact words\"", nil),
      ("is:open is:mine -is:overdue no:owner has:due", nil), ("priority:high,urgent", nil),
      ("by:ada", "by:ada"), ("#a view:mine", "view:mine"), ("sort:due #a", "sort:due"),
      ("#a limit:3", "limit:3"), ("is:blocked", "is:blocked"), ("is:ready", "is:ready"),
      ("-(is:parent OR #a)", "is:parent"), ("has:blocker", "has:blocker"),
      ("no:children", "no:children"), ("parent:x", "parent:x"), ("id:k7m2", "id:k7m2"),
      ("link:relates", "link:relates"), ("depends-on:x", "depends-on:x"),
      ("is:open,unblocked", "is:open,unblocked"), ("((", nil),
    ] as [(String, String?)])
  func beyondOnePlan(query: String, term: String?) {
    #expect(Query.termBeyondOnePlan(in: query, on: board([])) == term)
  }

  @Test("A field of the board's own may have the name that other trackers have for such a term")
  func ownFields() throws {
    let fields = [CustomField(id: "epic", title: "Epic", kind: .text, rank: "a0")]
    let board = board([], fields.flatMap(\.definition))
    #expect(Query.termBeyondOnePlan(in: "epic:a", on: board) == nil)
    #expect(Query.termBeyondOnePlan(in: "epic:a", on: self.board([])) == "epic:a")
  }
}

/// Random rules, also with names that need quotes.
enum RandomRule {
  static func rule(using random: inout SeededGenerator) -> BoardRule {
    let name = name(using: &random)
    let trigger: RuleTrigger = random.pick([
      .add, .done, .reopen, .assign, .owner, .block, .moveTo(name), .moveFrom(name), .label(name),
      .milestone(name), .commit(in: nil),
      .commit(in: random.pick(["lib", "a/b c", "if", "a/\"b"])),
    ])
    let conditions = [
      "#bug", "a if b", "due:<today", "\"a: b; c\" OR -(x)", "title:\"if \\\"\"",
    ]
    let condition = random.chance(50) ? random.pick(conditions) : nil
    let actions = (0...random.number(below: 4)).map { _ in action(using: &random) }
    return BoardRule(trigger, if: condition, actions)
  }

  /// The sets that rules change.
  private static let sets: [PlanSet] = [.labels, .assignees]

  private static func action(using random: inout SeededGenerator) -> RuleAction {
    let (a, b) = (name(using: &random), name(using: &random))
    switch random.number(below: 6) {
    case 0: return .move(a)
    case 1:
      return .custom(
        field: random.pick(["points", "a.b", "a b"]), value: random.pick(["", "3", a]))
    case 2: return .set(random.pick(PlanProperty.all).field, random.pick(["none", "+3d", a]))
    case 3: return .empty(random.pick(sets))
    default:
      let isSame = ExactString(a) == ExactString(b)
      return .change(
        random.pick(sets), added: [a], removed: isSame || random.chance(50) ? [] : [b])
    }
  }

  /// Returns a text without outer white space, which may have anything else in it.
  private static func name(using random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "review", "-", "_", "if", "none", "\"", "\\", ";", ":", ",", "#", "+", "=", "@", "로",
      "é",
      "e\u{301}", "\u{301}", "\u{200B}", "1.0", "<x>",
    ]
    var name = random.pick(["a", "Z", "\"", "\\", "#", "+", "-", "로", "\u{301}", "if"])
    for _ in 0..<random.number(below: 5) {
      name += random.pick(pieces) + random.pick(["", "", " ", "  "])
    }
    return trimmed(name)
  }

  private static func trimmed(_ text: String) -> String {
    do { return try Validation.line(text, field: "name") } catch { return "a" }
  }
}
