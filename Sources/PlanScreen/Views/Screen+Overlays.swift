import PlanModel
import PlanView

extension Screen {
  /// Draws the open dialog over the board: a list, a confirmation or the table of keys.
  func drawPrompt(into grid: inout Grid, _ layout: ScreenLayout) {
    switch prompt {
    case .line: promptLine(layout)?.drawOffers(into: &grid, isFramed: settings.framesOffers)
    case .pick(let picker): PickerBox(picker, in: layout).draw(into: &grid)
    case .help(let help): drawHelp(help, into: &grid, layout)
    case .confirm, .revive, nil: break
    }
  }
}
