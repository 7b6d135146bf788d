/// A completion of a typed word, with its meaning.
package struct Completion: Hashable, Sendable {
  /// The whole word as the program reads it, without a shell's quotes.
  package var text: String
  /// One line of explanation, not yet safe for a terminal; may be empty.
  package var about: String
  /// Whether more must be typed after it, as after `label:`.
  package var goesOn: Bool

  package init(_ text: String, about: String = "", goesOn: Bool = false) {
    (self.text, self.about, self.goesOn) = (text, about, goesOn)
  }

  /// Whether a word begins with a typed text, ignoring case and accents.
  package static func begins(_ word: String, with typed: String) -> Bool {
    typed.isEmpty || SearchText(typed).begins(word)
  }
}
