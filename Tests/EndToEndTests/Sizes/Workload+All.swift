import Git
import PlanModel
import PmgitTestSupport

extension Workload {
  static let all = plans + arguments + messages + boards + imports + ancestors + undos

  // MARK: - One large plan

  private static let plans = [
    editing("labels", #""sets":{"labels":["#, { #""a label of number \#($0)""# }, "]}"),
    editing(
      "links", #""sets":{"links":["#, { #""relates:github:owner/repo#\#($0)""# }, "]}"),
    editing("checklist lines", Self.checklistStart, checklistLine, "}}"),
    editing(
      "comments", #""items":{"comments":{"#,
      { #""m\#($0)":{"at":"2026-01-01T00:00:00Z","by":"Eve","text":["words \#($0)"]}"# }, "}}"),
    editing(
      "entries of time", #""items":{"time":{"#,
      { #""t\#($0)":{"at":"2026-01-01T00:00:00Z","by":"Eve","minutes":\#($0 + 1),"note":"x"}"# },
      "}}"),
    editing("files", filesStart, attachedFile, "}}"),
    Workload(description: "list the files of a plan") { board, size in
      try board.push([large(filesStart, attachedFile, "}}", size)])
    } command: { _ in
      "attach \(id(0)) --list --json"
    },
    editing(
      "members of one line", #""items":{"checklist":{"aaaaa":{"text":"words","#,
      { #""unknown member \#($0)":0"# }, "}}}", size: 2000),
  ]

  private static let checklistStart = #""items":{"checklist":{"#
  private static let checklistLine = { @Sendable (index: Int) in
    #""c\#(index)":{"done":false,"rank":"m00000\#(index)a","text":"words \#(index)"}"#
  }

  private static let filesStart = #""items":{"files":{"#
  /// Returns a file whose content the board does not have.
  private static let attachedFile = { @Sendable (index: Int) -> String in
    let digits = String(index)
    let blob = digits + String(repeating: "a", count: 40 - digits.count)
    return #""f\#(index)":{"blob":"\#(blob)","by":"Eve","name":"\#(index)","size":1}"#
  }

  private static func editing(
    _ what: String, _ start: String, _ each: @escaping @Sendable (Int) -> String, _ end: String,
    size: Int = 100
  ) -> Workload {
    Workload(description: "edit a plan of many \(what)", size: size) { board, size in
      try board.push([large(start, each, end, size)])
    } command: { _ in
      "edit \(id(0)) --priority high"
    }
  }

  /// Returns the file of a plan with very many elements of one kind.
  private static func large(
    _ start: String, _ each: (Int) -> String, _ end: String, _ size: Int
  ) -> HostileFile {
    file(0, start + (0..<size).map(each).joined(separator: ",") + end + ",")
  }

  // MARK: - Many arguments

  private static let arguments = [
    checking("", { "\($0 + 1)" }), checking("--remove", { "\($0 + 1)" }),
    checking("--undo", { "c\($0)" }),
    Workload(description: "move many plans of one folder", size: 50) { board, size in
      try board.push((0..<size).map { file($0, "") })
    } command: { size in
      "move \((0..<size).map(id).joined(separator: " ")) doing"
    },
    Workload(description: "ask for many words") { _, _ in
    } command: { size in
      // A single argument, because the parser of arguments is itself not linear in their number.
      "list '\((0..<size).map { "title:word\($0)" }.joined(separator: " "))'"
    },
  ]

  private static func checking(
    _ option: String, _ name: @escaping @Sendable (Int) -> String
  ) -> Workload {
    Workload(description: "check \(option) many lines", size: 30) { board, size in
      try board.push([large(checklistStart, checklistLine, "}}", size)])
    } command: { size in
      "check \(id(0)) \(option) \((0..<size).map(name).joined(separator: " "))"
    }
  }

  // MARK: - Messages of commits

  private static let messages = [
    committing("one plan many times in a line", { "Plan:" + repeated(" \(id(0))", $0) }),
    committing("one plan in many lines", { repeated("Plan: \(id(0))\n", $0) }),
    committing("many plans", { "Plan: " + (0..<$0).map(id).joined(separator: " ") }),
    committing(
      "many plans as others do", { "Fixes: \((0..<$0).map(id).joined(separator: " "))\n\nx y" }),
    committing(
      "many commits", { repeated("This reverts commit \(repeated("a", 40)).\n", $0) }),
  ]

  private static func committing(
    _ what: String, _ text: @escaping @Sendable (Int) -> String
  ) -> Workload {
    // Fewer than a hundred references, which is how many count. An earlier version read the board
    // again for each of them.
    Workload(description: "a message that names \(what)", size: 20) { board, size in
      try board.push((0..<80).map { file($0, "") })
      try board.repository.write("Subject\n\n\(text(size))\n", to: "message")
    } command: { _ in
      "hooks run commit-msg ../message"
    }
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  // MARK: - Boards

  private static let boards = [
    Workload(description: "list plans with many links each", size: 50) { board, size in
      let links = (0..<size).map { #""blocked-by:\#(id($0))""# }.joined(separator: ",")
      try board.push((0..<20).map { file($0, #""sets":{"links":[\#(links)]},"#) })
    } command: { _ in
      "list"
    },
    Workload(description: "list plans in as many columns") { board, size in
      let columns = (0..<size).map { #""col\#($0)":{"kind":"todo","rank":"m0","title":"x"}"# }
        .joined(separator: ",")
      try board.push(
        (0..<size).map { file($0, "", state: "col\($0)") } + [
          HostileFile(
            "board.json", #"{"format":1,"id":"board","items":{"columns":{\#(columns)}}}"#)
        ])
    } command: { _ in
      "list"
    },
    // Twenty plans, each with a value of every field. More than 200 fields are not read.
    Workload(description: "list plans with many fields", size: 50) { board, size in
      let values = (0..<size).map { #""custom.f\#($0)":\#($0),"# }.joined()
      let kinds = (0..<size).map { #""f\#($0)":{"kind":"number","rank":"m0","title":"x"}"# }
      try board.push(
        (0..<20).map { valued($0, values) } + [settings("fields", kinds)])
    } command: { _ in
      "list --json"
    },
    phases("milestones", { #""m\#($0)":{"due":"2026-12-01","title":"x \#($0)"}"# }),
    phases(
      "iterations", { #""m\#($0)":{"first":"2026-12-01","last":"2026-12-14","title":"x \#($0)"}"# }),
    Workload(description: "sum up the time of as many people") { board, size in
      try board.push(
        (0..<size).map {
          let entry = #"{"at":"2026-01-01T00:00:00Z","by":"Eve \#($0)","minutes":5,"note":"x"}"#
          return file($0, #""items":{"time":{"t1":\#(entry)}},"#)
        })
    } command: { _ in
      "stats --time --by person --json"
    },
    shown("in as many columns, as on a terminal", by: "board --color=always") { number in
      file(number, "", state: "col\(number)")
    },
    shown("by a word of their comments", by: "list needle --color=always") {
      file($0, #""items":{"comments":{"m\#($0)":{"by":"Eve","text":["a needle of many"]}}},"#)
    },
    shown("with a label each, grouped by label", by: "board --color=always --group-by label") {
      file($0, #""sets":{"labels":["label \#($0)"]},"#)
    },
    shown("in one chain of parents", by: "list --tree --color=always") {
      file($0, #""sets":{"links":["parent:\#(id($0 + 1))"]},"#)
    },
    // The size is the number of links: those of twenty plans, then of forty and so on.
    linked("show a tree of plans, each the child of all others", by: "list --tree --color=always"),
    linked("print such a tree as JSON", by: "list --tree --json"),
    linked("print the history of plans that are each the child of all others", by: "log --json"),
    shown("that block one after the other", by: "next --color=always") {
      file($0, #""sets":{"links":["blocked-by:\#(id($0 + 1))"]},"#)
    },
  ]

  /// Shows many milestones or iterations, each of one plan.
  private static func phases(
    _ list: String, _ phase: @escaping @Sendable (Int) -> String
  ) -> Workload {
    Workload(description: "show many \(list)") { board, size in
      let member = list.dropLast()
      try board.push(
        (0..<size).map { valued($0, #""\#(member)":"m\#($0)","#) }
          + [settings(list, (0..<size).map(phase))])
    } command: { _ in
      "\(list.dropLast()) --json"
    }
  }

  /// Returns the settings of a board with a column, and the items of another list.
  private static func settings(_ list: String, _ items: [String]) -> HostileFile {
    let column = #""columns":{"todo":{"kind":"todo","rank":"m0","title":"Todo"}}"#
    let others = #""\#(list)":{\#(items.joined(separator: ","))}"#
    return HostileFile(
      "board.json", #"{"format":1,"id":"board","items":{\#(column),\#(others)}}"#)
  }

  /// Returns a plan with further values.
  private static func valued(_ number: Int, _ values: String) -> HostileFile {
    let id = id(number)
    return HostileFile(
      "plans/kk/\(id).json",
      #"{"fields":{\#(values)"state":"todo","title":"\#(id)"},"format":1,"id":"\#(id)"}"#)
  }

  private static func linked(_ what: String, by command: String) -> Workload {
    Workload(description: what, size: 400) { board, size in
      let count = Int(Double(size).squareRoot())
      try board.push(
        (0..<count).map { number in
          let parents = (0..<count).filter { $0 != number }.map { #""parent:\#(id($0))""# }
          return file(number, #""sets":{"links":[\#(parents.joined(separator: ","))]},"#)
        })
    } command: { _ in
      command
    }
  }

  private static func shown(
    _ what: String, by command: String, _ file: @escaping @Sendable (Int) -> HostileFile
  ) -> Workload {
    Workload(description: "show plans \(what)") { board, size in
      try board.push((0..<size).map(file))
    } command: { _ in
      command
    }
  }

  // MARK: - Imports

  private static let imports = [
    Workload(description: "import a line with many aliases again, and a link to each") {
      board, size in
      let aliases = (0..<size).map { "github:owner/repository#\($0)" }
      let list = aliases.map { "\"\($0)\"" }.joined(separator: ",")
      let links = aliases.map { "\"relates:\($0)\"" }.joined(separator: ",")
      try board.push([file(0, #""sets":{"aliases":[\#(list)]},"#)])
      try board.repository.write(#"{"aliases":[\#(list)],"links":[\#(links)]}"#, to: "lines")
    } command: { _ in
      "import ../lines"
    }
  ]

  // MARK: - Common ancestors

  private static let ancestors = [
    Workload(
      description: "sync two merges of the same many commits, as many plans apart", size: 30,
      prepare: { board, size in try await board.shareApart(plans: size, after: size) },
      // libgit2 compares each merge base with all others; this part is subtracted.
      prepareUncounted: { board, size in try await board.shareApart(plans: 1, after: size) },
      command: { _ in "sync" })
  ]

  // MARK: - Undo

  private static let undos = [
    Workload(description: "undo a change of many plans that others changed apart", size: 40) {
      board, size in
      try await board.fork(plans: size)
    } command: { _ in
      "undo --yes"
    }
  ]

  // MARK: - Plans

  /// Returns the id of a plan. All ids are in one folder, where a stranger can put any number of
  /// plans.
  static let id = { @Sendable (number: Int) -> String in
    let digits = String(number)
    return "kk" + String(repeating: "0", count: 10 - digits.count) + digits
  }

  static func file(_ number: Int, _ members: String, state: String = "todo") -> HostileFile {
    let id = id(number)
    return HostileFile(
      "plans/kk/\(id).json",
      #"{\#(members)"fields":{"state":"\#(state)","title":"\#(id)"},"format":1,"id":"\#(id)"}"#)
  }
}

extension BoardFixture {
  fileprivate func push(_ files: [HostileFile]) throws { try repository.commitHostile(files) }

  /// Adds plans, changes all of them in one command, and then merges two sides. One side has
  /// changed the plans again; the other has as many commits without changes.
  fileprivate func fork(plans count: Int) async throws {
    let numbers = 0..<count
    try push(numbers.map { Workload.file($0, "") })
    let edit = try await Binary(repository: repository).shell("pmgit edit --where is:any -l x")
    guard edit.exitCode == 0 else { throw Workload.Failed(description: "\(edit)") }
    let git = try repository.open()
    let start = try tip()
    let commit = { (tree: ObjectID, parents: [ObjectID]) throws -> ObjectID in
      try git.writeCommit(
        CommitDraft(tree: tree, parents: parents, author: .eve, committer: .eve, message: "x\n"))
    }
    let tree = try git.commit(start).tree
    let quiet = try numbers.reduce(start) { parent, _ in try commit(tree, [parent]) }
    let edits = try numbers.map {
      try Workload.file($0, #""sets":{"labels":["x"]},"#, state: "done").edit(in: git)
    }
    let changed = try git.writeTree(from: tree, edits: edits)
    let merge = try commit(changed, [quiet, try commit(changed, [start])])
    try await repository.git("update-ref", "refs/heads/pmgit/main", "\(merge)")
  }

  /// Adds plans and as many empty commits, and then merges these commits twice. Each merge changes
  /// some plans. One merge becomes the tip of the local board, the other the tip of the remote's
  /// board.
  fileprivate func shareApart(plans: Int, after count: Int) async throws {
    let hub = repository.folder + "/hub"
    try await repository.git("init", "--quiet", "--bare", hub)
    try await repository.git("remote", "add", "origin", hub)
    try push((0..<count).map { Workload.file($0, "") })
    let git = try repository.open()
    let root = try tip()
    let commit = { (number: Int, name: String, parents: [ObjectID]) throws -> ObjectID in
      let changed = name == "base" ? [] : Array(0..<plans)
      let edits = try changed.map {
        try Workload.file($0, "", state: "\(name) \(number)").edit(in: git)
      }
      let tree = try git.writeTree(from: try git.commit(root).tree, edits: edits)
      return try git.writeCommit(
        CommitDraft(
          tree: tree, parents: parents, author: .eve, committer: .eve, message: "\(number)\n"))
    }
    let bases = try (0..<count).map { try commit($0, "base", [root]) }
    let theirs = try commit(0, "theirs", bases)
    let ours = try commit(0, "ours", bases)
    try await repository.git("push", "--quiet", "origin", "\(theirs):refs/heads/pmgit/main")
    try await repository.git("update-ref", "refs/heads/pmgit/main", "\(ours)")
  }
}
