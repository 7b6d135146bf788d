import PlanActions

/// Joins the page's modules to one classic script, because browsers load no modules from files.
///
/// It knows the forms of `import` and `export` that the page uses, each at the beginning of a line,
/// and refuses all others. Each module becomes a function that is called when the modules that it
/// imports have been, and keeps what it exports in a table.
struct ScriptJoiner {
  /// The modules, by their names, such as `main.js`.
  let modules: [String: String]
  /// The modules that take the place of others. In these modules themselves, an import of the
  /// replaced one means that one.
  let replacements: [String: String]

  private static let table = "$modules"

  /// Returns the script, which begins by calling the modules that `main` needs.
  ///
  /// - Throws: `Problem` if a module is missing, has another form, or needs itself.
  func joined(from main: String) throws(Problem) -> String {
    var run = Run(joiner: self)
    try run.add(main, path: [])
    return """
      'use strict';
      (() => {
      const \(Self.table) = Object.create(null);
      \(run.text)})();

      """
  }

  /// One run, which adds each module once, behind those that it imports.
  private struct Run {
    let joiner: ScriptJoiner
    var text = ""
    var added: Set<String> = []

    mutating func add(_ name: String, path: [String]) throws(Problem) {
      guard !added.contains(name) else { return }
      guard !path.contains(name) else { throw joiner.fault("imports itself", in: name) }
      guard let source = joiner.modules[name] else { throw joiner.fault("is missing", in: name) }
      let module = try joiner.module(name, source)
      for needed in module.imports { try add(needed, path: path + [name]) }
      added.insert(name)
      text += "// \(name)\n(() => {\n\(module.text)})();\n"
    }
  }

  // MARK: - Modules

  private struct Module {
    var text = ""
    var imports: [String] = []
    var exports: [String] = []
  }

  private func module(_ name: String, _ source: String) throws(Problem) -> Module {
    var module = Module()
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import ") {
        let (names, from) = try imported(by: line, in: name)
        module.imports.append(from)
        module.text += "const { \(names) } = \(Self.table)['\(from)'];\n"
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
      } else {
        module.text += "\(line)\n"
      }
    }
    if !module.exports.isEmpty {
      module.text += "\(Self.table)['\(name)'] = { \(module.exports.joined(separator: ", ")) };\n"
    }
    return module
  }

  /// Reads `import { one, two as other } from './name.js';`.
  ///
  /// - Returns: The names as a pattern of a declaration, and the module.
  private func imported(
    by line: Substring, in name: String
  ) throws(Problem) -> (names: String, from: String) {
    let (start, middle, end) = ("import { ", " } from './", "';")
    guard line.hasPrefix(start), line.hasSuffix(end),
      let place = line.firstRange(of: middle)
    else { throw fault("has an import that can't be joined: \(line)", in: name) }
    let names = line[..<place.lowerBound].dropFirst(start.count)
    let from = String(line[place.upperBound...].dropLast(end.count))
    let isReplacement = replacements.values.contains(name)
    return (
      String(names).replacing(" as ", with: ": "), isReplacement ? from : replacements[from] ?? from
    )
  }

  /// Reads `{ one, two };`.
  private func exported(by list: Substring, in name: String) throws(Problem) -> [String] {
    guard list.hasPrefix("{ "), list.hasSuffix(" };"), !list.contains(" as ") else {
      throw fault("has an export that can't be joined: \(list)", in: name)
    }
    return list.dropFirst(2).dropLast(3).split(separator: ", ").map(String.init)
  }

  /// Returns the name that a declaration gives; nil for forms that the page does not use.
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
