/// Finds a table of an MCP server in the text of a TOML file, line by line.
enum TOMLServers {
  /// Whether the text may define `mcp_servers.NAME`, as a table, a dotted key or an inline table.
  /// If so, a second definition would make the file invalid.
  static func has(_ name: String, in text: [UInt8]) -> Bool {
    var table: [String] = []
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.first == "[" {
        table = keys(in: line.drop { $0 == "[" || $0.isWhitespace }, upTo: "]")
        if starts(table, with: name) { return true }
      } else if line.first != "#", line.contains("=") {
        let path = table + keys(in: line, upTo: "=")
        // An inline table can't be extended by another table.
        if path == ["mcp_servers"] || starts(path, with: name) { return true }
      }
    }
    return false
  }

  private static func starts(_ path: [String], with name: String) -> Bool {
    path.count >= 2 && path[0] == "mcp_servers" && path[1] == name
  }

  /// Returns the parts of a dotted key, without quotes.
  private static func keys(in text: Substring, upTo end: Character) -> [String] {
    text.prefix { $0 != end }.split(separator: ".").map { part in
      String(part.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
    }
  }
}
