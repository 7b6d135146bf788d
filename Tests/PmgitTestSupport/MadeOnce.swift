/// A value that takes long to make and is the same for many tests. The first test that asks for it
/// makes it.
package actor MadeOnce<Value: Sendable> {
  private let make: @Sendable () async throws -> Value
  private var making: Task<Value, any Error>?

  package init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  package var value: Value {
    get async throws {
      if let making { return try await making.value }
      let task = Task { [make] in try await make() }
      making = task
      return try await task.value
    }
  }
}
