import PlanActions
import PlanScreen
import Synchronization

/// Answers questions and makes changes in the background, so that the screen keeps responding to
/// keys.
///
/// Changes are made one after another, in the order of the requests. Questions of one kind are also
/// answered in order. A waiting question is dropped if a newer one replaces it.
final class ScreenWork: Sendable {
  private let source: ScreenSource
  private let inbox: ScreenInbox
  private let state = Mutex(State())

  /// A queue. Jobs in one lane run one after another; different lanes run at the same time.
  private enum Lane: CaseIterable { case board, details, drawings, changes, sync }

  private struct State {
    var waiting: [Lane: [Job]] = [:]
    var running: [Lane: Task<Void, Never>] = [:]
    /// The number of changes that were made on this screen, and the commit after the last of them.
    var made = 0
    var lastMade: String?
    /// The commits that were made on this screen, which are undone without asking.
    var madeHere: Set<String> = []
    /// The last boards that were read, each with the value of `made` at the beginning of the
    /// reading.
    var read: [(commit: String, made: Int)] = []
  }

  /// The largest number of boards in `read`. The screen always shows one of the last ones.
  private static let mostRead = 16

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

  private func answer(_ question: ScreenQuestion) {
    let made = state.withLock(\.made)
    do {
      let answer = try source.answer(question)
      if case .board(let content) = answer, case .board(_, nil) = question {
        state.withLock { state in
          state.read.append((commit: content.commit, made: made))
          if state.read.count > Self.mostRead { state.read.removeFirst() }
        }
      }
      inbox.post(.answer(question, answer))
    } catch {
      inbox.post(.failed(.question(question), source.failure(error)))
    }
  }

  func make(_ change: ScreenChange, on commit: String?) {
    let job = Job { [self] in
      do {
        let basis = [.undo(), .redo()].contains(change) ? lastSeen(shown: commit) : commit
        let madeHere = state.withLock(\.madeHere)
        if let consent = try source.consent(to: change, on: basis, madeHere: madeHere) {
          return inbox.post(.asked(change, consent))
        }
        let outcome = try await source.make(change, on: basis)
        if let commit = outcome.commit { noteMade(commit) }
        noteOwn(outcome.made)
        inbox.post(.done(change, outcome))
      } catch {
        inbox.post(.failed(.change(change), source.failure(error)))
      }
    }
    add(job, to: .changes)
  }

  /// Records commits that were made on this screen.
  func noteOwn(_ commits: [String]) { state.withLock { $0.madeHere.formUnion(commits) } }

  private func noteMade(_ commit: String) {
    state.withLock { state in
      state.made += 1
      state.lastMade = commit
    }
  }

  /// Returns the newest commit that the person knows: the shown one if it was read after the last
  /// change on this screen, otherwise the commit after that change.
  private func lastSeen(shown: String?) -> String? {
    state.withLock { state in
      guard let lastMade = state.lastMade else { return shown }
      let made = state.read.last { $0.commit == shown }?.made
      return made == state.made ? shown : lastMade
    }
  }

  /// Syncs the board, unless a sync is already running.
  func sync() {
    let isRunning = state.withLock { $0.running[.sync] != nil }
    guard !isRunning else { return }
    let job = Job { [source, inbox] in
      do {
        let outcome = try await source.sync { inbox.post(.progress($0)) }
        inbox.post(.progress(nil))
        inbox.post(.notice(([outcome.message] + outcome.notices).joined(separator: "; ")))
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

  /// Removes and returns the next job. Returns nil if there is none, which ends the lane's task.
  private func next(in lane: Lane) -> Job? {
    state.withLock { state in
      guard let waiting = state.waiting[lane], !waiting.isEmpty else {
        state.running[lane] = nil
        return nil
      }
      return state.waiting[lane]?.removeFirst()
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
