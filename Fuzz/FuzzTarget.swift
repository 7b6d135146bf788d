import PlanModel

/// The function that libFuzzer calls with each input; `make fuzz` builds and runs it.
///
/// An input is up to four texts, separated by lines of `%%`. Each text is used in every place where
/// pmgit accepts text from a stranger or a person. Those that are plan files are also merged. So
/// inputs can be read and written with an editor, and one corpus serves all properties.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let texts = split(Array(UnsafeBufferPointer(start: start, count: count)))
  let documents = texts.compactMap(checkPlanFile)
  checkMerges(of: documents)
  for document in documents { checkView(of: document) }
  checkImport(of: texts)
  checkFormats(of: texts)
  for text in texts.map({ String(decoding: $0, as: UTF8.self) }) {
    checkTypedText(text)
    checkMarkdown(text)
  }
  return 0
}

/// Splits an input into its texts.
private func split(_ input: [UInt8]) -> [[UInt8]] {
  let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let texts = lines.split(maxSplits: 3, omittingEmptySubsequences: false) { line in
    line.elementsEqual("%%".utf8)
  }
  return texts.map { Array($0.joined(separator: [UInt8(ascii: "\n")])) }
}

/// Ends the process with a message, which reports a failed property to libFuzzer.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
