import PlanModel
import PlanView

extension Screen {
  /// Goes to another moment: by one change, a day or a week, or to the present.
  mutating func travel(_ act: Shortcut.Act) -> [ScreenEffect] {
    switch act {
    case .now: return returnToPresent()
    case .dayEarlier: return jump(days: -1)
    case .dayLater: return jump(days: 1)
    case .weekEarlier: return jump(days: -7)
    case .weekLater: return jump(days: 7)
    default: break
    }
    guard let past else { return enterPast(act == .earlier, jump: nil) }
    guard !past.moments.isEmpty else { return [] }
    return go(toMoment: past.index + (act == .earlier ? 1 : -1))
  }

  private mutating func jump(days: Int64) -> [ScreenEffect] {
    let seconds = days * 86_400
    guard let past else { return enterPast(days < 0, jump: seconds) }
    guard let moment = past.moment else { return [] }
    return go(toMoment: past.index(seconds: seconds, after: moment.at) ?? past.moments.count)
  }

  private mutating func enterPast(_ isBack: Bool, jump: Int64?) -> [ScreenEffect] {
    guard isBack else {
      return report("this is the present")
    }
    // The newest change is the present, so the first step leads to the change before it.
    past = Past(moments: [], index: 1, home: cursorPlan, jump: jump)
    (selection, anchor) = ([], nil)
    return [.ask(.moments)]
  }

  private mutating func go(toMoment index: Int) -> [ScreenEffect] {
    guard let past else { return [] }
    guard index > 0 else { return returnToPresent() }
    guard index < past.moments.count else {
      return report("this is the first change that is listed")
    }
    self.past?.index = index
    return refreshPast()
  }

  private mutating func returnToPresent() -> [ScreenEffect] {
    guard let past else { return [] }
    awaitedPlan = past.home
    self.past = nil
    return refreshPast()
  }

  func refreshPast() -> [ScreenEffect] {
    [.ask(boardQuestion)] + (plan.map { [.ask(.plan($0.id, past: past?.commit))] } ?? [])
      + (view == .flow ? viewQuestions.map { .ask($0) } : [])
  }

  /// Stores the list of moments. The shown moment stays, whatever its new index is.
  mutating func show(_ moments: [CommitSummary]) -> [ScreenEffect] {
    guard var past else { return [] }
    let known = past.commit
    past.moments = moments
    if let known, let index = moments.firstIndex(where: { $0.id.hex == known }) {
      past.index = index
    } else if let jump = past.jump {
      let start = content?.viewpoint.now ?? moments.first?.at ?? Timestamp(seconds: 0)
      past.index = 0
      past.index = past.index(seconds: jump, after: start) ?? max(0, moments.count - 1)
    } else {
      past.index = min(past.index, max(0, moments.count - 1))
    }
    past.jump = nil
    self.past = moments.count < 2 ? nil : past
    if moments.count < 2 {
      message = ScreenMessage("there is no earlier change")
    }
    return known == self.past?.commit ? [] : refreshPast()
  }
}
