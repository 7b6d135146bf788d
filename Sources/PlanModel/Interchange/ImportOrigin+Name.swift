extension ImportOrigin {
  /// The name of a member of the memory: the path of a value without its section, such as `title`
  /// or `labels/bug`, or a word before a slash for what else is remembered, such as `account/octocat`.
  struct Name: Hashable, Comparable, Sendable {
    /// The name as it is stored.
    let text: ExactString

    init(_ text: ExactString) { self.text = text }

    private init(_ section: String, _ rest: String) { text = ExactString("\(section)/\(rest)") }

    static func < (left: Name, right: Name) -> Bool { left.text < right.text }

    static let alias = Name("alias")
    /// The name of the mark in the text of an issue that a bridge has made of the plan.
    static let marker = Name("marker")
    /// The name of the record that an undo removed the memory.
    static let gone = Name("gone")

    /// Creates the name of the value at a path.
    init(of path: ElementPath) {
      if case .other(let name) = path {
        self.init("other", name.text)
      } else {
        self.init(ExactString(path.fieldName))
      }
    }

    /// Returns the name of an item of the source.
    static func item(_ key: String, in list: PlanList) -> Name { Name(list.rawValue, key) }

    /// What is remembered of an item of the source: the id of the plan's item, and a line's text
    /// and mark.
    enum Part: String {
      case item, text, done
    }

    func part(_ part: Part) -> Name { Name(text.text, part.rawValue) }

    /// Returns the name of the record that a bridge is about to send a comment. If the bridge stops
    /// then, the next import takes a new comment of the source with the same text for this one, even
    /// if its time does not fit.
    static func sending(_ comment: String) -> Name { Name("sending", comment) }

    /// Returns the name of the record of a day's exact moment.
    static func moment(of path: ElementPath) -> Name { Name("moment", path.fieldName) }

    /// Returns the name of the record that a bridge is about to create an issue.
    ///
    /// - Parameter seal: The seal of the mark.
    static func making(_ seal: String) -> Name { Name("making", seal) }

    /// Returns the name of the record of a login's assignee. Without the record, the assignee is
    /// named by the login.
    static func account(_ login: String) -> Name { Name("account", login.lowercased()) }

    // MARK: - Parsing

    /// The texts before and after the first slash; nil without a slash.
    private var halves: (section: String, rest: String)? {
      let bytes = text.text.utf8
      return bytes.firstIndex(of: UInt8(ascii: "/")).map { slash in
        (String(text.text[..<slash]), String(text.text[bytes.index(after: slash)...]))
      }
    }

    private func rest(of section: String) -> String? {
      halves.flatMap { $0.section == section ? $0.rest : nil }
    }

    /// The set and the member, if this is the name of one; nil for a name without a slash.
    var setMember: (set: ExactString, member: ExactString)? {
      halves.map { (ExactString($0.section), ExactString($0.rest)) }
    }

    /// Returns the member of a set from its name; nil for other names.
    func member(of set: PlanSet) -> String? { rest(of: set.rawValue) }

    /// Returns the key of an item of the source from its name; nil for other names.
    func key(in list: PlanList) -> String? {
      rest(of: list.rawValue).flatMap { $0.contains("/") ? nil : $0 }
    }

    /// Whether this is the name of the ids of the plan's comments that are one of the source.
    var isPlaceOfComment: Bool {
      rest(of: PlanList.comments.rawValue)?.hasSuffix("/\(Part.item.rawValue)") == true
    }

    /// The comment that a bridge was about to send; nil for other names.
    var sentComment: String? { rest(of: "sending") }
    /// The seal of the issue that a bridge was about to create; nil for other names.
    var seal: String? { rest(of: "making") }
    /// The login whose assignee is recorded, in lower case; nil for other names.
    var login: String? { rest(of: "account") }
  }
}
