/// Accounts of a board that can't be read.
extension PlanDocument {
  /// The values of accounts that are texts but can't be used, such as an account without a person.
  var wrongAccounts: [WrongValue] {
    records(in: Accounts.list).compactMap { id, record in
      record.isRemovedItem ? nil : wrongAccount(id, record)
    }
  }

  private func wrongAccount(_ id: ExactString, _ record: JSONObject) -> WrongValue? {
    // A value that is not a text is reported by its `ValueRule`.
    let wrong = { (member: ExactString, expected: String, repair: [Edit]?) -> WrongValue? in
      guard let value = record[member], value.string != nil else { return nil }
      let path = ElementPath.item(list: Accounts.list, item: id, member: member)
      return WrongValue(
        path: path, value: value, reason: .isNo(expected), repair: repair,
        isConflict: self[path].count > 1)
    }
    guard let text = record["account"]?.string else {
      return wrong("person", "beside an 'account'", nil)
    }
    guard let account = Account(text) else {
      return wrong("account", "an account as \"github:annlee\"", nil)
    }
    guard let person = record["person"]?.string else {
      return wrong("account", "beside a 'person'", nil)
    }
    guard Accounts.isPerson(person) else {
      return wrong("person", "the name of a person, on one line", nil)
    }
    guard account.id != id else { return nil }
    return wrong("account", "in the item '\(account.id.text)'", moving(id, to: account, of: person))
  }

  /// Returns the edits that give an account its right id. If the board already has an account with
  /// that id, its person stays.
  private func moving(_ id: ExactString, to account: Account, of person: String) -> [Edit] {
    let isKnown = hasItem(account.id, in: Accounts.list)
    return (isKnown ? [] : Edit.account(account, of: person))
      + [removal(ofItem: id, in: Accounts.list)]
  }
}
