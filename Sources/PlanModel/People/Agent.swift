/// A program that changed a board, and the person whose git identity it used.
package struct Agent: Hashable, Sendable {
  /// The name; agents have no address.
  package let name: String
  /// The person for whom the agent acted, `Name <email>`.
  package let person: String

  /// The word that means any agent where a person is expected. `@agent` means a person named
  /// `agent`.
  package static let anyWord = "agent"

  package init(name: String, person: String) { (self.name, self.person) = (name, person) }
}
