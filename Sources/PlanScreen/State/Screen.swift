import PlanModel
import PlanView

/// The full-screen board: what it shows, and what each key does.
///
/// It is a value without input or output. `handle` receives events, and returns what the
/// surrounding program must do. `draw` returns the cells of the terminal.
package struct Screen: Sendable {
  package struct Settings: Sendable {
    /// Whether changes are refused.
    package var isReadOnly = false
    /// The name of the remote; nil without one.
    package var remote: String?
    package var query = ""
    /// Whether lists of completions have a frame, for a terminal that shows no backgrounds.
    package var framesOffers = false

    package init() {}
  }

  enum View: Hashable, Sendable { case board, list, conflicts, roadmap, flow }
  enum Focus: Hashable, Sendable { case main, plan }

  let settings: Settings
  package internal(set) var size = ScreenSize(columns: 80, rows: 24)
  var now: Timestamp?

  // MARK: The board

  var content: BoardContent?
  /// The question that `content` answers.
  var shownQuestion: ScreenQuestion?
  /// The last question about the board that failed, and why.
  var failed: (question: ScreenQuestion, failure: ScreenFailure)?
  /// The position of each plan on the board.
  var places: [PlanID: CardPosition] = [:]
  /// Why the board is not shown; nil if it is.
  var boardFailure: ScreenFailure?
  var view = View.board
  var focus = Focus.main
  /// The card with the cursor; its plan is nil in an empty column.
  var spot = CardPosition(lane: 0, row: 0)
  var cursorPlan: PlanID?
  /// A new plan to which the cursor moves when the board contains it.
  var awaitedPlan: PlanID?
  /// The new plan that was already reported as hidden by the query.
  var hiddenPlan: PlanID?
  /// The first shown card of each column, by the column's id.
  var tops: [String: Int] = [:]
  /// The first shown column.
  var firstLane = 0
  var listTop = 0
  var density = CardDensity.automatic
  var selection: Set<PlanID> = []
  /// The plan at which a range selection begins.
  var anchor: PlanID?

  // MARK: What is shown of the board

  /// The query that chooses the plans.
  var query: String
  var past: Past?

  // MARK: Beside and over the board

  var plan: OpenPlan?
  /// The plans from which links led to the open one, each with its cursor, oldest first.
  var trail: [OpenPlan] = []
  var conflicts = Conflicts()
  var charts = ChartState()
  var roadmap = RoadmapState()
  var prompt: Prompt?
  var message: ScreenMessage?
  /// The progress of a sync.
  var progress: String?
  /// The plans that were opened last, newest first.
  var recent: [PlanID] = []
  /// The number of fields in conflict, of the shown plans and of the board itself.
  var conflictCount = 0

  // MARK: Changes under way

  /// The change that is being made, and the prompt in which it was typed; nil if none is. The
  /// prompt is opened again if the change is refused.
  var saving: (change: ScreenChange, prompt: Prompt?)?
  /// The questions whose answers show the change that was made last, or an input that waited.
  var unanswered: Set<ScreenQuestion> = []
  /// The inputs that wait until the screen shows the change, in order, each with the plans to which
  /// a change applied when it arrived.
  var waiting: [(input: InputEvent, targets: [PlanID])] = []
  /// The hints to show with the outcome of the editor.
  var hintsAfterEditor: [String] = []
  /// The texts of prompts that were left with Escape.
  var promptDrafts = PromptDrafts()
  /// The time of the last ignored key; nil if keys are handled as usual. Keys are ignored while a
  /// person types for a prompt that did not open, or when a prompt opens unexpectedly.
  var ignoredAt: Timestamp?

  package init(settings: Settings = Settings()) {
    self.settings = settings
    query = settings.query
  }

  /// The questions to ask when the screen opens.
  package var firstEffects: [ScreenEffect] { [.ask(boardQuestion)] }

  var boardQuestion: ScreenQuestion { .board(query: query, past: past?.commit) }
}

/// The size of a terminal in cells.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// How many lines cards have.
enum CardDensity: CaseIterable, Hashable, Sendable {
  /// All lines if all cards fit, otherwise two lines of the title and one of marks.
  case automatic
  case full, compact

  var words: String {
    switch self {
    case .automatic: "cards have as many lines as fit"
    case .full: "cards show everything"
    case .compact: "cards have one line"
    }
  }

  /// The note about the density in the head of the screen; nil for the usual density.
  var note: SafeText? {
    switch self {
    case .automatic: nil
    case .full: "full cards"
    case .compact: "one-line cards"
    }
  }
}

