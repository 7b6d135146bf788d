import Git
import PlanModel

/// The result of checking a board's files one by one. Only one file is in memory at a time.
struct ExaminedFiles {
  /// The number of plans that can be read.
  fileprivate(set) var count = 0
  fileprivate(set) var unreadable: [UnreadablePlan] = []
  /// The files that are executable or whose bytes differ from what pmgit would write.
  fileprivate(set) var notCanonical: [BoardFile] = []
  fileprivate(set) var wrongValues: [FoundValue] = []
  fileprivate(set) var wrongStamps: [(problem: StampCheck.Problem, plan: PlanID?)] = []
  /// The attached files of the plans that are not deleted.
  fileprivate(set) var files: [(plan: PlanID, file: Attachment)] = []
  /// The check across all readable plans, such as for broken links.
  fileprivate(set) var plans: PlansCheck
}

extension BoardSnapshot {
  /// Checks the settings and every plan, including their bytes.
  ///
  /// - Complexity: Reads two objects for each plan and one for each folder.
  func examineFiles(at now: Timestamp, _ stamps: StampCheck) throws -> ExaminedFiles {
    var found = ExaminedFiles(plans: PlansCheck(board: board, now: now))
    let settings = try repository.treeEntry(at: BoardFile.board.path, in: tree)
    if brokenSettings == nil, let settings, try !isCanonical(settings, boardDocument) {
      found.notCanonical.append(.board)
    }
    found.wrongValues = try wrongValues(of: .board, boardDocument)
    if let problem = stamps.problem(in: boardDocument) { found.wrongStamps = [(problem, nil)] }
    found.unreadable = try visitPlans { id, contents, file in
      let document = PlanDocument(contents)
      found.count += 1
      if try !isCanonical(file, document) { found.notCanonical.append(.plan(id)) }
      found.wrongValues += try wrongValues(of: .plan(id), document)
      if let problem = stamps.problem(in: document) { found.wrongStamps.append((problem, id)) }
      found.plans.add(document, id: id)
      found.files += document.files.map { (plan: id, file: $0) }
    }
    return found
  }

  /// Whether a file is not executable and has the bytes that pmgit would write for its content.
  private func isCanonical(_ file: TreeEntry, _ document: PlanDocument) throws -> Bool {
    guard file.mode == .blob else { return false }
    return try repository.blob(file.id) == PlanFile.bytes(of: document)
  }
}

// MARK: - Attributes

extension BoardSnapshot {
  static let attributesPath = ".gitattributes"

  /// Returns the text of the board's `.gitattributes`, which assigns plans to pmgit's merge driver;
  /// empty if there is no usable file.
  private func attributes() throws -> String {
    guard let entry = try repository.treeEntry(at: Self.attributesPath, in: tree),
      entry.mode == .blob, try repository.blobSize(entry.id) <= JSONReader.maximumSize
    else { return "" }
    return String(decoding: try repository.blob(entry.id), as: UTF8.self)
  }

  /// Returns the lines that must be added to the board's `.gitattributes`. These are the lines of
  /// `NewBoard.attributes` whose path has no line on the board that sets pmgit's merge driver.
  func missingAttributes() throws -> [Substring] {
    let lines = try attributes().split(separator: "\n").map { $0.split(separator: " ") }
    return NewBoard.attributes.split(separator: "\n").filter { wanted in
      let path = wanted.split(separator: " ").first
      return !lines.contains { $0.first == path && $0.contains("merge=pmgit") }
    }
  }

  /// Returns the attributes with the missing lines at the end, where they override other lines.
  func completeAttributes() throws -> [UInt8] {
    var text = try attributes()
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += try missingAttributes().map { $0 + "\n" }.joined()
    return Array(text.utf8)
  }
}
