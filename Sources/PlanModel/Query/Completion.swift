/// A word that a person can go on with, and what it means.
package struct Completion: Hashable, Sendable {
  /// The whole word, as the program would read it, without a shell's quotes.
  package var text: String
  /// One line, made safe for no terminal yet; may be empty.
  package var about: String
  /// Whether more is to be typed behind it, as behind `label:`.
  package var goesOn: Bool

  package init(_ text: String, about: String = "", goesOn: Bool = false) {
    (self.text, self.about, self.goesOn) = (text, about, goesOn)
  }

  /// Returns whether a word begins with a typed text, ignoring case and accents.
  package static func begins(_ word: String, with typed: String) -> Bool {
    typed.isEmpty || SearchText(typed).begins(word)
  }
}
