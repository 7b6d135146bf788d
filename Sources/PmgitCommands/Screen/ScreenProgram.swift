import CPlatform
import Libc
import PlanActions
import PlanModel
import PlanScreen

/// Runs the full-screen board in the terminal of this process.
///
/// One loop waits for input, signals, and the events of other threads. After each batch of these,
/// it draws what has changed.
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

  /// The time at which the last input arrived.
  private var lastInput = ContinuousClock.now

  /// The interval at which times on the screen are updated if nothing happens.
  private static let tickMilliseconds = 60_000
  /// The time for which the end waits for a change without a message.
  private static let unnoticed: Duration = .milliseconds(300)

  init(_ run: ScreenRun, source: ScreenSource) throws {
    (self.run, self.source) = (run, source)
    let pipe = try SignalPipe()
    terminal = try ScreenTerminal(
      environment: source.environment, usesMouse: run.usesMouse,
      asksForBackground: run.isLight == nil && run.depth >= .indexed, wakening: pipe)
    inbox = ScreenInbox(wakening: pipe)
    work = ScreenWork(source, inbox: inbox)
    var settings = run.settings
    settings.framesOffers = run.depth < .indexed
    screen = Screen(settings: settings)
    theme = Theme(
      run.depth, isLight: run.isLight ?? Theme.isLight(source.environment) ?? false)
  }

  /// Shows the board until the person or a signal ends it.
  ///
  /// Requested changes are made before it returns, unless the person cancels them.
  ///
  /// - Throws: `Verdict` if a change, the sync or the editor failed and the failure was reported
  ///   after the end of the screen.
  mutating func show() async throws {
    // If the board can't be read, this is an ordinary error and no screen opens.
    let first = try source.answer(.board(query: run.settings.query, past: nil))
    try terminal.enter()
    let watch = Task.detached { [source, inbox] in await source.reportNews(to: inbox) }
    do {
      try await loop(first)
      if end == nil { try await awaitChanges() }
    } catch {
      terminal.leave()
      watch.cancel()
      await work.finish()
      _ = reportUnread()
      throw error
    }
    terminal.leave()
    watch.cancel()
    if work.isChanging { run.report(["\(screen.waitWords); Ctrl-C ends it at once"]) }
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

  /// Waits until the changes are made. Pressing `q` or Ctrl-C again, or a signal, cancels them.
  private mutating func awaitChanges() async throws {
    let noticed = ContinuousClock.now + Self.unnoticed
    while work.isChanging {
      let isNoticed = noticed <= .now
      if isNoticed {
        screen.showWait()
        drawNow()
      }
      let happened = terminal.wait(
        milliseconds: milliseconds(until: isNoticed ? flushTime : noticed))
      if happened.isClosed {
        end = SIGHUP
        return
      }
      try await take(happened.signals)
      let isEnded = decode(happened.input).contains(where: Screen.endsWait)
      if isEnded || end != nil { work.cancelChanges() }
    }
  }

  /// The time at which the decoder must be flushed; nil if no bytes are pending.
  private var flushTime: ContinuousClock.Instant? {
    decoder.wait.map { lastInput + $0 }
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
    // The wait may have ended for another reason.
    guard let flushTime, flushTime <= .now else { return [] }
    return decoder.flush()
  }

  private mutating func take(_ event: ScreenEvent) async throws {
    // Events after the end are reported when the terminal has been restored.
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
        // Another program may have written to the terminal.
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
    case .edit(let plan): try await edit { try await $0.edit(plan) }
    case .comment(let plan): try await edit { try await $0.comment(on: plan) }
    case .decide(let subject, let field):
      try await edit { try await $0.decide(subject, field: field) }
    case .sync: work.sync()
    case .suspend: try suspend()
    case .switchTheme:
      // The person's choice takes precedence over the terminal's answer about its background.
      terminal.awaitsBackground = false
      theme.isLight.toggle()
      shown = nil
    case .redraw: shown = nil
    case .quit: isOver = true
    }
  }

  /// Restores the terminal for the editor, and shows the screen again afterwards.
  private mutating func edit(_ make: (ScreenSource) async throws -> ScreenOutcome) async throws {
    terminal.leave()
    do {
      let outcome = try await make(source)
      work.noteOwn(outcome.made)
      inbox.post(.edited(outcome.words))
    } catch {
      inbox.post(.failed(.editor, source.failure(error)))
    }
    try terminal.enter()
    shown = nil
    resize()
    inbox.post(.boardChanged)
  }

  /// Switches to light or dark colours according to the background that the terminal reported.
  private mutating func adoptBackground() {
    guard terminal.awaitsBackground, let background = decoder.background else { return }
    terminal.awaitsBackground = false
    guard run.isLight == nil, background.isLight != theme.isLight else { return }
    theme.isLight = background.isLight
    shown = nil
  }

  private mutating func draw() {
    if !isOver { drawNow() }
  }

  private mutating func drawNow() {
    let size = terminal.size
    let grid = screen.draw(columns: size.columns, rows: size.rows)
    let bytes = GridDiff.bytes(from: shown, to: grid, theme)
    if !bytes.isEmpty { terminal.write(bytes) }
    shown = grid
  }

  /// Reports results of changes and of the sync that arrived after the end of the screen, and keys
  /// that were not handled.
  ///
  /// - Returns: Whether nothing failed.
  private func reportUnread() -> Bool {
    var isComplete = true
    if screen.hasWaitingInputs {
      run.report(["keys that waited for the last change were left out"])
    }
    for event in inbox.take() {
      switch event {
      case .done(_, let outcome): run.report([outcome.message] + outcome.notices)
      case .edited(let words), .notice(let words): run.report([words])
      case .asked(let change, let consent):
        let (verb, done) = change == .undo() ? ("undo", "undone") : ("redo", "redone")
        run.report(["nothing was \(done); \(verb) asks first: \(consent.words)"])
      case .failed(.change, let failure), .failed(.sync, let failure),
        .failed(.editor, let failure):
        isComplete = false
        run.report(failure)
      default: break
      }
    }
    return isComplete
  }
}

extension Int32 {
  /// Ends the process by the signal with this number.
  fileprivate func endProcess() { pmgit_screen_die(self) }
}
