import PlanModel
import PlanView

/// The full-screen board: what it shows, and what each key does.
///
/// It is a value without input or output. Events come in by `handle`, which returns what the program
/// around it must do. `draw` returns the cells of the terminal.
package struct Screen: Sendable {
  package struct Settings: Sendable {
    /// Whether changes are refused.
    package var isReadOnly = false
    /// The name of the remote; nil without one.
    package var remote: String?
    package var query = ""

    package init() {}
  }

  private let settings: Settings
  private var name = ""

  package init(settings: Settings = Settings()) { self.settings = settings }

  /// What to ask at first.
  package var firstEffects: [ScreenEffect] { [.ask(.board(query: settings.query, past: nil))] }

  /// The place of the terminal's cursor while a text is typed; nil if it is hidden.
  package var cursor: (row: Int, column: Int)? { nil }

  /// Takes an event, and returns what must be done next.
  package mutating func handle(_ event: ScreenEvent) -> [ScreenEffect] {
    switch event {
    case .input(.key(Key("q"))), .input(.key(Key("c", .control))): return [.quit]
    case .input(.key(Key("z", .control))): return [.suspend]
    case .answer(_, .board(let content)): name = content.name
    default: break
    }
    return []
  }

  package func draw(columns: Int, rows: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    grid.write(name, row: 0, column: 0, style: CellStyle(.text, on: .bar, .bold))
    return grid
  }
}
