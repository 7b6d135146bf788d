package import PlanModel

/// The message of a user's commit, written to be read in `git log`.
///
///     move k7m2: Todo → Doing, Fix login on iPad
///
///     Plan: k7m2q9x4t1ab
package struct CommitMessage: Sendable {
  /// The most characters of a subject, which keeps `git log --oneline` readable.
  private static let longestSubject = 100

  /// The first line.
  package let subject: String
  private let lines: [String]
  private var trailers: [CommitTrailer]

  package var text: String {
    let paragraphs = [
      subject, lines.joined(separator: "\n"), trailers.map(\.line).joined(separator: "\n"),
    ]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// - Parameters:
  ///   - subject: The change in words.
  ///   - lines: One line for each plan, for a command that changed several.
  ///   - plans: The plans that were changed, named in trailers for programs.
  ///   - trailers: Further trailers.
  package init(
    subject: String, lines: [String] = [], plans: [PlanID], trailers: [CommitTrailer] = []
  ) {
    var subject = Self.oneLine(subject)
    if subject.count > Self.longestSubject {
      subject = subject.prefix(Self.longestSubject - 1) + "…"
    }
    self.subject = subject
    self.lines = lines.map(Self.oneLine)
    self.trailers = plans.map { CommitTrailer(.plan, $0.text) } + trailers
  }

  mutating func append(_ trailers: [CommitTrailer]) { self.trailers += trailers }

  /// Replaces line breaks and control characters by spaces.
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
