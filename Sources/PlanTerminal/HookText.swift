package import PlanView

/// The hooks of a repository and their states, as text.
///
/// Columns for programs: name, state in words.
package struct HookText: TextForm {
  private let hooks: [(name: String, state: String)]

  package init(_ hooks: [(name: String, state: String)]) { self.hooks = hooks }

  package var records: [PlainRecord] { hooks.map { PlainRecord([$0.name, $0.state]) } }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let names = hooks.map { StyledText($0.name) }
    let nameWidth = Flow.width(of: names, limit: width)
    return zip(hooks, names).flatMap { hook, name in
      Flow.row([name, StyledText(hook.state)], widths: [nameWidth, width])
        .wrapped(toCells: width, indent: 2)
    }
  }
}
