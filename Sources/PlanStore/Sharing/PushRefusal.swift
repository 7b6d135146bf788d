package import Git

/// The reason why a remote's host refused the board.
package enum PushRefusal: Equatable, Sendable {
  /// Another branch on the remote prevents the board's branch.
  case branchInTheWay(messages: RemoteMessages)

  /// pmgit's guard on the host refused the push.
  ///
  /// - Parameters:
  ///   - findings: The lines about violations, in the guard's order.
  ///   - hints: The guard's hints, each a sentence.
  ///   - omitted: The number of omitted lines.
  case byGuard(findings: [String], hints: [String], omitted: Int = 0)

  /// The host refused the push, with git's reason, such as "pre-receive hook declined".
  case declined(String, messages: RemoteMessages)
}

extension PushRefusal {
  /// Recognizes the guard by the prefix `pmgit: `, as git transmits only text.
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
