import PlanModel

/// Reads a text as the file of a plan, and checks that writing and reading it again gives the same.
///
/// - Returns: The document; nil if the text is not a plan file.
func checkPlanFile(_ text: [UInt8]) -> PlanDocument? {
  if let difference = differenceFromSlowReading(of: text) {
    expect(false, "read otherwise than by the slow reader: \(difference)")
  }
  let document: PlanDocument
  do {
    document = try PlanFile.read(text)
  } catch {
    expect(error.line >= 1 && error.column >= 1, "an error without a place: \(error)")
    return nil
  }
  let written = PlanFile.bytes(of: document)
  // A compact text may be too long in canonical form; no command writes such a file.
  guard written.count <= JSONReader.maximumSize else { return nil }
  guard let again = read(written, of: "what was read") else { return nil }
  expect(again == document, "written and read again, the plan is another one")
  expect(PlanFile.bytes(of: again) == written, "written twice, the bytes differ")
  return document
}

/// Reads a written file, which must succeed.
private func read(_ bytes: [UInt8], of what: String) -> PlanDocument? {
  do {
    return try PlanFile.read(bytes)
  } catch {
    expect(false, "\(what), written, can't be read: \(error)")
    return nil
  }
}

/// Checks the merge of every two documents, with every choice of the others as bases.
func checkMerges(of documents: [PlanDocument]) {
  for (index, a) in documents.enumerated() {
    expect(PlanMerge.merge(a, a, bases: documents) == a, "a plan merged with itself is another one")
    for b in documents.dropFirst(index + 1) where a.id == b.id {
      for count in 0...documents.count {
        checkMerge(a, b, bases: Array(documents.prefix(count)))
      }
    }
  }
}

private func checkMerge(_ a: PlanDocument, _ b: PlanDocument, bases: [PlanDocument]) {
  let merged = PlanMerge.merge(a, b, bases: bases)
  let bytes = PlanFile.bytes(of: merged)
  let other = PlanMerge.merge(b, a, bases: bases.reversed())
  expect(PlanFile.bytes(of: other) == bytes, "a merge depends on the order of its sides")
  for path in Set(a.elements.keys).union(b.elements.keys) {
    let (ours, theirs) = (Set(a[path]), Set(b[path]))
    let known = bases.reduce(into: Set()) { $0.formUnion($1[path]) }
    let kept = Set(merged[path])
    expect(kept.isSubset(of: ours.union(theirs)), "a merge made a value up at \(path)")
    expect(kept.isSuperset(of: ours.intersection(theirs)), "a merge lost what both have at \(path)")
    expect(
      kept.isSuperset(of: ours.symmetricDifference(theirs).subtracting(known)),
      "a merge lost what is new at \(path)")
  }
  guard bytes.count <= JSONReader.maximumSize, let again = read(bytes, of: "a merge") else {
    return
  }
  expect(again == merged, "a merge, written and read again, is another plan")
}
