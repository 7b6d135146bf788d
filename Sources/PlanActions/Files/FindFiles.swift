package import PlanModel
import PlanStore
import PlanView

/// The files of a plan.
package struct FilesFound {
  package let shown: ShownBoard
  package let plan: Plan
  package let files: [File]

  package struct File: Sendable {
    package let file: Attachment
    /// Whether the board has the file's content.
    package let isPresent: Bool
  }
}

/// A file of a plan, with its content.
package struct FileFound: Sendable {
  package let plan: PlanID
  package let file: Attachment
  package let bytes: [UInt8]
}

extension Workspace {
  /// Returns the files of a plan, oldest first.
  ///
  /// - Parameters:
  ///   - typed: The beginning of the plan's id, an alias, or words of the title.
  ///   - past: A moment or a commit of the past; nil for now.
  package func files(of typed: String, at past: String? = nil) throws -> FilesFound {
    let found = try show(typed, at: past)
    let files = try found.plan.files.map { file in
      FilesFound.File(file: file, isPresent: try found.shown.snapshot.hasContent(of: file))
    }
    return FilesFound(shown: found.shown, plan: found.plan, files: files)
  }

  /// Reads a file of a plan.
  ///
  /// - Parameter name: The file's name, its id, or the beginning of its content's id.
  package func file(_ name: String, of typed: String, at past: String? = nil) throws -> FileFound {
    let found = try show(typed, at: past)
    return try content(of: try found.plan.files(named: name)[0], found)
  }

  /// Reads the file of a plan with exactly this id, even if the id is the name of another file.
  package func file(id: String, of typed: String, at past: String? = nil) throws -> FileFound {
    let found = try show(typed, at: past)
    return try content(of: try found.plan.file(id: id), found)
  }

  private func content(of file: Attachment, _ found: PlanShown) throws -> FileFound {
    guard let bytes = try found.shown.snapshot.content(of: file) else {
      throw Problem(
        code: .missingContent,
        message: "the content of '\(file.name.excerpt)' is not on the board",
        hints: ["look for the reason with \(pmgit: "doctor")"])
    }
    return FileFound(plan: found.plan.id, file: file, bytes: bytes)
  }
}

extension Plan {
  /// Returns the file with exactly this id.
  func file(id: String) throws -> Attachment {
    guard let file = files.first(where: { ExactString($0.id) == ExactString(id) }) else {
      throw noFile(id)
    }
    return file
  }

  /// Returns the files that a text names: the one with this id, else all with this name, else all
  /// whose content's id begins with it. All of them have the same content.
  ///
  /// An id comes first, so that hints and programs get the file that they mean. Only an id in
  /// another form than pmgit's comes after the names, because somebody may have chosen it to equal
  /// a name.
  ///
  /// - Throws: `Problem` if no file matches, or if several with different contents do.
  func files(named typed: String) throws -> [Attachment] {
    let withID = files.filter { ExactString($0.id) == ExactString(typed) }
    var found = Edit.isItemID(typed) ? withID : []
    if found.isEmpty { found = files.filter { $0.name == typed } }
    if found.isEmpty { found = withID }
    if found.isEmpty, typed.utf8.count >= Self.shortestBlob {
      found = files.filter { $0.blob.hasPrefix(typed.lowercased()) }
    }
    guard let first = found.first else { throw noFile(typed) }
    guard found.allSatisfy({ $0.blob == first.blob }) else {
      throw Problem(
        code: .ambiguousFile,
        message: "plan '\(id)' has \(found.count) files '\(typed.excerpt)'",
        hints: ["name one by its id:"] + Self.listed(found), kind: .usage)
    }
    return found
  }

  /// The fewest digits with which a content's id can be abbreviated.
  private static let shortestBlob = 4
  /// The most files that an error lists.
  private static let mostListed = 10

  private func noFile(_ typed: String) -> Problem {
    guard !files.isEmpty else {
      return Problem(code: .noFile, message: "plan '\(id)' has no files", kind: .usage)
    }
    return Problem(
      code: .noFile, message: "plan '\(id)' has no file '\(typed.excerpt)'",
      hints: Self.listed(files), kind: .usage)
  }

  private static func listed(_ files: [Attachment]) -> [Hint] {
    files.suffix(mostListed).map { file in
      let at = file.at.map { ", \($0)" } ?? ""
      return Hint("\(file.id)  \(file.name.excerpt), by \(Person(file.by).fullName)\(at)")
    }
  }
}
