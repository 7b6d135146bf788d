import PlanModel
import PmgitTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import PlanAgents

@Suite("The protocol of the agents' server")
struct ProtocolTests {
  private func code(_ answer: JSONObject) -> Int? {
    guard case .number(let code)? = answer["error"]?.object?["code"] else { return nil }
    return code.integer
  }

  @Test(
    "A client gets the revision it asks for, and for an unknown one the newest with a handshake",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ])
  func handshake(asked: String, given: String) async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(to: [
      request(
        1, "initialize",
        #"{"protocolVersion":"\#(asked)","capabilities":{},"clientInfo":{"name":"x","version":"1"}}"#
      ),
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      request(2, "tools/list"), request(3, "ping"),
    ])
    #expect(answers.count == 3)
    let first = try #require(answers.first { $0["id"] == .number(1) }?["result"]?.object)
    #expect(first.text("protocolVersion") == given)
    #expect(first["serverInfo"]?.object?.text("name") == "pmgit")
    #expect(first["serverInfo"]?.object?.text("version") == "1.2.3")
    #expect(
      Set(first["capabilities"]?.object?.members.map(\.key.text) ?? []) == [
        "tools", "resources", "prompts",
      ])
    let tools = try #require(answers.first { $0["id"] == .number(2) }?["result"]?.object)
    #expect(tools["tools"]?.array?.count == Tool.all.count)
    #expect(tools["resultType"] == nil)
    #expect(answers.first { $0["id"] == .number(3) }?["result"] == .object(JSONObject()))
  }

  @Test("A request of the stateless revision needs no handshake, and its results say more")
  func stateless() async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(to: [
      statelessRequest(1, "server/discover"), statelessRequest(2, "tools/list"),
      statelessRequest(3, "tools/call", #""name":"list""#), statelessRequest(4, "ping"),
    ])
    for answer in answers.prefix(3) {
      let result = try #require(answer["result"]?.object)
      #expect(result.text("resultType") == "complete")
      let server = result["_meta"]?.object?["io.modelcontextprotocol/serverInfo"]?.object
      #expect(server?.text("name") == "pmgit")
    }
    let discovered = try #require(answers[0]["result"]?.object)
    #expect(discovered["supportedVersions"] == .strings(["2026-07-28"]))
    #expect(discovered.text("cacheScope") == "public")
    #expect(answers[1]["result"]?.object?["ttlMs"] == .number(3_600_000))
    #expect(answers[2]["result"]?.object?["ttlMs"] == nil)
    #expect(code(answers[3]) == -32601)
  }

  @Test("A stateless request with another revision, or without a required member, is refused")
  func refusedRevisions() async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(to: [
      statelessRequest(1, "tools/list", revision: "2030-01-01"),
      statelessRequest(2, "tools/list", revision: "2025-06-18"),
      statelessRequest(3, "tools/list", capabilities: ""),
      request(4, "tools/list", #"{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}"#),
      request(5, "initialize", "{}"), request(6, "server/discover"),
    ])
    #expect(answers.map(code) == [-32022, -32022, -32602, -32602, -32602, -32601])
    let data = answers[0]["error"]?.object?["data"]?.object
    #expect(data?.text("requested") == "2030-01-01")
    #expect(data?["supported"]?.array?.first == .string("2026-07-28"))
  }

  @Test(
    "A message that is none is answered with an error, and the server goes on",
    arguments: [
      ("{", -32700), ("nonsense", -32700), ("[]", -32600), ("7", -32600), ("null", -32600),
      (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}"#,
        -32002
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}"#, -32602),
    ])
  func malformed(message: String, expected: Int) async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(to: [message, request(2, "tools/list")])
    #expect(answers.count == 2)
    #expect(answers.first.flatMap(code) == expected)
    #expect(answers.last?["result"] != nil)
  }

  @Test("Messages in an array are answered in an array; one of notifications gets no answer")
  func arrays() async throws {
    let client = try await AgentClient()
    let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    let lines = await client.lines(for: [
      "[\(request(1, "tools/list")),\(note),7,\(request(2, "ping"))]", "[\(note)]",
    ])
    #expect(lines.count == 1)
    let answers = try #require(try JSONReader.value(in: Array(lines[0].utf8)).array)
    #expect(answers.map { $0.object?["id"] } == [.number(1), .null, .number(2)])
  }

  @Test("Lines come in parts of any size; empty ones and a last one without an end are read")
  func parts() async throws {
    let client = try await AgentClient()
    for size in [1, 2, 7, 4096] {
      let bytes = Array("\n\(request(1, "tools/list"))\r\n  \n\(request(2, "prompts/list"))".utf8)
      let lines = await client.lines(forBytes: bytes, partSize: size)
      #expect(lines.count == 2)
    }
  }

  @Test("A line beyond the limit is refused without being kept, and the next one is read")
  func longLines() {
    var parts: [ArraySlice<UInt8>] = [
      ArraySlice(repeatElement(0x61, count: 60)), ArraySlice(repeatElement(0x61, count: 60)),
      ArraySlice("\nok\nlast".utf8),
    ]
    var input = LineInput(maximumSize: 100) { parts.isEmpty ? [] : parts.removeFirst() }
    #expect(input.next() == .tooLong)
    #expect(input.next() == .bytes(Array("ok".utf8)))
    #expect(input.next() == .bytes(Array("last".utf8)))
    #expect(input.next() == nil)
  }

  @Test("A cancelled request that waits is not run, and one that ran is not answered")
  func cancellation() async throws {
    let queue = RequestQueue()
    let requests = try (1...2).map { number in
      RPCRequest(
        id: try #require(RPCID(.number(number))), method: "x", params: JSONObject())
    }
    let items = queue.add(requests.map { .request($0) }, areMany: true).items
    queue.cancel(requests[0].id)
    queue.cancel(try #require(RPCID(.string("other"))))
    let first = await queue.run(items[0].number) {
      Issue.record("the request was cancelled")
      return RPCAnswer(nil, .success(JSONObject()))
    }
    #expect(first == nil)
    let second = await queue.run(items[1].number) {
      queue.cancel(requests[1].id)
      #expect(Task.isCancelled)
      return RPCAnswer(requests[1].id, .success(JSONObject()))
    }
    #expect(second == nil)
  }

  @Test("Requests with one id are each answered")
  func repeatedIDs() async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(
      to: Array(repeating: request(1, "tools/list"), count: 5))
    #expect(answers.count == 5)
    #expect(answers.allSatisfy { $0["result"] != nil })
  }

  @Test("Pings in an array are answered, too")
  func pings() async throws {
    let client = try await AgentClient()
    let lines = await client.lines(for: ["[\(request(1, "ping")),\(request(2, "ping"))]"])
    let answers = try #require(try JSONReader.value(in: Array(lines[0].utf8)).array)
    #expect(
      answers.map { $0.object?["result"] } == Array(repeating: .object(JSONObject()), count: 2))
  }

  @Test("Answers of two tasks are whole lines, however slowly they are written")
  func wholeLines() async throws {
    let client = try await AgentClient()
    let written = Mutex("")
    let lists = (1...20).map { request($0, "tools/list") }
    var input = [
      Array("[\(lists.joined(separator: ","))]\n".utf8), Array("\(request(99, "ping"))\n".utf8),
    ]
    await AgentServer(client.options) { text in
      // A pipe that is full takes a text in parts.
      for part in stride(from: 0, to: text.utf8.count, by: 4096) {
        let piece = String(decoding: Array(text.utf8)[part...].prefix(4096), as: UTF8.self)
        written.withLock { $0 += piece }
        sched_yield()
      }
    }.serve { input.isEmpty ? [] : ArraySlice(input.removeFirst()) }
    let lines = written.withLock { $0 }.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      _ = try JSONReader.value(in: Array(line.utf8), maximumSize: 16 << 20)
    }
  }

  @Test("Many more requests than may wait are all answered, in order")
  func manyRequests() async throws {
    let client = try await AgentClient()
    let answers = try await client.answers(to: (1...300).map { request($0, "prompts/list") })
    #expect(answers.map { $0["id"] } == (1...300).map { .number($0) })
  }

  @Test("Any bytes leave the server able to answer", arguments: Seeds.batches(40, of: 10))
  func anyBytes(seeds: [UInt64]) async throws {
    let client = try await AgentClient()
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<30 { bytes += Self.line(using: &generator) + [0x0A] }
      bytes += Array(request(777, "prompts/list").utf8) + [0x0A]
      let lines = await client.lines(forBytes: bytes)
      for line in lines {
        let value = try JSONReader.value(in: Array(line.utf8), maximumSize: 16 << 20)
        for answer in value.array ?? [value] {
          #expect(answer.object?["jsonrpc"] == .string("2.0"), "seed \(seed)")
          #expect((answer.object?["result"] == nil) != (answer.object?["error"] == nil))
        }
      }
      let last = try #require(lines.last)
      #expect(last.contains("\"id\":777"), "seed \(seed)")
    }
  }

  /// Returns a request with some bytes changed, removed, or repeated.
  private static func line(using generator: inout SeededGenerator) -> [UInt8] {
    let tool = Tool.all.randomElement(using: &generator)?.name ?? ""
    let lines = [
      request(1, "tools/list"), statelessRequest(2, "server/discover"),
      request(3, "tools/call", #"{"name":"\#(tool)","arguments":{"query":"a","plans":["x"]}}"#),
      request(4, "resources/read", #"{"uri":"plan://x"}"#),
      request(5, "prompts/get", #"{"name":"standup","arguments":{"since":"3d"}}"#),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
    ]
    var bytes = Array((lines.randomElement(using: &generator) ?? "").utf8)
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
      default: bytes = Array(bytes.prefix(max(1, place)))
      }
    }
    return bytes.filter { $0 != 0x0A }
  }
}
