import PlanModel
import Synchronization

/// A server of the Model Context Protocol. It reads messages from a stream, one per line, and
/// writes the answers to another.
///
/// Requests are answered one after another, in the order in which they came. Meanwhile the server
/// continues to read, so that it answers `ping` at once and can cancel a request.
package final class AgentServer: Sendable {
  private let service: AgentService
  /// Writes a text to the client. Two tasks write, so a lock keeps their lines apart.
  private let output: Mutex<@Sendable (String) -> Void>

  /// Makes a server that speaks to one client.
  ///
  /// - Parameter write: Writes a text to the client.
  package init(_ options: ServerOptions, write: @escaping @Sendable (String) -> Void) {
    service = AgentService(options: options)
    output = Mutex(write)
  }

  /// Serves a client until its stream ends and all its requests are answered.
  ///
  /// - Parameter read: Reads the client's next bytes; empty at the end. It may block the thread.
  package func serve(read: @escaping () -> ArraySlice<UInt8>) async {
    let queue = RequestQueue()
    let worker = Task { await answer(queue) }
    var input = LineInput(maximumSize: RPCMessage.maximumSize, read: read)
    while let line = input.next() {
      switch line {
      case .tooLong:
        let limit = "a message has at most \(RPCMessage.maximumSize) bytes"
        send([RPCAnswer(nil, .failure(.invalid(limit)))], areMany: false)
      case .bytes(let bytes):
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
        receive(bytes, queue)
        await queue.waitForRoom()
      }
    }
    queue.end()
    await worker.value
  }

  private func receive(_ line: [UInt8], _ queue: RequestQueue) {
    let (messages, areMany) = RPCMessage.read(line)
    var waiting: [RPCMessage] = []
    for message in messages {
      switch message {
      case .malformed: waiting.append(message)
      case .notification("notifications/cancelled", let params):
        if let id = params["requestId"].flatMap(RPCID.init) { queue.cancel(id) }
      case .notification, .response: break
      case .request(let request):
        if request.method == "ping", !areMany, service.answersPing(request) {
          send([RPCAnswer(request.id, .success(JSONObject()))], areMany: false)
        } else {
          waiting.append(message)
        }
      }
    }
    if !waiting.isEmpty { queue.add(waiting, areMany: areMany) }
  }

  private func answer(_ queue: RequestQueue) async {
    var client = ClientInfo.unknown
    for await batch in queue.batches {
      var answers: [RPCAnswer] = []
      for item in batch.items {
        switch item.message {
        case .malformed(let id, let error): answers.append(RPCAnswer(id, .failure(error)))
        case .notification, .response: break
        case .request(let request):
          if request.method == "initialize" {
            answers.append(service.initialize(request, &client))
          } else if let answer = await queue.run(
            item.number, { [client, service] in await service.answer(request, for: client) })
          {
            answers.append(answer)
          }
        }
      }
      if !answers.isEmpty { send(answers, areMany: batch.areMany) }
      queue.didAnswer(batch)
    }
  }

  private func send(_ answers: [RPCAnswer], areMany: Bool) {
    let json: JSONValue = areMany ? .array(answers.map(\.json)) : answers[0].json
    let line = json.visibleLine + "\n"
    output.withLock { $0(line) }
  }
}

/// The requests that wait for their answers.
final class RequestQueue: Sendable {
  /// The messages of one line.
  struct Batch: Sendable {
    /// The messages, each with a number of its own, because a client may use an id twice.
    let items: [(number: Int, message: RPCMessage)]
    /// Whether the messages came in an array. The answers are then sent in an array, too.
    let areMany: Bool
  }

  let batches: AsyncStream<Batch>
  private let input: AsyncStream<Batch>.Continuation
  private let state = Mutex(State())

  private struct State {
    /// The number of lines whose answers have not been sent.
    var waiting = 0
    var lastNumber = 0
    /// The requests that have not been answered, by number.
    var open: [Int: (id: RPCID, isCancelled: Bool)] = [:]
    /// The request that is being answered, and its task.
    var running: (number: Int, task: Task<RPCAnswer, Never>)?
    var reader: CheckedContinuation<Void, Never>?
  }

  /// The most lines that may wait. Reading pauses at this number, so that a client can't fill the
  /// memory.
  private static let mostWaiting = 64

  init() { (batches, input) = AsyncStream.makeStream() }

  @discardableResult
  func add(_ messages: [RPCMessage], areMany: Bool) -> Batch {
    let items = state.withLock { state in
      state.waiting += 1
      return messages.map { message in
        state.lastNumber += 1
        if case .request(let request) = message {
          state.open[state.lastNumber] = (request.id, isCancelled: false)
        }
        return (number: state.lastNumber, message: message)
      }
    }
    let batch = Batch(items: items, areMany: areMany)
    input.yield(batch)
    return batch
  }

  func end() { input.finish() }

  /// Waits until there is room for another line.
  func waitForRoom() async {
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        guard state.waiting >= Self.mostWaiting else { return false }
        state.reader = continuation
        return true
      }
      if !isFull { continuation.resume() }
    }
  }

  func didAnswer(_ batch: Batch) {
    let reader = state.withLock { state in
      state.waiting -= 1
      for item in batch.items { state.open[item.number] = nil }
      let reader = state.reader
      state.reader = nil
      return reader
    }
    reader?.resume()
  }

  /// Cancels the open requests with an id. An unknown id is ignored.
  func cancel(_ id: RPCID) {
    state.withLock { state in
      for (number, request) in state.open where request.id == id {
        state.open[number]?.isCancelled = true
        if let running = state.running, running.number == number { running.task.cancel() }
      }
    }
  }

  /// Answers a request.
  ///
  /// - Returns: nil if the request was cancelled; then the client expects no answer.
  func run(_ number: Int, _ answer: @escaping @Sendable () async -> RPCAnswer) async -> RPCAnswer? {
    let task = state.withLock { state -> Task<RPCAnswer, Never>? in
      guard state.open[number]?.isCancelled == false else { return nil }
      let task = Task { await answer() }
      state.running = (number, task)
      return task
    }
    guard let answered = await task?.value else { return nil }
    let isCancelled = state.withLock { state in
      state.running = nil
      return state.open[number]?.isCancelled ?? false
    }
    return isCancelled ? nil : answered
  }
}
