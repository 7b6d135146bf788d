import PlanScreen
import Synchronization

/// The events that other threads send to the screen.
final class ScreenInbox: Sendable {
  private let waiting = Mutex<[ScreenEvent]>([])
  private let pipe: SignalPipe

  init(wakening pipe: SignalPipe) { self.pipe = pipe }

  /// Adds an event, and wakes the loop.
  func post(_ event: ScreenEvent) {
    waiting.withLock { $0.append(event) }
    pipe.wake()
  }

  /// Wakes the loop without an event.
  func wake() { pipe.wake() }

  /// Removes and returns all events, in the order in which they were posted.
  func take() -> [ScreenEvent] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
