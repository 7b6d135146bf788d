package import PlanModel

/// The message of a user's commit, written to be read in `git log`.
///
///     move k7m2: Todo → Doing, Fix login on iPad
///
///     Plan: k7m2q9x4t1ab
package struct CommitMessage: Sendable {
  /// Characters after which a subject is cut; `git log --oneline` stays readable.
  private static let longestSubject = 100

  package let text: String
  /// The first line.
  package var subject: String { String(text.prefix { $0 != "\n" }) }

  /// - Parameters:
  ///   - subject: What was done, in words.
  ///   - lines: One line a plan, for a command that changed several.
  ///   - plans: The plans that were changed, named in trailers for programs.
  ///   - trailers: Trailers more.
  package init(
    subject: String, lines: [String] = [], plans: [PlanID], trailers: [CommitTrailer] = []
  ) {
    var subject = Self.oneLine(subject)
    if subject.count > Self.longestSubject {
      subject = subject.prefix(Self.longestSubject - 1) + "…"
    }
    var paragraphs = [subject]
    if !lines.isEmpty { paragraphs.append(lines.map(Self.oneLine).joined(separator: "\n")) }
    let allTrailers = plans.map { CommitTrailer(.plan, $0.text) } + trailers
    if !allTrailers.isEmpty {
      paragraphs.append(allTrailers.map(\.line).joined(separator: "\n"))
    }
    text = paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The text without what would break a line or speak to a terminal.
  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          case .format where scalar.properties.isBidiControl: " "
          default: scalar
          }
        }))
  }
}
