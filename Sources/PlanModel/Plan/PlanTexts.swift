/// The long texts of a plan, and its files. Lists only need their `Outline`, so they read the index
/// without texts.
package struct PlanTexts: Hashable, Sendable {
  /// The description, one string per line, without line feeds.
  package var body: [String] = []
  /// The checklist in order, without removed items.
  package var checklist: [ChecklistItem] = []
  /// The comments, oldest first, without removed ones.
  package var comments: [Comment] = []
  /// The time that was spent, by day, without removed entries.
  package var time: [TimeEntry] = []
  /// The attached files, oldest first, without removed ones.
  package var files: [Attachment] = []

  package init() {}

  /// The sizes of the texts that searches read, in bytes.
  package struct Sizes: Hashable, Sendable {
    package let body, checklist, comments: Int

    package init(body: Int = 0, checklist: Int = 0, comments: Int = 0) {
      (self.body, self.checklist, self.comments) = (body, checklist, comments)
    }
  }

  /// The values that lists show of the texts.
  package struct Outline: Hashable, Sendable {
    /// Whether a line of the description is not empty.
    package let hasBody: Bool
    /// How many items of the checklist are done; nil without items.
    package let checklist: Progress?
    /// The author of each comment, as in `Comment.by`.
    package let commentAuthors: [String]
    /// Whether there is an entry of time, even one with an invalid length.
    package let hasTime: Bool
    /// The time that was spent, in minutes.
    package let spentMinutes: Int
    package let hasFiles: Bool
    package let sizes: Sizes

    package init(
      hasBody: Bool, checklist: Progress?, commentAuthors: [String], hasTime: Bool = false,
      spentMinutes: Int = 0, hasFiles: Bool = false, sizes: Sizes = Sizes()
    ) {
      (self.hasBody, self.checklist) = (hasBody, checklist)
      (self.commentAuthors, self.hasTime) = (commentAuthors, hasTime)
      (self.spentMinutes, self.hasFiles) = (spentMinutes, hasFiles)
      self.sizes = sizes
    }
  }

  package var outline: Outline {
    Outline(
      hasBody: body.contains { !$0.isEmpty },
      checklist: checklist.isEmpty
        ? nil : Progress(done: checklist.count { $0.done }, total: checklist.count),
      commentAuthors: comments.map(\.by), hasTime: !time.isEmpty,
      spentMinutes: time.lazy.compactMap(\.minutes).reduce(0, +), hasFiles: !files.isEmpty,
      sizes: Sizes(
        body: Self.size(of: body), checklist: Self.size(of: checklist.lazy.map(\.text)),
        comments: Self.size(of: comments.lazy.flatMap(\.text))))
  }

  private static func size(of texts: some Sequence<String>) -> Int {
    texts.reduce(0) { $0 + $1.utf8.count }
  }

  /// Whether folding only lowercases ASCII letters in all of the texts; see `TextFolding`.
  package var arePlain: Bool {
    let isPlain = { (text: String) in TextFolding.isPlain(text.utf8.span) }
    return body.allSatisfy(isPlain) && checklist.allSatisfy { isPlain($0.text) }
      && comments.allSatisfy { $0.text.allSatisfy(isPlain) }
  }

  /// Whether a text occurs in a line of the description, the checklist or a comment.
  func contain(_ text: SearchText) -> Bool {
    body.contains(where: text.occurs) || checklist.contains { text.occurs(in: $0.text) }
      || comments.contains { $0.text.contains(where: text.occurs) }
  }
}

/// The texts of a plan, or only their outline.
enum ReadTexts: Hashable, Sendable {
  case all(PlanTexts)
  case outline(PlanTexts.Outline)

  /// The texts, which must have been read.
  var texts: PlanTexts {
    get {
      guard case .all(let texts) = self else { preconditionFailure("the texts were not read") }
      return texts
    }
    set { self = .all(newValue) }
  }

  var outline: PlanTexts.Outline {
    switch self {
    case .all(let texts): texts.outline
    case .outline(let outline): outline
    }
  }
}
