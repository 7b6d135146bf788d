import Git
import PlanActions
import PlanModel
import PmgitTestSupport
import Synchronization
import Testing

@testable import PlanAgents

/// A client of the server, with a board of its own. The clock advances a second with each request
/// that opens the board.
struct AgentClient {
  let repository: ScratchRepository
  var options: ServerOptions

  /// Makes a client in a new repository with a board.
  init() async throws {
    try GitLibrary.isolateFromUserConfiguration()
    self.init(try await ScratchRepository())
    _ = try await options.workspace(for: nil).createBoard()
  }

  init(_ repository: ScratchRepository) {
    self.repository = repository
    let seconds = Mutex<Int64>(1_795_165_200)
    let clock = ClockBox(seconds)
    options = ServerOptions(
      folder: repository.path, environment: repository.program.environment,
      clock: { clock.next() }, clocks: .utc, machine: "here", version: "1.2.3")
  }

  private final class ClockBox: Sendable {
    private let seconds: Mutex<Int64>
    init(_ seconds: consuming sending Mutex<Int64>) { self.seconds = seconds }
    func next() -> Timestamp {
      seconds.withLock { seconds in
        seconds += 1
        return Timestamp(seconds: seconds)
      }
    }
  }

  /// Sends lines to a new server, in parts of the given size, and returns the lines of its answer.
  func lines(for lines: [String], partSize: Int = 1 << 16) async -> [String] {
    await self.lines(forBytes: Array(lines.map { $0 + "\n" }.joined().utf8), partSize: partSize)
  }

  func lines(forBytes bytes: [UInt8], partSize: Int = 1 << 16) async -> [String] {
    let written = Mutex("")
    var rest = bytes[...]
    let box = TextBox(written)
    await AgentServer(options, write: { box.add($0) }).serve {
      let part = rest.prefix(partSize)
      rest = rest.dropFirst(part.count)
      return part
    }
    return box.text.split(separator: "\n").map(String.init)
  }

  private final class TextBox: Sendable {
    private let content: Mutex<String>
    init(_ content: consuming sending Mutex<String>) { self.content = content }
    func add(_ text: String) { content.withLock { $0 += text } }
    var text: String { content.withLock { $0 } }
  }

  /// Sends messages to a new server and returns its answers.
  func answers(to messages: [String]) async throws -> [JSONObject] {
    try await lines(for: messages).map { line in
      try #require(try JSONReader.value(in: Array(line.utf8), maximumSize: 16 << 20).object)
    }
  }

  /// Calls a tool, and returns its result and the document in it.
  func call(
    _ tool: String, _ arguments: JSONObject = JSONObject()
  ) async throws -> (document: JSONObject, isError: Bool) {
    let message: JSONObject = [
      "jsonrpc": .string("2.0"), "id": .number(1), "method": .string("tools/call"),
      "params": .object(["name": .string(tool), "arguments": .object(arguments)]),
    ]
    let answers = try await answers(to: [CanonicalJSON.line(of: .object(message))])
    let result = try #require(answers.first?["result"]?.object)
    let content = try #require(result["content"]?.array)
    #expect(content.count == 1)
    let text = try #require(content[0].object?["text"]?.string)
    let document = try JSONReader.value(in: Array(text.utf8), maximumSize: 16 << 20)
    return (try #require(document.object), result["isError"]?.bool ?? false)
  }

  /// Calls a tool that must succeed, and returns the document of its result.
  func succeed(_ tool: String, _ arguments: JSONObject = JSONObject()) async throws -> JSONObject {
    let (document, isError) = try await call(tool, arguments)
    #expect(!isError, "\(CanonicalJSON.line(of: .object(document)))")
    return document
  }

  /// Adds a plan, and returns its id.
  @discardableResult
  func add(_ title: String, _ fields: JSONObject = JSONObject()) async throws -> String {
    var fields = fields
    fields["title"] = .string(title)
    let plans = try await succeed("add", fields)["plans"]?.array
    return try #require(plans?.first?.object?["id"]?.string)
  }
}

extension JSONObject {
  /// The plans of a tool's answer.
  var plans: [JSONObject] { self["plans"]?.array?.compactMap(\.object) ?? [] }

  func text(_ key: ExactString) -> String? { self[key]?.string }
}

/// A request of a revision with a handshake.
func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}

/// A request of the stateless revision.
func statelessRequest(
  _ id: Int, _ method: String, _ params: String = "", revision: String = "2026-07-28",
  capabilities: String = #","io.modelcontextprotocol/clientCapabilities":{}"#
) -> String {
  let more = params.isEmpty ? "" : "," + params
  let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(revision)"\#(capabilities)}"#
  return request(id, method, "{\(meta)\(more)}")
}
