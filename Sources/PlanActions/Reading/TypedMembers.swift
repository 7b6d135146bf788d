package import PlanModel
package import PlanView

extension PlanMembers {
  /// Parses the names of members, separated by commas, as in `id,title,state`.
  ///
  /// - Throws: `Problem` for a name that no plan has, with the nearest name and all names.
  package init(typed: [String]) throws {
    let names = typed.flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0.filter { !$0.isWhitespace }) }
    }
    do throws(UnknownName) { try self.init(names) } catch { throw Problem(error, fields: []) }
  }

  /// Fails for a name that is neither a member of every plan nor a field of the board.
  package func check(on board: Board) throws {
    do throws(UnknownName) { try requireFields(of: board) } catch {
      throw Problem(error, fields: board.fields.map(\.key))
    }
  }
}

extension Problem {
  /// Describes a name of `--fields` that does not exist.
  ///
  /// - Parameter fields: The names of the board's own fields.
  fileprivate init(_ error: PlanMembers.UnknownName, fields: [String]) {
    let word = error.name.lowercased()
    let all = PlanMembers.all + fields
    let near = HistoryFilter.otherFieldNames[word] ?? Suggestion.nearest(to: word, in: all)
    self = .usage(
      error.name.isEmpty
        ? "a field's name is missing" : "'\(error.name.excerpt)' is not a field of a plan",
      hints: [
        near.map { "did you mean '\($0)'?" }, "the fields are \(all.joined(separator: ", "))",
      ].compactMap(\.self))
  }
}

extension Board {
  /// Returns the fields to add up. Each text has the names of fields, separated by commas.
  ///
  /// - Throws: `Problem` for a name that is not a field with numbers.
  package func summedFields(named typed: [String]) throws -> [SummedField] {
    var found: [SummedField] = []
    for name in typed.flatMap({ $0.split(separator: ",") }) {
      let name = String(name).trimmingSpaces
      guard let field = SummedField(named: name, on: self) else {
        let names = SummedField.names(on: self)
        throw Problem.usage(
          "'\(name.excerpt)' is not a field with numbers",
          hints: Hint.didYouMean(name, among: names)
            + ["those with numbers are \(names.joined(separator: ", "))"])
      }
      if !found.contains(field) { found.append(field) }
    }
    return found
  }

  /// Returns the grouping with a name.
  ///
  /// - Throws: `Problem` that lists the groupings.
  package func grouping(named name: String) throws -> PlanGrouping {
    if let grouping = PlanGrouping(named: name, on: self) { return grouping }
    throw Problem.unknownGrouping(name, PlanGrouping.names(on: self))
  }

  func flowGrouping(named name: String) throws -> FlowGrouping {
    if let grouping = FlowGrouping(named: name, on: self) { return grouping }
    throw Problem.unknownGrouping(name, FlowGrouping.builtIn.map(\.name) + fields.map(\.key))
  }
}

extension Problem {
  fileprivate static func unknownGrouping(_ name: String, _ names: [String]) -> Problem {
    .usage(
      "plans can't be grouped by '\(name.excerpt)'",
      hints: Hint.didYouMean(name, among: names)
        + ["group them by \(names.joined(separator: ", "))"])
  }
}
