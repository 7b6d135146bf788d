import PlanFormats
import PlanModel
import PlanStore

/// The input of an import, as the user named it.
package enum ImportMaterial {
  /// A file or a stream.
  case file(ImportInput)
  /// A folder, with its files by path.
  case folder([(path: String, bytes: [UInt8])])
}

/// The plans of a file that another tool wrote, as lines of an import.
package struct TrackerImport: Sendable {
  private let format: TrackerFormat
  var plans: TrackerPlans
  /// The number of links that were left out because they close a cycle with links of the board.
  package private(set) var closingLinks = 0

  /// The name of the format for `--format`.
  package var id: String { format.id }
  /// The name of the format for people.
  package var name: String { format.name }
  package var count: Int { plans.count }
  /// The kinds of data that were left out, such as `'isPinned'` or `pull requests`, each with the
  /// number of plans or records that had it. The most frequent is first.
  package var losses: [(what: String, count: Int)] {
    plans.losses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (what: $0.key.text, count: $0.value) }
  }

  fileprivate init(_ format: TrackerFormat, _ plans: TrackerPlans) {
    (self.format, self.plans) = (format, plans)
  }

  /// Leaves out links that close a cycle with links of the board.
  mutating func leaveOut(_ closing: ClosingLinks) {
    for (line, link) in closing.links { plans.leaveOut(link, onLine: line) }
    closingLinks += closing.links.count
  }
}

extension ImportMaterial {
  /// The name of pmgit's own JSON Lines.
  package static let ownFormat = "pmgit"

  /// The name of tables in CSV.
  fileprivate static let table = "csv"

  /// The names for `--format`: pmgit's own format and those of trackers.
  package static let formats = [ownFormat] + TrackerFormat.all.map(\.id)

  /// Whether an import of a folder reads a file with this name.
  package static func reads(_ name: String) -> Bool { TrackerFormat.readsFile(named: name) }

  /// The most bytes of a tracker's file or folder.
  package static let maximumSize = TrackerSource.maximumSize
  /// The most files of a tracker's folder.
  package static let maximumFiles = TrackerSource.maximumFiles
}

// MARK: - Finding the format

extension Workspace {
  /// Reads plans of another tool.
  ///
  /// - Parameters:
  ///   - name: The name of the file or folder.
  ///   - format: The name of the format; nil to detect it.
  ///   - origin: The name of the source where the file lacks it: `OWNER/REPO`.
  ///   - columns: The fields for the columns of a table, each as `Summary=title`.
  /// - Returns: nil if the material is in pmgit's own format.
  /// - Throws: `Problem` if the format can't be found, or if the material is not in it.
  package func readTracker(
    _ material: ImportMaterial, named name: String, as format: String? = nil,
    from origin: String? = nil, columns: [String] = [], hints: ImportHints = .file(command: nil)
  ) throws -> TrackerImport? {
    // Only a table has columns to name.
    let format = format ?? (columns.isEmpty ? nil : ImportMaterial.table)
    if let format {
      guard ImportMaterial.formats.contains(format) else {
        throw Problem.usage("'\(format.excerpt)' is not a format", hints: [hints.format])
      }
      if format == ImportMaterial.ownFormat { return nil }
    } else if case .file(let input) = material, try input.isOwn() {
      return nil
    }
    let source = try source(of: material, named: name, isChosen: format != nil)
    do {
      try source?.checkText()
    } catch {
      throw Self.problem(error, in: name, hints)
    }
    guard let source, let found = try self.format(of: source, format, hints) else { return nil }
    guard origin == nil || found.origin != nil else {
      throw Problem.usage(
        "'--from' is not for \(found.name), which have the same names everywhere",
        hints: ["leave it out"])
    }
    let snapshot = try basisBoard()
    var options = FormatOptions(origin: origin, clocks: clocks, now: now, board: snapshot.board)
    options.columns = try Self.columns(columns, for: found)
    do throws(FormatError) {
      return TrackerImport(found, try found.plans(of: source, options))
    } catch {
      throw Self.problem(error, in: name, as: found, hints)
    }
  }