/// One line at the bottom of the screen.
struct ScreenMessage: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case done, note, failure }

  let text: String
  let kind: Kind
  var hints: [String]
  /// Whether the message reports that the query hides a plan.
  var isOfHiddenPlan = false
  /// Whether keys that were typed after the reported event are ignored.
  var ignoresKeys = false

  init(_ text: String, kind: Kind = .note, hints: [String] = []) {
    (self.text, self.kind, self.hints) = (text, kind, hints)
  }

  /// The hint that keys are ignored.
  static let ofIgnoredKeys = "what you typed after it is ignored"

  var allHints: [String] { hints + (ignoresKeys ? [Self.ofIgnoredKeys] : []) }
}

/// A plan that is open beside the board, or over it.
struct OpenPlan: Sendable {
  let id: PlanID
  var content: PlanContent? { didSet { version += 1 } }
  var failure: ScreenFailure?
  /// The index of the line with the cursor. Only a line with a target shows it.
  var line = 0
  var top = 0
  /// The text of a line that was just added to the checklist. The cursor moves to the line when the
  /// content has it.
  var awaitedLine: String?
  /// The lines of the content for a width; laid out again when one of them changes.
  private(set) var lines: [PlanLine] = []
  private var layout: (width: Int, version: Int)?
  /// The number of contents shown so far.
  private var version = 0

  init(id: PlanID) { self.id = id }

  /// Lays out the content, unless it is already laid out.
  mutating func layOut(width: Int) {
    guard let content else {
      (lines, layout) = ([], nil)
      return
    }
    if let layout, layout == (width, version) { return }
    let target =
      layout?.version == version && lines.indices.contains(line) ? lines[line].target : nil
    layout = (width, version)
    lines = PlanLines(content.detail, widthInCells: width).all
    // If the width has changed, the cursor stays on its target.
    if let target, let same = lines.firstIndex(where: { $0.target == target }) { line = same }
  }

  /// Returns the lines of the open plan, wrapped for a width in cells.
  func lines(width: Int) -> [PlanLine] {
    guard let content else { return [] }
    if let layout, layout == (width, version) { return lines }
    return PlanLines(content.detail, widthInCells: width).all
  }
}

/// The past of the board, while it is shown.
struct Past: Sendable {
  /// The changes of the board, newest first; empty until they are known.
  var moments: [CommitSummary]
  /// The index of the shown moment; 0 is the newest change.
  var index: Int
  /// The plan on which the person last put the cursor. The cursor returns to it as soon as a shown
  /// moment contains it.
  var home: PlanID?
  /// How far to go back when the moments are known, in seconds; nil for one change.
  var jump: Int64?

  /// The commit in hexadecimal digits; nil if the moments are not known yet.
  var commit: String? { moment?.id.hex }
  var moment: CommitSummary? { moments.indices.contains(index) ? moments[index] : nil }

  /// Returns the index of the moment some seconds after a time, or before it if `seconds` is
  /// negative. If nothing was changed in between, returns the next change in this direction.
  ///
  /// - Returns: 0 for the present; nil if there is no earlier change.
  func index(seconds: Int64, after time: Timestamp) -> Int? {
    let wanted = time.seconds + seconds
    if seconds < 0 {
      let earlier = moments.indices.dropFirst(index + 1)
      return earlier.first { moments[$0].at.seconds <= wanted } ?? earlier.last
    }
    return moments.indices.prefix(index).first { moments[$0].at.seconds <= wanted }
      ?? max(0, index - 1)
  }
}

/// The state of the conflicts view.
struct Conflicts: Sendable {
  var content: ConflictContent?
  /// The index of the chosen value among all values; -1 for none.
  var row = 0
  var top = 0
  /// The field that is being resolved on this screen; nil as soon as the list shows the decision.
  var decided: (subject: String, field: String)?
  /// The field to which the cursor moves when the list arrives. If the field is nil, the cursor
  /// moves to the first field of the subject.
  var wanted: (subject: String, field: String?)?
  /// Whether the chosen value is shown completely, instead of the list.
  var isReading = false
  /// The first shown line of the chosen value.
  var readingTop = 0
  /// The chosen value as it was laid out last.
  var reading: ValueReading?
}

/// The state of the charts.
struct ChartState: Sendable {
  var kind = ChartKind.cumulativeFlow
  var shown: ScreenDrawing? { didSet { size = nil } }
  var failure: ScreenFailure?
  private var laidOut: [StyledText] = []
  private var size: ScreenSize?

  /// Lays out the drawing, unless it is already laid out.
  mutating func layOut(_ size: ScreenSize) {
    guard let shown, self.size != size else { return }
    self.size = size
    laidOut = shown(size.columns, size.rows)
  }

  /// Returns the lines for a size.
  func lines(_ size: ScreenSize) -> [StyledText] {
    if self.size == size { return laidOut }
    return shown?(size.columns, size.rows) ?? []
  }
}
