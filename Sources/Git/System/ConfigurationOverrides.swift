/// The configuration in the environment, which overrides the files. `git -c` sets it for the
/// programs that git runs, such as hooks and aliases; `GIT_CONFIG_COUNT` sets it for any program.
struct ConfigurationOverrides {
  /// The keys and values in order. Keys are in lower case except for their subsections.
  private var entries: [(key: String, value: Value)] = []

  /// A value that overrides that of a file.
  enum Value {
    case text(String)
    /// A key without a value, which means true.
    case alone

    /// The text; empty for a key without a value.
    var string: String { if case .text(let text) = self { text } else { "" } }
  }

  init() {}

  /// - Throws: `GitError` if `GIT_CONFIG_COUNT` is not a number, or if a counted key or value is
  ///   not set. git refuses to run then too.
  init(_ environment: [String: String]) throws(GitError) {
    let operation = "read the configuration in the environment"
    if let text = environment["GIT_CONFIG_COUNT"], !text.isEmpty {
      guard let count = Int32(text), count >= 0 else {
        throw GitError(.invalid, "GIT_CONFIG_COUNT is not a number", operation: operation)
      }
      for index in 0..<count {
        guard let key = environment["GIT_CONFIG_KEY_\(index)"],
          let value = environment["GIT_CONFIG_VALUE_\(index)"]
        else {
          throw GitError(
            .invalid, "GIT_CONFIG_KEY_\(index) or GIT_CONFIG_VALUE_\(index) is not set",
            operation: operation)
        }
        entries.append((Self.canonical(key), .text(value)))
      }
    }
    // The last value of a key counts, and `GIT_CONFIG_PARAMETERS` comes after `GIT_CONFIG_COUNT`.
    for word in Self.words(in: environment["GIT_CONFIG_PARAMETERS"] ?? "") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      entries.append(
        (Self.canonical(String(parts[0])), parts.count == 2 ? .text(String(parts[1])) : .alone))
    }
  }

  /// Returns the value of a key; nil if the environment does not set it.
  subscript(key: String) -> Value? {
    if entries.isEmpty { return nil }
    let key = Self.canonical(key)
    return entries.last { $0.key == key }?.value
  }

  /// Returns every value of a key, in order.
  func all(_ key: String) -> [String] {
    let key = Self.canonical(key)
    return entries.filter { $0.key == key }.map(\.value.string)
  }

  func hasKey(beginningWith start: String) -> Bool {
    entries.contains { $0.key.hasPrefix(start) }
  }

  /// Returns the values of the keys `section.SUBSECTION.name`, by their full keys.
  func values(section: String, name: String) -> [String: String] {
    let chosen = entries.filter { key, _ in
      key.hasPrefix(section + ".") && key.hasSuffix("." + name)
        && key.utf8.count > section.utf8.count + name.utf8.count + 2
    }
    return Dictionary(chosen.map { ($0.key, $0.value.string) }, uniquingKeysWith: { $1 })
  }

  /// Returns a key with its section and name in lower case. The subsection between them may contain
  /// dots and is unchanged.
  private static func canonical(_ key: String) -> String {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard let section = parts.first, let name = parts.last, parts.count > 1 else { return key }
    let middle = parts.dropFirst().dropLast()
    return ([section.lowercased()] + middle.map(String.init) + [name.lowercased()])
      .joined(separator: ".")
  }

  /// Splits a list of single-quoted words, in which `'\''` and `'\!'` stand for `'` and `!`.
  ///
  /// git 2.31 and later write `'key'='value'`, older versions `'key=value'`. Without the quotes
  /// both are the same.
  private static func words(in text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if isQuoted {
        word = (word ?? "") + String(character)
      } else if character == "\\" {
        isEscaped = true
      } else if character == " " {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
