import PlanModel

/// A message from a client, by JSON-RPC 2.0.
enum RPCMessage: Equatable, Sendable {
  case request(RPCRequest)
  case notification(method: String, params: JSONObject)
  /// An answer. The server sends no requests, so it ignores answers.
  case response
  /// A message that is not one of the protocol, and the id of its request; nil if it can't be read.
  case malformed(RPCID?, RPCError)

  /// The longest message in bytes: room for the longest plan, with every character escaped.
  static let maximumSize = 8 << 20

  /// Reads one line of input.
  ///
  /// Revision 2025-03-26 allows several messages in one array, so there may be several results.
  ///
  /// - Returns: The messages, and whether they came in an array.
  static func read(_ line: [UInt8]) -> (messages: [RPCMessage], areMany: Bool) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.value(in: line, maximumSize: maximumSize)
    } catch {
      return ([.malformed(nil, .notJSON("\(error)"))], false)
    }
    guard let array = value.array else { return ([read(value)], false) }
    if array.isEmpty { return ([.malformed(nil, .invalid("the array is empty"))], false) }
    return (array.map(read), true)
  }

  private static func read(_ value: JSONValue) -> RPCMessage {
    guard let object = value.object else {
      return .malformed(nil, .invalid("a message is an object"))
    }
    let id = object["id"].flatMap(RPCID.init)
    guard object["jsonrpc"]?.string == "2.0" else {
      return .malformed(id, .invalid("'jsonrpc' is not '2.0'"))
    }
    guard let method = object["method"] else {
      let isResponse = object["result"] != nil || object["error"] != nil
      return isResponse ? .response : .malformed(id, .invalid("'method' is missing"))
    }
    guard let name = method.string else {
      return .malformed(id, .invalid("'method' is not a text"))
    }
    let params = object["params"] ?? .object(JSONObject())
    guard let values = params.object else {
      return .malformed(id, .badParameters("'params' is not an object"))
    }
    guard object["id"] != nil else {
      return .notification(method: name, params: values)
    }
    guard let id else {
      return .malformed(nil, .invalid("'id' is not a text or a whole number"))
    }
    return .request(RPCRequest(id: id, method: name, params: values))
  }
}

/// The id of a request, which its answer repeats: a text, or a whole number as it was written.
struct RPCID: Hashable, Sendable {
  let json: JSONValue

  init?(_ json: JSONValue) {
    switch json {
    case .string: break
    case .number(let number)
    where number.lexeme.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }: break
    default: return nil
    }
    self.json = json
  }
}

struct RPCRequest: Equatable, Sendable {
  let id: RPCID
  let method: String
  let params: JSONObject

  /// The metadata of the request; empty if it has none.
  var meta: JSONObject { params["_meta"]?.object ?? JSONObject() }
}

/// A failure of a request in the protocol. The failure of a tool is returned as a result instead,
/// so that the model reads it.
struct RPCError: Error, Equatable, Sendable {
  let code: Int
  let message: String
  var data: JSONObject?

  static func notJSON(_ reason: String) -> RPCError {
    RPCError(code: -32700, message: "the message is not JSON: \(reason)")
  }

  static func invalid(_ reason: String) -> RPCError { RPCError(code: -32600, message: reason) }

  static func unknownMethod(_ name: String) -> RPCError {
    RPCError(code: -32601, message: "there is no method '\(name.excerpt)'")
  }

  static func badParameters(_ reason: String) -> RPCError {
    RPCError(code: -32602, message: reason)
  }

  /// The request names a revision that the server does not support.
  static func unsupportedRevision(_ name: String) -> RPCError {
    RPCError(
      code: -32022, message: "unsupported protocol version '\(name.excerpt)'",
      data: [
        "supported": .strings(Revision.allCases.reversed().map(\.rawValue)),
        "requested": .string(name.excerpt),
      ])
  }

  var json: JSONValue {
    var object: JSONObject = ["code": .number(code), "message": .string(message)]
    object["data"] = data.map { .object($0) }
    return .object(object)
  }
}

/// The answer to a request: its id, and a result or an error.
struct RPCAnswer: Sendable {
  let id: RPCID?
  let outcome: Result<JSONObject, RPCError>

  init(_ id: RPCID?, _ outcome: Result<JSONObject, RPCError>) {
    (self.id, self.outcome) = (id, outcome)
  }

  var json: JSONValue {
    var object: JSONObject = ["jsonrpc": .string("2.0"), "id": id?.json ?? .null]
    switch outcome {
    case .success(let result): object["result"] = .object(result)
    case .failure(let error): object["error"] = error.json
    }
    return .object(object)
  }
}
