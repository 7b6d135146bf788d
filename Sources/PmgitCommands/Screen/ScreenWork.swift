import PlanActions
import PlanScreen
import Synchronization

/// Answers questions and makes changes in the background, so that the screen keeps responding to
/// keys.
///
/// Questions of one kind are answered in order. A waiting question is dropped if a newer one
/// replaces it. If an answer arrives after the outcome of a change, the board was read after that
/// change.
final class ScreenWork: Sendable {
  private let source: ScreenSource
  private let inbox: ScreenInbox
  private let state = Mutex(State())

  /// A queue. Jobs in one lane run one after another; different lanes run at the same time.
  private enum Lane: CaseIterable { case board, details, drawings, changes, sync }

  private struct State {
    var waiting: [Lane: [Job]] = [:]
    var running: [Lane: Task<Void, Never>] = [:]
    /// The number of changes that were made on this screen.
    var made = 0
    /// The commits that were made on this screen, which are undone without asking.
    var madeHere: Set<String> = []
  }

  private struct Job: Sendable {
    var question: ScreenQuestion?
    let run: @Sendable () async -> Void
  }

  init(_ source: ScreenSource, inbox: ScreenInbox) { (self.source, self.inbox) = (source, inbox) }

  func ask(_ question: ScreenQuestion) {
    let lane: Lane =
      switch question {
      case .board, .conflicts: .board
      case .plan, .moments, .completions, .choices: .details
      case .chart, .roadmap: .drawings
      }
    add(Job(question: question) { [self] in answer(question) }, to: lane)
  }

  /// Answers a question. If a change is made while the board is read, the question is answered
  /// again.
  private func answer(_ question: ScreenQuestion) {
    var isPosted = false
    while !isPosted {
      let made = state.withLock(\.made)
      let event: ScreenEvent
      do {
        event = .answer(question, try source.answer(question))
      } catch {
        event = .failed(.question(question), source.failure(error))
      }
      isPosted = state.withLock { state in
        if state.made == made { inbox.post(event) }
        return state.made == made
      }
    }
  }

  func make(_ change: ScreenChange, on commit: String?) {
    let job = Job { [self] in
      do {
        let madeHere = state.withLock(\.madeHere)
        if let consent = try source.consent(to: change, on: commit, madeHere: madeHere) {
          return inbox.post(.asked(change, consent))
        }
        let outcome = try await source.make(change, on: commit)
        state.withLock { $0.made += 1 }
        noteOwn(outcome.made)
        inbox.post(.done(change, outcome))
      } catch is CancellationError {
        let failure = ScreenFailure("the last change was cancelled before it was made")
        inbox.post(.failed(.change(change), failure))
      } catch {
        inbox.post(.failed(.change(change), source.failure(error)))
      }
    }
    add(job, to: .changes)
  }

  /// Records commits that were made on this screen.
  func noteOwn(_ commits: [String]) { state.withLock { $0.madeHere.formUnion(commits) } }

  /// Syncs the board, unless a sync is already running.
  func sync() {
    let isRunning = state.withLock { $0.running[.sync] != nil }
    guard !isRunning else { return }
    let job = Job { [source, inbox] in
      do {
        let outcome = try await source.sync { inbox.post(.progress($0)) }
        inbox.post(.progress(nil))
        inbox.post(.notice(outcome.words))
      } catch {
        inbox.post(.progress(nil))
        if Task.isCancelled {
          inbox.post(.notice("the sync was ended before it was done"))
        } else {
          inbox.post(.failed(.sync, source.failure(error)))
        }
      }
    }
    add(job, to: .sync)
  }

  // MARK: - Lanes

  private func add(_ job: Job, to lane: Lane) {
    state.withLock { state in
      if let question = job.question {
        state.waiting[lane]?.removeAll { $0.question?.isReplaced(by: question) == true }
      }
      state.waiting[lane, default: []].append(job)
      guard state.running[lane] == nil else { return }
      state.running[lane] = Task.detached { [self] in await work(in: lane) }
    }
  }

  private func work(in lane: Lane) async {
    while let job = next(in: lane) { await job.run() }
  }

  /// Removes and returns the next job. Returns nil if there is none, which ends the lane's task and
  /// wakes the loop.
  private func next(in lane: Lane) -> Job? {
    state.withLock { state in
      guard let waiting = state.waiting[lane], !waiting.isEmpty else {
        state.running[lane] = nil
        inbox.wake()
        return nil
      }
      return state.waiting[lane]?.removeFirst()
    }
  }

  /// Whether a change is being made that was not cancelled.
  var isChanging: Bool { state.withLock { $0.running[.changes].map { !$0.isCancelled } ?? false } }

  /// Cancels the changes that are not made yet, and ends the programs that they run.
  func cancelChanges() {
    state.withLock { state in
      state.waiting[.changes] = nil
      state.running[.changes]?.cancel()
    }
  }

  /// Waits until all changes are made. A running sync is cancelled, which leaves nothing half done.
  func finish() async {
    let (changes, sync) = state.withLock { state in
      state.waiting[.sync] = nil
      return (state.running[.changes], state.running[.sync])
    }
    sync?.cancel()
    await changes?.value
    await sync?.value
  }
}
