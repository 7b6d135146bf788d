package import PlanModel

extension Person {
  /// The name without the address, or the address if there is no name.
  package var fullName: String { name.isEmpty ? email : name }

  /// The first word of the name, or the part of an address before the `@`.
  package var shortName: String {
    let first = fullName.split(separator: " ").first ?? ""
    let account = first.prefix { $0 != "@" }
    return String(account.isEmpty ? first : account)
  }
}
