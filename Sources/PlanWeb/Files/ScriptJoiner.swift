import PlanActions

/// Joins the page's modules to one classic script, because browsers load no modules from files.
///
/// Only the forms of `import` and `export` that the page uses are supported, each at the beginning
/// of a line; all others are refused. Each module becomes a function that runs after the modules
/// that it imports, and stores its exports in a table. Comments on lines of their own are left out,
/// as they would be a third of the script. A template is on one line, so that none of its lines is
/// taken for a comment.
struct ScriptJoiner {
  /// The modules, by their paths in the page, such as `board/card.js`.
  let modules: [String: String]
  /// The replacement of each replaced module. Imports within a replacement are not replaced, so
  /// that it can use the original module.
  let replacements: [String: String]

  private static let table = "$modules"

  /// Returns the script, which begins by calling the modules that `main` needs.
  ///
  /// - Throws: `Problem` if a module is missing, has another form, imports itself, or does not
  ///   export a name that another module imports from it.
  func joined(from main: String) throws -> String {
    var run = Run(joiner: self)
    try run.add(main, path: [])
    return """
      'use strict';
      (() => {
      const \(Self.table) = Object.create(null);
      \(run.text)})();

      """
  }

  /// One run, which adds each module once, after the modules that it imports.
  private struct Run {
    let joiner: ScriptJoiner
    var text = ""
    /// The exported names of each module that was added.
    var exports: [String: Set<String>] = [:]

    mutating func add(_ name: String, path: [String]) throws {
      guard exports[name] == nil else { return }
      guard !path.contains(name) else { throw joiner.fault("imports itself", in: name) }
      guard let source = joiner.modules[name] else { throw joiner.fault("is missing", in: name) }
      let module = try joiner.module(name, source)
      for needed in module.imports {
        try add(needed.module, path: path + [name])
        for each in needed.names where exports[needed.module]?.contains(each) != true {
          throw joiner.fault(
            "does not export '\(each)', which '\(name)' imports", in: needed.module)
        }
      }
      exports[name] = Set(module.exports)
      text += "// \(name)\n(() => {\n\(module.text)})();\n"
    }
  }

  // MARK: - Modules

  private struct Module {
    var text = ""
    var imports: [Import] = []
    var exports: [String] = []
  }

  /// The names that a module imports from another module.
  private struct Import {
    let names: [String]
    let module: String
    /// The destructuring pattern that declares these names, with the importing module's own names
    /// for them.
    let pattern: String
  }

  private func module(_ name: String, _ source: String) throws -> Module {
    var module = Module()
    for line in Self.withoutComments(source) {
      if line.hasPrefix("import ") {
        let needed = try imported(by: line, in: name)
        module.imports.append(needed)
        module.text += "const { \(needed.pattern) } = \(Self.table)['\(needed.module)'];\n"
      } else if line.hasPrefix("export ") {
        let rest = line.dropFirst("export ".count)
        guard !rest.hasPrefix("{") else {
          module.exports += try exported(by: rest, in: name)
          continue
        }
        guard let declared = Self.declared(by: rest) else {
          throw fault("has an export that can't be joined: \(line)", in: name)
        }
        module.exports.append(declared)
        module.text += "\(rest)\n"
      } else if line.hasPrefix("import") || line.hasPrefix("export") {
        throw fault("has a line that can't be joined: \(line)", in: name)
      } else if line.count(where: { $0 == "`" }) % 2 != 0 {
        throw fault("has a template of several lines: \(line)", in: name)
      } else {
        module.text += "\(line)\n"
      }
    }
    if !module.exports.isEmpty {
      module.text += "\(Self.table)['\(name)'] = { \(module.exports.joined(separator: ", ")) };\n"
    }
    return module
  }

  /// Returns the lines that have more than a comment. Comments of several lines begin with `/**`.
  private static func withoutComments(_ source: String) -> [Substring] {
    var isComment = false
    return source.split(separator: "\n").filter { line in
      let start = line.drop { $0 == " " }
      if isComment {
        isComment = !start.hasSuffix("*/")
        return false
      }
      guard start.hasPrefix("/**") else { return !start.hasPrefix("//") && !start.isEmpty }
      guard let end = start.firstRange(of: "*/") else {
        isComment = true
        return false
      }
      return end.upperBound != start.endIndex
    }
  }

  /// Reads `import { one, two as other } from '../folder/name.js';`.
  private func imported(by line: Substring, in name: String) throws -> Import {
    let (start, middle, end) = ("import { ", " } from '", "';")
    guard line.hasPrefix(start), line.hasSuffix(end),
      let place = line.firstRange(of: middle)
    else { throw fault("has an import that can't be joined: \(line)", in: name) }
    let list = String(line[..<place.lowerBound].dropFirst(start.count))
    let from = Self.path(line[place.upperBound...].dropLast(end.count), from: name)
    let isReplacement = replacements.values.contains(name)
    return Import(
      names: list.split(separator: ", ").map { String($0.prefix { $0 != " " }) },
      module: isReplacement ? from : replacements[from] ?? from,
      pattern: list.replacing(" as ", with: ": "))
  }

  /// Returns the path in the page of a module that another one imports as `../state/days.js`.
  private static func path(_ imported: Substring, from name: String) -> String {
    var path = name.split(separator: "/").dropLast()
    for part in imported.split(separator: "/") where part != "." {
      if part == ".." { path = path.dropLast() } else { path.append(part) }
    }
    return path.joined(separator: "/")
  }

  /// Reads `{ one, two };`.
  private func exported(by list: Substring, in name: String) throws -> [String] {
    guard list.hasPrefix("{ "), list.hasSuffix(" };"), !list.contains(" as ") else {
      throw fault("has an export that can't be joined: \(list)", in: name)
    }
    return list.dropFirst(2).dropLast(3).split(separator: ", ").map(String.init)
  }

  /// Returns the name that a line declares; nil for forms that the page does not use.
  private static func declared(by line: Substring) -> String? {
    for start in ["async function ", "function ", "class ", "const "] where line.hasPrefix(start) {
      let name = line.dropFirst(start.count).prefix {
        $0.isLetter || $0.isNumber || "$_".contains($0)
      }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }

  private func fault(_ words: String, in module: String) -> Problem {
    Problem(code: .bug, message: "the page's file '\(module)' \(words)", kind: .bug)
  }
}
