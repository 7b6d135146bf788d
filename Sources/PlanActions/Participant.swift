package import PlanModel
import PlanStore

/// The person who acts on a board, the time, and the source of randomness: an action's only inputs
/// beside the repository and the request.
///
/// A class, so that two actions of one person never draw the same ids from copies of a generator.
package final class Participant {
  /// The environment of the process, in which git's variables may name the person.
  package let environment: [String: String]
  /// The time of the request, and of all values that it writes.
  package private(set) var now: Timestamp
  /// The clocks by which the person's days begin.
  package let clocks: LocalClocks
  package var random: any RandomNumberGenerator
  /// In whose name changes are made, in place of the author of the git identity; nil for that one.
  package private(set) var actor: Person?
  /// Whether outcomes look for further notices.
  package var wantsNotices = true
  /// Whether changes are only to be seen, and not made.
  package var isRehearsing = false
  /// Whether git may ask for a password on the terminal.
  package var mayBeAsked = false
  private let clock: () -> Timestamp

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

  /// Reads the clock again, for the next request or after an editor was open for an hour.
  package func readClock() { now = clock() }

  /// Makes all that follows in another name: it is the author of changes, and whom `@me` means. The committer
  /// stays that of the git identity.
  ///
  /// - Parameter typed: `Name` or `Name <address>`; a name alone has no address, so that programs that share an
  ///   identity stay apart. `me` is the git identity.
  /// - Throws: `Problem` for a name that git takes for no author.
  package func act(as typed: String) throws {
    guard !["me", "@me"].contains(typed.lowercased()) else {
      actor = nil
      return
    }
    let person = Person(try Validation.line(typed, field: "author"))
    let name = person.name.isEmpty ? String(person.email.prefix { $0 != "@" }) : person.name
    let actor = Person(name: name, email: person.email)
    guard actor.isPlainSignature else {
      throw Problem.usage(
        "'\(typed.excerpt)' is no author's name",
        hints: ["write it as 'Name' or 'Name <address>', without punctuation around it"])
    }
    self.actor = actor
  }

  /// The local day.
  package var today: CalendarDay { day(of: now) }

  /// Reads a moment of the past as it is typed, by the local clock.
  ///
  /// - Returns: nil for a text that is no such moment.
  func span(ofPast typed: String) throws(Problem) -> MomentSpan? {
    do throws(DueDateError) {
      return try PastMoment.span(typed, now: now, clocks: clocks)
    } catch {
      throw Problem.usage(error.message, hints: [Hint(error.hint)])
    }
  }

  /// The local day of a moment.
  func day(of moment: Timestamp) -> CalendarDay {
    clocks.day(of: moment)
  }
}
