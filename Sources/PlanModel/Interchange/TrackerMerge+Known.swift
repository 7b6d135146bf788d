extension TrackerMerge {
  /// The tracker's last known value at one path. There are several values if clones imported
  /// different files independently.
  struct Known {
    let elements: [StampedValue]
    var isOne: Bool { elements.allSatisfy { $0.value == elements.first?.value } }

    func contains(_ stored: JSONValue) -> Bool { elements.contains { $0.value == stored } }

    /// Whether an element of the plan came from the tracker and was not changed since.
    ///
    /// If the memory has several values, only the one that the same import wrote counts, since
    /// somebody may have chosen one of them.
    ///
    /// - Parameter isSame: Whether two values are equal for the tracker.
    func isOrigin(of element: StampedValue, as isSame: (JSONValue, JSONValue) -> Bool) -> Bool {
      let value = TrackerMemory.stored(element.value)
      return elements.contains { known in
        isSame(known.value, value) && (isOne || isWrittenTogether(known, element))
      }
    }

    func isOrigin(of element: StampedValue) -> Bool { isOrigin(of: element, as: ==) }

    /// Whether an import wrote an element of the plan together with the memory of it.
    func isImported(_ element: StampedValue) -> Bool {
      elements.contains { isOneImport($0, element) }
    }

    /// Whether a clone had the tracker's value before one of these elements was imported. That
    /// clone sent or imported the value, and somebody has replaced it there since.
    ///
    /// - Parameter others: Other elements of the plan. An import that decided for one of them did
    ///   not bring the tracker's value.
    func isOlder(than imported: [StampedValue], besides others: [StampedValue] = []) -> Bool {
      elements.contains { known in
        !isImported(known, among: imported)
          && !others.contains { known.isOfSameCommand(as: $0) }
      }
    }

    /// Whether the import that wrote an element of the memory also wrote one of these values.
    func isImported(_ known: StampedValue, among values: [StampedValue]) -> Bool {
      values.contains { isOneImport(known, $0) }
    }

    private func isOneImport(_ known: StampedValue, _ element: StampedValue) -> Bool {
      known.value == TrackerMemory.stored(element.value) && isWrittenTogether(known, element)
    }

    /// Whether one import wrote both elements.
    ///
    /// An undo writes all values that it brings back under one stamp with their old times, also
    /// values that a person has chosen. So if a command wrote several elements of the memory, which
    /// an import never does, only equal times count.
    private func isWrittenTogether(_ known: StampedValue, _ element: StampedValue) -> Bool {
      known.stamp == element.stamp
        || known.isOfSameCommand(as: element)
          && elements.count { $0.isOfSameCommand(as: known) } == 1
    }

    /// The elements that record that the tracker no longer has an item.
    var absences: [StampedValue] {
      elements.filter { $0.value.isNull || $0.value == .bool(false) }
    }
  }
}

extension StampedValue {
  /// Whether one command wrote both elements.
  func isOfSameCommand(as other: StampedValue) -> Bool {
    stamp == other.stamp || stamp.isOfSameCommand(as: other.stamp)
  }
}
