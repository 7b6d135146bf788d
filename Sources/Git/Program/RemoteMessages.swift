/// The lines that a remote sent for the user.
package struct RemoteMessages: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// All lines, or only the first and the last ones.
  package var lines: [String]

  /// The number of lines left out in the middle.
  package var omitted = 0

  package init(arrayLiteral lines: String...) { self.lines = lines }

  package init(_ lines: [String], omitted: Int = 0) {
    (self.lines, self.omitted) = (lines, omitted)
  }

  /// Extracts the remote's lines from git's messages. git's prefix `remote: ` and spaces at the end
  /// are removed.
  init(of output: GitProgram.Output) {
    let lines = output.standardError.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("remote:") else { return nil }
      let text = line.dropFirst("remote:".count)
      let message = text.first == " " ? text.dropFirst() : text
      return String(message.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
    self.init(lines, omitted: output.omittedErrorLines)
  }
}
