package import PlanModel
import PlanStore

/// The person who acts on a board, the time, and the source of randomness. Apart from these, an
/// action depends only on the repository and the request.
///
/// This is a class, so that a person's actions share one random generator and never draw equal ids.
package final class Participant {
  /// The environment of the process; git's variables in it may name the person.
  package let environment: [String: String]
  /// The time of the request. The values that the request writes get this time.
  package private(set) var now: Timestamp
  /// The local clocks, which define when the person's days begin.
  package let clocks: LocalClocks
  package var random: any RandomNumberGenerator
  /// The author of changes; nil if the git identity is the author.
  package private(set) var actor: Person?
  /// Whether outcomes include optional notices, which may cost more reading.
  package var wantsNotices = true
  /// Whether changes are only shown and not made.
  package var isDryRun = false
  /// Whether git may ask for a password on the terminal.
  package var mayBeAsked = false
  private let clock: () -> Timestamp

  /// Describes who makes a request, when, and in which environment.
  ///
  /// - Parameters:
  ///   - now: The time of the request.
  ///   - clock: Returns the present time.
  package init(
    environment: [String: String], now: Timestamp, clock: @escaping () -> Timestamp,
    clocks: LocalClocks, random: any RandomNumberGenerator
  ) {
    (self.environment, self.now, self.clock) = (environment, now, clock)
    (self.clocks, self.random) = (clocks, random)
  }

  /// Reads the clock again, for the next request or after an editor was open for long.
  package func readClock() { now = clock() }

  /// The agent that makes changes: the name of an `actor` without an address; nil for a person.
  ///
  /// Commits of an agent name it in a trailer.
  package var agent: String? { actor.flatMap { $0.email.isEmpty ? $0.name : nil } }

  /// Makes another person, or an agent, the author of later changes and the meaning of `@me`.
  ///
  /// The committer remains the git identity.
  ///
  /// - Parameter typed: `Name <address>` for a person, a name alone for an agent; `me` means the
  ///   git identity. Agents have no address, so those that share an identity remain distinct
  ///   authors.
  /// - Throws: `Problem` for a name that git does not accept as an author.
  package func act(as typed: String) throws {
    guard !Self.isMe(typed) else {
      actor = nil
      return
    }
    let person = Person(try Validation.line(typed, field: "author"))
    let name = person.name.isEmpty ? String(person.email.prefix { $0 != "@" }) : person.name
    let actor = Person(name: name, email: person.email)
    guard actor.isPlainSignature else {
      throw Problem.usage(
        "'\(typed.excerpt)' is not an author's name",
        hints: ["write it as 'Name' or 'Name <address>', without punctuation around it"])
    }
    self.actor = actor
  }

  /// Whether a typed name means the acting person.
  static func isMe(_ typed: String) -> Bool { ["me", "@me"].contains(typed.lowercased()) }

  /// The variable of the environment that names an agent.
  package static let agentVariable = "PMGIT_AGENT"

  /// Acts as the agent that the environment names, as `act(as:)` does. An unset or empty variable
  /// changes nothing.
  ///
  /// - Throws: `Problem` that names the variable, for a name that `act(as:)` refuses.
  package func actAsAgentOfEnvironment() throws {
    guard let name = environment[Self.agentVariable], !name.isEmpty else { return }
    do {
      try act(as: name)
    } catch {
      let problem = Problem(error)
      throw Problem.usage(
        "\(Self.agentVariable) in the environment: \(problem.message)", hints: problem.hints)
    }
  }

  /// The local day of the request.
  package var today: CalendarDay { clocks.day(of: now) }

  /// Parses a moment of the past, by the local clocks.
  ///
  /// - Returns: The time that the text covers; nil if the text is not a moment of the past.
  func span(ofPast typed: String) throws -> MomentSpan? {
    do throws(DueDateError) {
      return try PastMoment.span(typed, now: now, clocks: clocks)
    } catch {
      throw Problem.usage(error.message, hints: [Hint(error.hint)])
    }
  }
}
