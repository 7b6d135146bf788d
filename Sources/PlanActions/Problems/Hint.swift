import PlanModel
import PlanView

/// A remedy: a sentence that may contain commands to run.
///
/// A terminal prints the commands in single quotes. A hint is written as a string literal that
/// interpolates each command word by word, so that each word can be quoted for the shell:
///
///     "bring it back first with \(pmgit: "restore", id)"
package struct Hint: Hashable, Sendable {
  package private(set) var parts: [Part]

  package enum Part: Hashable, Sendable {
    case text(String)
    /// A program and its arguments. If `isRun`, the sentence has "run" before the command, or
    /// "press" before the key that replaces the command.
    case command([String], isRun: Bool = false)
  }

  package init(_ parts: [Part]) {
    self.parts = parts.reduce(into: []) { joined, part in
      // Two hints with the same words are equal, however they were built.
      if case .text(let text) = part, case .text(let last)? = joined.last {
        joined[joined.count - 1] = .text(last + text)
      } else {
        joined.append(part)
      }
    }
  }

  package init(_ text: String) { parts = [.text(text)] }

  package static func + (left: Hint, right: Hint) -> Hint { Hint(left.parts + right.parts) }

  /// Returns the hint with the name that a mistyped one probably means; empty if no name is near.
  static func didYouMean(_ typed: String, among names: [String]) -> [Hint] {
    Suggestion.nearest(to: typed, in: names).map { ["did you mean '\($0)'?"] } ?? []
  }

  /// The commands in the hint.
  package var commands: [[String]] {
    parts.compactMap { if case .command(let words, _) = $0 { words } else { nil } }
  }

  /// The pmgit commands that have no button on the page.
  private static let onlyForTerminals: Set<String> = ["web", "doctor", "init"]

  /// Whether the page shows the hint. It leaves out hints with pmgit commands that have a button
  /// there.
  package var isForPages: Bool {
    commands.allSatisfy { words in
      words.first != "pmgit" || words.count > 1 && Self.onlyForTerminals.contains(words[1])
    }
  }

  /// Returns the hint as a sentence.
  ///
  /// - Parameters:
  ///   - board: The board to name in commands of pmgit; nil to name none.
  ///   - replacement: Returns the key in place of a command; nil to keep the command.
  package func text(
    naming board: String? = nil, replacing replacement: ([String]) -> String? = { _ in nil }
  ) -> String {
    parts.reduce(into: "") { sentence, part in
      switch part {
      case .text(let text): sentence += text
      case .command(let words, let isRun):
        if let key = replacement(words) {
          sentence += (isRun ? "press " : "") + key
        } else {
          let command = Self.words(words, naming: board).shellCommand
          sentence += (isRun ? "run " : "") + "'\(command)'"
        }
      }
    }
  }

  /// Returns a command's words, with `--board` added to a pmgit command that names no board.
  /// `pmgit config board` takes no board and stays unchanged.
  private static func words(_ words: [String], naming board: String?) -> [String] {
    guard let board, words.first == "pmgit", !words.contains("--board"),
      words != ["pmgit", "config", "board"]
    else { return words }
    // A word after '--' is never an option.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end] + ["--board", board] + words[end...]
  }
}

extension Hint: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ hint: Hint) { parts += hint.parts }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }

    /// Adds a pmgit command; `words` are its arguments.
    package mutating func appendInterpolation(pmgit words: any CustomStringConvertible...) {
      parts.append(.command(["pmgit"] + words.map { $0.description }))
    }

    /// Adds "run" and a pmgit command. If a key replaces the command, adds "press" and the key.
    package mutating func appendInterpolation(running words: any CustomStringConvertible...) {
      parts.append(.command(["pmgit"] + words.map { $0.description }, isRun: true))
    }

    /// Adds a command of another program.
    package mutating func appendInterpolation(run words: any CustomStringConvertible...) {
      parts.append(.command(words.map { $0.description }))
    }
  }

  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation interpolation: StringInterpolation) {
    self.init(interpolation.parts)
  }
}
