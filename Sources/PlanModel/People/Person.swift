/// A person in git's form, `Name <email>`; one of the parts may be missing.
package struct Person: Hashable, Sendable {
  package var name: String
  package var email: String

  package init(name: String, email: String) { (self.name, self.email) = (name, email) }

  /// Parses `Name <email>`, a lone address or a lone name; any text is valid.
  package init(_ text: String) {
    if text.last == ">", let open = text.lastIndex(of: "<") {
      let name = text[..<open]
      self.init(
        name: String(name.last == " " ? name.dropLast() : name),
        email: String(text[text.index(after: open)...].dropLast()))
    } else if text.contains("@") {
      self.init(name: "", email: text)
    } else {
      self.init(name: text, email: "")
    }
  }

  /// The person in git's form.
  package var formatted: String {
    if email.isEmpty { return name }
    return name.isEmpty ? email : "\(name) <\(email)>"
  }

  /// Whether both are the same person, ignoring case: by address, or by name if one has no address.
  package func isSame(as other: Person) -> Bool {
    if !email.isEmpty, !other.email.isEmpty {
      return email.lowercased() == other.email.lowercased()
    }
    return !name.isEmpty && name.lowercased() == other.name.lowercased()
  }
}
