package import PlanModel

extension PlanMembers {
  /// Parses the names of members, separated by commas, as in `id,title,state`.
  ///
  /// - Throws: `Problem` for a name that no plan has, with the nearest name and all names.
  package init(typed: [String]) throws(Problem) {
    let names = typed.flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0.filter { !$0.isWhitespace }) }
    }
    do throws(UnknownName) {
      try self.init(names)
    } catch {
      let word = error.name.lowercased()
      let near = HistoryField.otherNames[word] ?? Suggestion.nearest(to: word, in: Self.all)
      throw .usage(
        error.name.isEmpty
          ? "a field's name is missing" : "'\(error.name.excerpt)' is not a field of a plan",
        hints: [
          near.map { "did you mean '\($0)'?" },
          "the fields are \(Self.all.joined(separator: ", "))",
        ].compactMap(\.self))
    }
  }
}
