import PmgitTestSupport

/// Commands about one plan or one commit of a very large board, which are answered from the index.
extension Workload {
  static let readings =
    ["show", "log", "show --blame"].map { reading("\($0) \(id(0))") } + [
      reading("show PROJ-7"), reading("edit PROJ-7 --priority high"),
      // The newest commit brought all plans.
      reading("log -n 1 --color=always --no-pager"),
      reading("log -n 1 --oneline --color=always --no-pager"),
    ]

  /// - Parameter command: The command to measure, after `pmgit list` and `pmgit log` have run once.
  private static func reading(_ command: String) -> Workload {
    Workload(description: command, size: 704) { board, size in
      let others = (1..<size).map { file(spread: $0) }
      let one = file(0, #""sets":{"aliases":["PROJ-7"],"links":["relates:\#(id(1))"]},"#)
      let another = file(1, #""sets":{"links":["parent:PROJ-7"]},"#)
      try board.repository.commitHostile(others + [one, another])
      let run = try await Binary(repository: board.repository).shell("pmgit list && pmgit log -n 1")
      guard run.exitCode == 0 else { throw Failed(description: "\(run)") }
    } command: { _ in
      command
    }
  }
}
