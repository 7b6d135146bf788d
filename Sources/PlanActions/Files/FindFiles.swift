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
  package func file(
    _ name: String, of typed: String, at past: String? = nil
  ) throws -> FileFound {
    let found = try show(typed, at: past)
    let file = try found.plan.files(named: name)[0]
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
  /// Returns the files that a text names: all with this name, else the one with this id, else all
  /// whose content's id begins with it. All of them have the same content.
  ///
  /// - Throws: `Problem` if no file is meant, or several with different contents.
  func files(named typed: String) throws(Problem) -> [Attachment] {
    var found = files.filter { $0.name == typed }
    if found.isEmpty { found = files.filter { $0.id == typed } }
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

  /// The fewest digits of a content's id that name it.
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
