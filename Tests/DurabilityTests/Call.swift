import Foundation

/// A system call that changes files in the scratch folder, as the library of `Interposer` recorded
/// it.
struct Call: Sendable {
  let number: Int
  let program: String
  let process: Int32
  /// The result: `done`, `refused` by the system, or `failed` or `killed` by the library.
  let result: String
  let name: String
  /// The path, relative to the scratch folder.
  let path: String
  /// The new path in `rename` and `link`; empty for other calls.
  let target: String

  init?(line: Substring, root: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 7, let number = Int(fields[0]), let process = Int32(fields[2]) else {
      return nil
    }
    (self.number, program, self.process) = (number, fields[1], process)
    (result, name) = (fields[3], fields[4])
    path = Self.clean(fields[5], root)
    target = Self.clean(fields[6], root)
  }

  /// Returns a path relative to the root, without the extra slashes and dots that git inserts into
  /// some.
  private static func clean(_ path: String, _ root: String) -> String {
    path.dropFirst(root.count + 1).split(separator: "/").filter { $0 != "." }
      .joined(separator: "/")
  }

  /// The program, the call and the sort of file, such as `pmgit link objects/tmp`. Calls of one
  /// kind run the same code, so tests need not use all of them.
  var kind: String { "\(program) \(name) \(sort)" }

  /// The sort of file that a path belongs to.
  var sort: String {
    let parts = path.split(separator: "/").map(String.init)
    // The components below `repository/.git` or `hub`.
    let inside = parts.drop { $0 == "repository" || $0 == ".git" || $0 == "hub" }
    let place = parts.first == "hub" ? "hub:" : ""
    let name = parts.last ?? ""
    switch inside.first {
    case "objects" where name.contains("tmp_"): return place + "objects/tmp"
    case "objects" where name.hasSuffix(".lock"): return place + "objects/pack.lock"
    case "objects" where inside.contains("pack"):
      return place + "objects/pack." + (name.split(separator: ".").dropFirst().last ?? "")
    case "objects": return place + (inside.count > 2 ? "objects/object" : "objects/folder")
    default: return place + inside.joined(separator: "/")
    }
  }

  var isDone: Bool { result == "done" }

  /// Whether the file belongs to a board's index. If a write to it fails, commands only get slower.
  var isAtIndex: Bool { sort.hasPrefix("pmgit/index-") }
}

extension Call: CustomStringConvertible {
  var description: String { "\(number) \(result): \(program) \(name) \(path) \(target)" }
}

extension Call {
  /// The pattern for `Fault.match` that matches the calls of this kind.
  var pattern: String {
    let place = path.hasPrefix("hub/") ? "*/hub/*" : "*/.git/"
    let sort = sort.split(separator: ":").last.map(String.init) ?? ""
    let file =
      switch sort {
      case "objects/tmp": "objects/*tmp_*"
      case "objects/pack.lock": "objects/*.lock"
      case "objects/pack.": "objects/pack/pack_git2_????????????????"
      case "objects/object": "objects/*/*"
      case "objects/folder": "objects/*"
      case _ where sort.hasPrefix("objects/pack."): "objects/pack/*" + sort.dropFirst(12)
      default: sort
      }
    return "\(program) \(name) \(place)\(file)"
  }
}

extension [Call] {
  /// The first call of each kind, in order, with the number of calls of that kind.
  var kinds: [(call: Call, count: Int)] {
    var counts: [String: Int] = [:]
    for call in self { counts[call.kind, default: 0] += 1 }
    var found: [(Call, Int)] = []
    for call in self {
      if let count = counts.removeValue(forKey: call.kind) { found.append((call, count)) }
    }
    return found
  }
}
