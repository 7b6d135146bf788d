import PlanModel
import PlanView

extension JSONValue {
  /// The JSON on one line in which no character is invisible.
  ///
  /// A model reads characters that people don't see, such as tags (U+E0041). So a text could hide
  /// instructions from the person who reviews it. Escapes make such characters visible, and a
  /// program that decodes the JSON gets the same text.
  var visibleLine: String {
    let line = CanonicalJSON.line(of: self)
    if line.utf8.allSatisfy({ $0 < 0x80 }) { return line }
    var visible = ""
    visible.reserveCapacity(line.utf8.count)
    for scalar in line.unicodeScalars {
      if SafeText.isShown(scalar) {
        visible.unicodeScalars.append(scalar)
      } else {
        for unit in Character(scalar).utf16 { visible += Self.escape(unit) }
      }
    }
    return visible
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
