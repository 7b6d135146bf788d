package import Git

/// The reason why a remote's host refuses the board.
package enum PushRefusal: Equatable, Sendable {
  /// Another branch there keeps the board's branch from being made.
  case branchInTheWay(messages: RemoteMessages)

  /// pmgit's own guard on that host refuses it.
  ///
  /// - Parameters:
  ///   - findings: The violations, as lines in the guard's order.
  ///   - hints: The remedies, each a sentence.
  ///   - omitted: The number of lines that were left out.
  case byGuard(findings: [String], hints: [String], omitted: Int = 0)

  /// The host refuses it, in git's own words: "pre-receive hook declined".
  case declined(String, messages: RemoteMessages)
}

extension PushRefusal {
  /// Recognizes the guard by the first word of its lines, as git passes on only text.
  init(_ reason: RefusalReason, messages: RemoteMessages) {
    if messages.lines.contains(where: { $0.hasPrefix("pmgit: ") }) {
      let lead = "hint: "
      let hints = messages.lines.filter { $0.hasPrefix(lead) }
      self = .byGuard(
        findings: messages.lines.filter { !$0.hasPrefix(lead) },
        hints: hints.map { String($0.dropFirst(lead.count)) }, omitted: messages.omitted)
      return
    }
    switch reason {
    case .branchInTheWay: self = .branchInTheWay(messages: messages)
    case .declined(let reason): self = .declined(reason, messages: messages)
    }
  }
}
