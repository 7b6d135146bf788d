import PlanActions
import PlanTerminal
import PlanView

extension Session {
  /// Reads standard input, as text.
  func inputText() throws -> String {
    let bytes = try context.readInput()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem.usage("standard input is not valid UTF-8")
    }
    // The line feed that ends the last line does not begin another, empty one. It compares bytes,
    // because a carriage return and a line feed are one character.
    return text.utf8.last == 0x0A ? String(Substring(text.utf8.dropLast())) : text
  }

  /// Asks a yes-or-no question.
  ///
  /// - Returns: nil if no person can answer.
  func confirm(_ question: String) -> Bool? {
    guard context.canAsk else { return nil }
    context.output.message("\(SafeText(question).string) [y/N] ")
    return ["y", "yes"].contains(context.readLine()?.lowercased())
  }

  func readFile(_ name: String) throws -> [UInt8] {
    try HostFiles(directory: Self.directory(context, options)).read(name)
  }
}
