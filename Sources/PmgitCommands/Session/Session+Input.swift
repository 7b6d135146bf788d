import PlanActions

extension Session {
  /// Reads standard input, as text.
  func inputText() throws -> String {
    let bytes = try context.readInput()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem.usage("standard input is not valid UTF-8")
    }
    // The line feed that ends the last line does not begin another, empty one.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  func readFile(_ name: String) throws -> [UInt8] {
    try HostFiles(directory: Self.directory(context, options)).read(name)
  }
}
