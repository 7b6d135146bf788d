package import PlanView

/// The settings of a board and of a clone, as text. Long values are wrapped.
///
/// Columns for programs: key, value.
package struct SettingsText: TextForm {
  package struct Setting: Sendable {
    let key: String
    /// The value; nil if the setting has none.
    let value: String?

    package init(key: String, value: String?) { (self.key, self.value) = (key, value) }
  }

  private let settings: [Setting]

  package init(_ settings: [Setting]) { self.settings = settings }

  package var records: [PlainRecord] { settings.map { PlainRecord([$0.key, $0.value]) } }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let keys = settings.map { StyledText($0.key) }
    let keyWidth = Flow.width(of: keys, limit: max(8, width / 2))
    let room = max(1, width - keyWidth - 2)
    return zip(keys, settings).flatMap { key, setting in
      let value = setting.value ?? ""
      let text = value.isEmpty ? StyledText("not set", .muted) : StyledText(value)
      return text.wrapped(toCells: room).enumerated().map { line, part in
        Flow.row([line == 0 ? key : StyledText(), part], widths: [keyWidth, room])
      }
    }
  }
}
