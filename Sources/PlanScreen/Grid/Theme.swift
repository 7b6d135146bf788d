/// The number of colours of a terminal.
package enum ColorDepth: Int, Comparable, Hashable, Sendable {
  /// Only bold, underlined and reversed text.
  case none
  case sixteen
  case indexed
  case direct

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The colours of the roles on a terminal.
package struct Theme: Hashable, Sendable {
  package var depth: ColorDepth
  package var isLight: Bool

  package init(_ depth: ColorDepth, isLight: Bool = false) {
    (self.depth, self.isLight) = (depth, isLight)
  }

  /// Returns the colour of a text; nil for the terminal's own.
  package func color(of foreground: CellStyle.Foreground, on background: CellStyle.Background)
    -> RGB?
  {
    switch foreground {
    // On a coloured background the terminal's own text might not be readable.
    case .text: background == .plain ? nil : choose(0xE6EDF3, 0x1F2328)
    case .dim: choose(0x959DA7, 0x5C6570)
    case .faint: choose(0x4F5862, 0xB4BCC5)
    case .accent: choose(0x6CB6FF, 0x0A5CC2)
    case .id: choose(0xD9B36C, 0x805300)
    case .label: choose(0x56C8C8, 0x006B75)
    case .person: choose(0xD29BE8, 0x83379B)
    case .warning: choose(0xF0B429, 0x8A5600)
    case .danger: choose(0xFF7B72, 0xBA241B)
    case .success: choose(0x7BC8A4, 0x1B6E4B)
    case .conflict: choose(0xF78FD0, 0xA01E79)
    case .hue(let number): hue(number)
    case .onAccent: choose(0x0B1622, 0xFFFFFF)
    }
  }

  /// Returns the colour of a background; nil for the terminal's own.
  package func color(of background: CellStyle.Background) -> RGB? {
    switch background {
    case .plain: nil
    case .bar: choose(0x222A35, 0xE4E9EF)
    case .raised: choose(0x1A212B, 0xF1F4F8)
    case .cursor: choose(0x1E4266, 0xCCE2FF)
    case .selection: choose(0x3A3357, 0xE4DBFF)
    case .accent: choose(0x6CB6FF, 0x0A5CC2)
    case .danger: choose(0x5A1E1E, 0xFFDAD6)
    case .past: choose(0x3D3216, 0xFFF0C2)
    }
  }

  private func choose(_ dark: UInt32, _ light: UInt32) -> RGB { RGB(isLight ? light : dark) }

  /// The hues of labels, by their place on the wheel of colours.
  private func hue(_ number: UInt8) -> RGB {
    let dark: [UInt32] = [
      0xFF8A80, 0xFFA657, 0xE3C04D, 0xB5CC52, 0x7CCF7C, 0x58CFA6, 0x52C7D9, 0x68B0FF, 0x9AA0FF,
      0xBF93FF, 0xE58AE0, 0xFF85B3,
    ]
    let light: [UInt32] = [
      0xB3261E, 0x9A4A00, 0x7A5900, 0x566600, 0x1E6E1E, 0x00694C, 0x00667A, 0x0A58B8, 0x4349C9,
      0x6F36C7, 0x962091, 0xAD1A5E,
    ]
    return RGB((isLight ? light : dark)[Int(number) % dark.count])
  }
}

// MARK: - Sequences for the terminal

extension Theme {
  /// Returns the parameters of SGR (ECMA-48, 8.3.117) that give text a style, whatever it was
  /// before.
  package func parameters(of style: CellStyle) -> String {
    var codes = ["0"]
    if style.attributes.contains(.bold) || isBold(style) { codes.append("1") }
    if depth < .indexed, style.foreground == .dim || style.foreground == .faint {
      codes.append("2")
    }
    if style.attributes.contains(.italic) { codes.append("3") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) || isReversed(style) { codes.append("7") }
    if style.attributes.contains(.strikethrough) { codes.append("9") }
    switch depth {
    case .none: break
    case .sixteen:
      if let code = sixteen(style.foreground) { codes.append(code) }
    case .indexed:
      if let color = color(of: style.foreground, on: style.background) {
        codes.append("38;5;\(Self.index(of: color))")
      }
      if let color = color(of: style.background) { codes.append("48;5;\(Self.index(of: color))") }
    case .direct:
      if let color = color(of: style.foreground, on: style.background) {
        codes.append("38;2;\(color.red);\(color.green);\(color.blue)")
      }
      if let color = color(of: style.background) {
        codes.append("48;2;\(color.red);\(color.green);\(color.blue)")
      }
    }
    return codes.joined(separator: ";")
  }

  /// Whether a background is shown by swapping both colours, because the terminal has too few
  /// colours.
  private func isReversed(_ style: CellStyle) -> Bool {
    guard depth < .indexed else { return false }
    return [.cursor, .accent, .danger].contains(style.background)
  }

  private func isBold(_ style: CellStyle) -> Bool {
    depth < .indexed && [.bar, .selection, .past].contains(style.background)
  }

  /// Returns the colour of an foreground among the sixteen of the terminal's own theme, as in
  /// `ANSI`. Colours that must differ are cyan and yellow, never red and green. Blue is not used,
  /// because it is hard to read on black.
  private func sixteen(_ foreground: CellStyle.Foreground) -> String? {
    switch foreground {
    case .text, .dim, .faint, .onAccent: nil
    case .accent, .label, .success: "36"
    case .id, .warning: "33"
    case .person, .conflict: "35"
    case .danger: "31"
    case .hue(let number): ["31", "33", "32", "36", "35"][Int(number) % 5]
    }
  }

  /// Returns the nearest of the 256 colours of xterm: the cube of six levels, or the greys.
  static func index(of color: RGB) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    let nearest = { (value: UInt8) in
      levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
    }
    let (red, green, blue) = (nearest(color.red), nearest(color.green), nearest(color.blue))
    let average = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = max(0, min(23, (average - 3) / 10))
    let distance = { (r: Int, g: Int, b: Int) in
      let (r, g, b) = (r - Int(color.red), g - Int(color.green), b - Int(color.blue))
      return r * r + g * g + b * b
    }
    let level = 8 + 10 * grey
    return distance(level, level, level) < distance(levels[red], levels[green], levels[blue])
      ? 232 + grey : 16 + 36 * red + 6 * green + blue
  }
}
