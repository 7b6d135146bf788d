import CPlatform
import PlanActions
import PlanModel
import PlanScreen

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs the full-screen board in the terminal of this process.
///
/// One loop waits for input, signals, and the events of other threads. It draws after each batch of
/// them, and only what has changed. Otherwise it sleeps.
struct ScreenProgram {
  private let run: ScreenRun
  private let source: ScreenSource
  private let terminal: ScreenTerminal
  private let inbox: ScreenInbox
  private let work: ScreenWork
  private var screen: Screen
  private var decoder = InputDecoder()
  private var theme: Theme
  /// What the terminal shows; nil if that is unknown.
  private var shown: Grid?
  private var isOver = false { didSet { if isOver { source.end.come() } } }
  /// The signal that ended the screen; nil if a key did.
  private var end: Int32?

  /// When the last byte of input came.
  private var lastInput = ContinuousClock.now

  /// How long an Escape may wait for the rest of a sequence, and how long other bytes may.
  private static let escape: Duration = .milliseconds(30)
  private static let rest: Duration = .seconds(1)
  /// How long nothing may happen before the times on the screen are looked at again.
  private static let tickMilliseconds = 60_000

  init(_ run: ScreenRun, source: ScreenSource) throws {
    (self.run, self.source) = (run, source)
    let pipe = try SignalPipe()
    terminal = try ScreenTerminal(
      environment: source.environment, usesMouse: run.usesMouse,
      asksForBackground: run.isLight == nil && run.depth >= .indexed, wakening: pipe)
    inbox = ScreenInbox(wakening: pipe)
    work = ScreenWork(source, inbox: inbox)
    screen = Screen(settings: run.settings)
    theme = Theme(
      run.depth, isLight: run.isLight ?? ScreenLook.isLight(source.environment) ?? false)
  }

  /// Shows the board until the person or a signal ends it.
  ///
  /// Changes that were asked for are made before it returns.
  ///
  /// - Throws: `Verdict` if one of them failed after the screen had gone, which is then reported.
  mutating func show() async throws {
    // A board that can't be read is an error as of every command, and opens no screen.
    let first = try source.answer(.board(query: run.settings.query, past: nil))
    let news = ScreenNews(source: source, inbox: inbox)
    try terminal.enter()
    let watch = Task.detached { await news.watch() }
    do {
      try await loop(first)
    } catch {
      terminal.leave()
      watch.cancel()
      await work.finish()
      _ = reportUnread()
      throw error
    }
    terminal.leave()
    watch.cancel()
    await work.finish()
    let isComplete = reportUnread()
    if let end { end.endProcess() }
    if !isComplete { throw Verdict(exit: .failed) }
  }

  private mutating func loop(_ first: ScreenAnswer) async throws {
    resize()
    tick()
    for effect in screen.firstEffects {
      if case .ask(let question) = effect, case .board = question {
        try await take(.answer(question, first))
      } else {
        try await perform(effect)
      }
    }
    draw()
    while !isOver {
      let happened = terminal.wait(milliseconds: milliseconds(until: flushTime))
      if happened.isClosed {
        end = SIGHUP
        break
      }
      try await take(happened.signals)
      tick()
      for event in decode(happened.input) { try await take(.input(event)) }
      adoptBackground()
      for event in inbox.take() { try await take(event) }
      draw()
    }
  }

  /// When the decoder's last bytes have waited long enough; nil if they do not wait.
  private var flushTime: ContinuousClock.Instant? {
    switch decoder.wait {
    case .short: lastInput + Self.escape
    case .long: lastInput + Self.rest
    case nil: nil
    }
  }

  /// Returns the time until a moment, rounded up, but at most until the next tick.
  private func milliseconds(until moment: ContinuousClock.Instant?) -> Int {
    guard let moment else { return Self.tickMilliseconds }
    let rest = max(.zero, moment - .now)
    return min(Self.tickMilliseconds, Int((rest / .milliseconds(1)).rounded(.up)))
  }

