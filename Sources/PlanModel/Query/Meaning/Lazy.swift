import Synchronization

/// A value that is computed when it is first read, and then kept. Copies share the value.
@propertyWrapper
package struct Lazy<Value: Sendable>: Sendable {
  private enum State {
    case waiting(@Sendable () -> Value)
    case known(Value)
  }

  private final class Box: Sendable {
    let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }
  }

  private let box: Box

  /// Stores how to compute a value when it is first needed.
  ///
  /// - Parameter compute: Computes the value; called at most once. It must not read the value
  ///   itself.
  package init(_ compute: @escaping @Sendable () -> Value) { box = Box(.waiting(compute)) }

  package var wrappedValue: Value {
    box.state.withLock { state in
      switch state {
      case .known(let value): return value
      case .waiting(let compute):
        let value = compute()
        state = .known(value)
        return value
      }
    }
  }
}
