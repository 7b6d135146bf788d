/// How the text of a TOML file defines an MCP server: as tables, dotted keys or inline tables.
struct TOMLServers {
  /// The number of headers and keys that define the server, or something in it.
  private(set) var definitions = 0
  /// The reason why the file can't have another table of a server; nil if it can.
  private(set) var obstacle: Failure?

  /// The reason why a server can't be added.
  enum Failure: Error {
    case invalid(line: Int, reason: String)
    /// Text that looks like the server's is inside a multi-line string.
    case multiLineString(line: Int)
    /// The servers are a value, such as an inline table.
    case value
    /// The servers are an array of tables.
    case array
  }

  /// Looks for a server.
  ///
  /// - Parameter mark: Text that pmgit writes beside the server.
  init(_ name: String, mark: String, in text: [UInt8]) throws(Failure) {
    var scanner = TOMLScanner(text, unexpected: ["[\(Self.servers)", mark])
    var table: [String] = []
    while let statement = try scanner.next() {
      switch statement {
      case .table(let path), .array(let path):
        table = path
        if path.starts(with: [Self.servers, name]) { definitions += 1 }
        if case .array = statement, path == [Self.servers] { obstacle = .array }
      case .value(let path, let keys):
        let path = table + path
        if path == [Self.servers] { obstacle = .value }
        if path.starts(with: [Self.servers, name])
          || path == [Self.servers] && keys.contains(name)
        {
          definitions += 1
        }
      }
    }
  }

  private static let servers = "mcp_servers"
}