  private mutating func decode(_ input: [UInt8]) -> [InputEvent] {
    if !input.isEmpty {
      lastInput = .now
      return decoder.decode(input)
    }
    // Something else may have ended the wait.
    guard let flushTime, flushTime <= .now else { return [] }
    return decoder.flush()
  }

  private mutating func take(_ event: ScreenEvent) async throws {
    // What comes after the end is reported when the screen has gone.
    guard !isOver else { return inbox.post(event) }
    for effect in screen.handle(event) { try await perform(effect) }
  }

  private mutating func tick() {
    for effect in screen.handle(.tick(now: source.clock())) {
      if case .ask(let question) = effect { work.ask(question) }
    }
  }

  private mutating func take(_ signals: [Int32]) async throws {
    for number in signals {
      switch number {
      case SIGWINCH: resize()
      case SIGTSTP: try suspend()
      case SIGCONT:
        // Somebody else may have written on the terminal.
        shown = nil
        resize()
      default: (isOver, end) = (true, number)
      }
    }
  }

  private mutating func resize() {
    let size = terminal.size
    _ = screen.handle(.input(.resize(columns: size.columns, rows: size.rows)))
  }

  private mutating func suspend() throws {
    try terminal.suspend()
    shown = nil
    resize()
  }

  private mutating func perform(_ effect: ScreenEffect) async throws {
    switch effect {
    case .ask(let question): work.ask(question)
    case .change(let change, let commit): work.make(change, on: commit)
    case .edit(let plan, let text): try await edit { try await $0.edit(plan, text) }
    case .decide(let subject, let field):
      try await edit { try await $0.decide(subject, field: field) }
    case .sync: work.sync()
    case .suspend: try suspend()
    case .switchTheme:
      // What the terminal answers about its background counts no more.
      terminal.awaitsBackground = false
      theme.isLight.toggle()
      shown = nil
    case .redraw: shown = nil
    case .quit: isOver = true
    }
  }

  /// Leaves the terminal to the editor, and comes back.
  private mutating func edit(
    _ make: (ScreenSource) async throws -> ScreenOutcome
  ) async throws {
    terminal.leave()
    do {
      let outcome = try await make(source)
      work.noteOwn(outcome.made)
      inbox.post(.notice(([outcome.message] + outcome.notices).joined(separator: "; ")))
    } catch {
      inbox.post(.failed(.editor, source.failure(error)))
    }
    try terminal.enter()
    shown = nil
    resize()
    inbox.post(.boardChanged)
  }

  /// Takes the colours for the background that the terminal answered.
  private mutating func adoptBackground() {
    guard terminal.awaitsBackground, let background = decoder.background else { return }
    terminal.awaitsBackground = false
    guard run.isLight == nil, background.isLight != theme.isLight else { return }
    theme.isLight = background.isLight
    shown = nil
  }

  private mutating func draw() {
    guard !isOver else { return }
    let size = terminal.size
    var grid = screen.draw(columns: size.columns, rows: size.rows)
    grid.cursor = screen.cursor.map { GridPosition(row: $0.row, column: $0.column) }
    let bytes = GridDiff.bytes(from: shown, to: grid, theme)
    if !bytes.isEmpty { terminal.write(bytes) }
    shown = grid
  }

  /// Reports what happened to changes and to the sync after the screen had gone.
  ///
  /// - Returns: Whether nothing failed.
  private func reportUnread() -> Bool {
    var isComplete = true
    for event in inbox.take() {
      switch event {
      case .done(_, let outcome): run.tell([outcome.message] + outcome.notices)
      case .notice(let words): run.tell([words])
      case .asked(let change, let consent):
        let (verb, done) = change.kind == .undo ? ("undo", "undone") : ("redo", "redone")
        run.tell(["nothing was \(done); \(verb) asks first: \(consent.words)"])
      case .failed(.change, let failure), .failed(.sync, let failure),
        .failed(.editor, let failure):
        isComplete = false
        run.tell(failure)
      default: break
      }
    }
    return isComplete
  }
}

extension Int32 {
  /// Ends the process as the signal with this number does.
  fileprivate func endProcess() { pmgit_screen_die(self) }
}
