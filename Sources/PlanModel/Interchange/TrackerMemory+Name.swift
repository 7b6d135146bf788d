extension TrackerMemory {
  /// The name of a member of the memory: the path of a value without its section, such as `title`
  /// or `labels/bug`. The names of other records begin with a word, as in `account/octocat`.
  struct Name: Hashable, Comparable, Sendable {
    /// The name as it is stored.
    let text: ExactString

    init(_ text: ExactString) { self.text = text }

    private init(_ section: String, _ rest: String) { text = ExactString("\(section)/\(rest)") }

    static func < (left: Name, right: Name) -> Bool { left.text < right.text }

    static let alias = Name("alias")
    /// The name of the mark in the text of an issue that a bridge has made of the plan.
    static let marker = Name("marker")
    /// The name of the member that an undo writes when it removes the memory.
    static let gone = Name("gone")

    /// Creates the name of the value at a path.
    init(of path: ElementPath) {
      guard case .other(let name) = path else {
        self.init(ExactString(path.fieldName))
        return
      }
      self.init("other", name.text)
    }

    /// Returns the name of an item of the tracker.
    static func item(_ key: String, in list: PlanList) -> Name { Name(list.rawValue, key) }

    /// Returns the name of a part of an item's record: `item` for the id of the plan's item, and
    /// `text` or `done` for a line.
    func part(_ part: String) -> Name { Name(text.text, part) }

    /// Returns the name of the record that a bridge is about to send a comment. If the bridge
    /// stops then, the next import takes a new comment of the tracker with the same text for this
    /// one, even if its time does not fit.
    static func sending(_ comment: String) -> Name { Name("sending", comment) }

    /// Returns the name of the record of a value that a bridge is about to send, or false for no
    /// value. If the bridge stops then, and the tracker has the value later, it is the sent one.
    static func sent(_ name: Name) -> Name { Name("sent", name.text.text) }

    /// Returns the name of the record of a day's exact moment.
    static func moment(of path: ElementPath) -> Name { Name("moment", path.fieldName) }

    /// Returns the name of the record that a bridge is about to create the issue with this seal.
    static func making(_ seal: String) -> Name { Name("making", seal) }

    /// The name of the record that a bridge is about to create an issue again, after a push that
    /// did not end.
    static let makingAgain = making("again")

    /// Returns the name of the record that the tracker did not take a value. For a member of a
    /// set, the record is true if it was added and false if it was removed; for a field, it is the
    /// value, or false for none.
    static func refused(_ name: Name) -> Name { Name("refused", name.text.text) }

    /// Returns the name of the record of a login's assignee. Without the record, the assignee is
    /// named by the login.
    static func account(_ login: String) -> Name { Name("account", login.lowercased()) }

    // MARK: - Parsing

    /// The set and the member, if this is the name of one; nil for a name without a slash.
    var setMember: (set: ExactString, member: ExactString)? {
      let bytes = text.text.utf8
      return bytes.firstIndex(of: UInt8(ascii: "/")).map { slash in
        let rest = bytes.index(after: slash)
        return (ExactString(String(text.text[..<slash])), ExactString(String(text.text[rest...])))
      }
    }

    private func rest(of section: String) -> String? {
      setMember.flatMap { $0.set.text == section ? $0.member.text : nil }
    }

    /// Returns the member of a set from its name; nil for other names.
    func member(of set: PlanSet) -> String? { rest(of: set.rawValue) }

    /// Returns the key of an item of the tracker from its name; nil for other names.
    func key(in list: PlanList) -> String? {
      rest(of: list.rawValue).flatMap { $0.contains("/") ? nil : $0 }
    }

    /// Whether the record has the ids of the plan's comments that stand for one of the tracker.
    var isPlaceOfComment: Bool { rest(of: "comments")?.hasSuffix("/item") == true }

    // The arguments of `sending`, `sent`, `making`, `account` and `refused`; nil for other names.
    var sentComment: String? { rest(of: "sending") }
    var sent: Name? { rest(of: "sent").map { Name(ExactString($0)) } }
    var seal: String? { rest(of: "making") }
    var login: String? { rest(of: "account") }
    var refused: Name? { rest(of: "refused").map { Name(ExactString($0)) } }
  }
}