  /// Returns the field for each column of a table.
  private static func columns(
    _ typed: [String], for format: TrackerFormat
  ) throws -> [String: String] {
    guard typed.isEmpty || format.id == ImportMaterial.table else {
      throw Problem.usage("'--map' is for tables in CSV")
    }
    var columns: [String: String] = [:]
    for text in typed {
      // The name of a column may contain '='; the name of a field may not.
      guard let sign = text.lastIndex(of: "="), sign != text.startIndex else {
        throw Problem.usage(
          "'\(text.excerpt)' is not COLUMN=FIELD", hints: ["write it as --map 'Summary=title'"])
      }
      columns[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return columns
  }

  /// Returns the material in memory. Returns nil for a JSON file above the size limit if no format
  /// was chosen, because only pmgit's own format can be that long.
  private func source(
    of material: ImportMaterial, named name: String, isChosen: Bool
  ) throws -> TrackerSource? {
    switch material {
    case .folder(let files):
      return TrackerSource(
        folder: name, files: files.map { TrackerFile(path: $0.path, bytes: $0.bytes) })
    case .file(let input):
      let most = TrackerSource.maximumSize
      let bytes = try input.bytes(at: 0..<most + 1)
      guard bytes.count <= most else {
        if !isChosen, looksLikeJSON(bytes) { return nil }
        throw Problem(
          code: .tooLarge, message: "'\(name)' is longer than \(most >> 20) MiB",
          hints: ["'--format pmgit' reads JSON Lines of any length"])
      }
      return TrackerSource(name: name, bytes: bytes)
    }
  }

  /// Returns the format of a source; nil for pmgit's own format.
  private func format(
    of source: TrackerSource, _ given: String?, _ hints: ImportHints
  ) throws -> TrackerFormat? {
    if let given { return TrackerFormat(id: given) }
    let found = TrackerFormat.recognizing(source)
    if found.count > 1 {
      let names = found.map(\.id).joined(separator: " or ")
      throw Problem(
        code: .badImport, message: "'\(source.name)' could be \(names)",
        hints: [hints.format])
    }
    if let format = found.first { return format }
    // A text that begins like JSON is reported with the errors of pmgit's own format.
    if let file = source.file, looksLikeJSON(file.bytes) || file.bytes.isEmpty {
      return nil
    }
    guard !source.hasTooManyLines else {
      throw Problem(
        code: .tooMany,
        message: "'\(source.name)' has more than \(TrackerSource.maximumLines) lines",
        hints: ["import parts of it"])
    }
    // The reader of tables reports what a table lacks.
    if source.name.lowercased().hasSuffix(".csv"), let table = TrackerFormat(id: "csv") {
      return table
    }
    throw Problem(
      code: .badImport, message: "no known format in '\(source.name)'",
      hints: [hints.format])
  }

  private static func problem(
    _ error: FormatError, in name: String, as format: TrackerFormat? = nil, _ hints: ImportHints
  ) -> Problem {
    switch error {
    case .invalid(let reason):
      Problem(
        code: .badImport,
        message: "could not read '\(name)' as \(format?.name ?? "text"): \(reason)",
        hints: ["nothing was imported"])
    case .missingOrigin:
      Problem(
        code: .badImport, message: "'\(name)' does not name the source of its issues",
        hints: [hints.origin(format?.origin)])
    case .binary(let file, let kind):
      Problem(
        code: .badImport,
        message: "'\(file.excerpt)' is \(kind.words), not a text; nothing was imported",
        hints: kind.hints)
    case .notUTF8(let file, let line):
      Problem(
        code: .badImport,
        message: "'\(file.excerpt)' is not UTF-8 on line \(line); nothing was imported",
        hints: [
          "if a program of Windows wrote it: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW-FILE",
          "then import the new file",
        ])
    }
  }
}

extension BinaryFile {
  fileprivate var words: String {
    switch self {
    case .zip: "a ZIP archive"
    case .gzip: "compressed by gzip"
    case .sqlite: "a database of SQLite"
    }
  }

  fileprivate var hints: [Hint] {
    switch self {
    case .zip:
      ["unpack it, and import the file in it", "of a spreadsheet, save the table as CSV"]
    case .gzip: ["unpack it with \(run: "gunzip", "FILE"), and import the new file"]
    case .sqlite:
      ["import what its program exports, or what a query of it prints in one of the formats"]
    }
  }
}

extension ImportInput {
  /// Whether a file is in pmgit's own JSON Lines: its first line has settings of a board, an id or
  /// aliases of a plan, or only members that pmgit knows.
  fileprivate func isOwn() throws -> Bool {
    let start = try inUTF8().bytes(at: 0..<JSONReader.maximumSize + 4)
    let line = TrackerJSON.start(of: start).prefix { $0 != 0x0A }
    return (try? JSONReader.value(in: Array(line)))?.object.map(Self.isOwn) ?? false
  }

  private static func isOwn(_ object: JSONObject) -> Bool {
    if object["board"]?.object != nil { return true }
    if object["id"]?.string.flatMap({ PlanID($0) }) != nil { return true }
    if object["title"]?.string != nil, object["aliases"]?.array != nil { return true }
    return object.members.allSatisfy { ownMembers.contains($0.key) }
  }

  private static let ownMembers: Set<ExactString> = Set(
    PlanField.allCases.map { ExactString($0.rawValue) }
      + PlanSet.allCases.map { ExactString($0.memberName) }
      + ["id", "checklist", "comments", "time", "files", "updated", "moved", "closed", "started"]
      + ["custom", "unknown", "overdue", "spent", "conflicts"])
}

private func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
  let bytes = TrackerText.isUTF16(bytes) ? Array(TrackerText.decoded(bytes).utf8) : bytes
  guard let first = TrackerJSON.start(of: bytes).first else { return true }
  return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
}
