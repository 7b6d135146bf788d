import Foundation
import Testing

/// The layers of `docs/architecture.md`. SwiftPM lets a target import any other target that happens
/// to be built, so a test compares the imports with those listed in `Package.swift`.
@Suite("Layers")
struct LayerTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Modules of the system and the toolchain, which no target has to list.
  private static let system: Set = ["Dispatch", "Synchronization"]
  /// The names of the C library, which only one target imports.
  private static let cLibrary: Set = ["Glibc", "Musl", "Darwin"]

  /// Returns the targets of `Package.swift` below `Sources`, each with the modules that it lists.
  private static func targets() throws -> [String: Set<String>] {
    let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let products = [
      "subprocess": "Subprocess", "argumentParser": "ArgumentParser", "nioCore": "NIOCore",
      "nioHTTP1": "NIOHTTP1", "nioPosix": "NIOPosix",
    ]
    let target =
      /\.(?:target|executableTarget)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    var targets: [String: Set<String>] = [:]
    for match in text.matches(of: target) {
      let names = (match.output.2 ?? "").split(separator: ",").map { word in
        let name = String(word.trimmingCharacters(in: .whitespacesAndNewlines.union(["\""])))
        return products[name] ?? name
      }
      targets[String(match.output.1)] = Set(names)
    }
    return targets
  }

  /// Returns the modules that the files of a target import.
  private static func imports(of target: String) throws -> Set<String> {
    let line = /(?m)^\s*(?:@\w+\s+)?(?:package\s+|public\s+|private\s+)?import\s+(\w+)/
    return try files(of: target).values.reduce(into: []) { imports, text in
      imports.formUnion(text.matches(of: line).map { String($0.output.1) })
    }
  }

  /// Returns the text of each file of a target, by its path in the target.
  private static func files(of target: String) throws -> [String: String] {
    let folder = root.appending(path: "Sources/\(target)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var texts: [String: String] = [:]
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let path = String(file.path.dropFirst(folder.path.count + 1))
      texts[path] = try String(contentsOf: file, encoding: .utf8)
    }
    return texts
  }

  /// Whether a target is a system library or C sources with a header.
  private static func isC(_ target: String) -> Bool {
    ["module.modulemap", "include"].contains { name in
      let path = root.appending(path: "Sources/\(target)/\(name)").path
      return FileManager.default.fileExists(atPath: path)
    }
  }

  @Test("A target imports nothing but what Package.swift lists for it")
  func imports() throws {
    let targets = try Self.targets()
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path)
    for name in names.sorted() where !Self.isC(name) {
      var listed = try #require(targets[name], "\(name) is not in Package.swift")
      if name == "Libc" { listed.formUnion(Self.cLibrary) }
      let imported = try Self.imports(of: name)
      #expect(!imported.isEmpty || name == "PlanModel")
      #expect(imported.subtracting(listed).subtracting(Self.system) == [], "\(name)")
    }
  }

  @Test("Only the store writes to a repository, and no action runs git but that of the demo")
  func actions() throws {
    let name = /\b(?:GitProgram|withObjectBatch|writeBlob|writeCommit|writeTree|updateReference)\b/
    let using = try Self.files(of: "PlanActions").filter { $1.contains(name) }.keys
    #expect(using.allSatisfy { $0.hasPrefix("Demo/") } && !using.isEmpty, "\(using)")
    // The names are still those of git's interface.
    let git = try Self.files(of: "Git").values.joined()
    #expect(Set(git.matches(of: name).map(\.output)).count == 6)
  }

  @Test("Neither a face nor a document knows git or the store")
  func faces() throws {
    let targets = try Self.targets()
    let above = [
      "PmgitCommands", "PlanWeb", "PlanDocuments", "PlanTerminal", "PlanScreen", "PlanView",
      "PlanFormats", "PlanModel",
    ]
    for face in above {
      let listed = try #require(targets[face])
      let below: Set = ["Git", "PlanStore", "PlanIndex", "CGit2", "CSQLite"]
      #expect(listed.isDisjoint(with: below), "\(face)")
    }
  }
}
