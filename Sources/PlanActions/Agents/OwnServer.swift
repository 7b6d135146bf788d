import PlanModel

/// What pmgit writes for its server, also in older versions and for other boards. Everything else
/// is a server that somebody else has written.
enum OwnServer {
  /// Whether a server in JSON has exactly the members that pmgit writes.
  static func isOwn(_ value: JSONValue) -> Bool {
    guard let server = value.object, server.count == 2,
      server["command"] == .string(AgentText.name),
      let arguments = server["args"]?.lines
    else { return false }
    return isOwn(arguments)
  }

  /// Whether lines between marks in TOML are exactly those that pmgit writes.
  static func isOwn(tableLines lines: [String]) -> Bool {
    guard lines.count == statementsInTable, lines[0] == "[mcp_servers.\(AgentText.name)]",
      lines[1] == "command = \"\(AgentText.name)\"", lines[2].hasPrefix("args = "),
      let arguments = arguments(in: lines[2].dropFirst("args = ".count))
    else { return false }
    return isOwn(arguments)
  }

  /// The header of the table, and its keys.
  static let statementsInTable = 3

  private static func isOwn(_ arguments: [String]) -> Bool {
    arguments == ["mcp"]
      || arguments.count == 3 && arguments.starts(with: ["mcp", "--board"])
  }

  /// Returns the strings of an array in TOML, which are in JSON the same.
  private static func arguments(in text: Substring) -> [String]? {
    do { return try JSONReader.value(in: Array(text.utf8)).lines } catch { return nil }
  }
}
