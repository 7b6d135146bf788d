import PlanModel

/// What libFuzzer calls with one input after the other: `make fuzz` builds and runs this.
///
/// An input is up to four texts with lines of `%%` between them. Each is taken for whatever text a
/// stranger or a person may hand to pmgit; those that are plan files are merged too. So the inputs
/// can be read and written with an editor, and one corpus serves all properties.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let texts = split(Array(UnsafeBufferPointer(start: start, count: count)))
  let documents = texts.compactMap(checkPlanFile)
  checkMerges(of: documents)
  for document in documents { checkView(of: document) }
  checkImport(of: texts)
  for text in texts.map({ String(decoding: $0, as: UTF8.self) }) {
    checkTypedText(text)
    checkMarkdown(text)
  }
  return 0
}

/// The texts of an input, without the lines between them.
private func split(_ input: [UInt8]) -> [[UInt8]] {
  let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let texts = lines.split(maxSplits: 3, omittingEmptySubsequences: false) { line in
    line.elementsEqual("%%".utf8)
  }
  return texts.map { Array($0.joined(separator: [UInt8(ascii: "\n")])) }
}

/// Ends the process with a message, which is how libFuzzer learns of a property that does not hold.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
