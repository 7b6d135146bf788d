import PlanModel
package import PlanView

/// A forecast: when plans will be finished, and how many by a day.
///
/// Lines for programs: `finish`, percent, number of plans, day (empty for more than ten years);
/// `by`, percent, day, smallest number of plans.
package struct ForecastText: TextForm {
  private let forecast: ForecastModel

  package init(_ forecast: ForecastModel) { self.forecast = forecast }

  package var records: [PlainRecord] {
    forecast.finish.map {
      PlainRecord([
        "finish", String($0.percent), String(forecast.count), $0.day?.description,
      ])
    }
      + forecast.counts.map {
        PlainRecord(["by", String($0.percent), forecast.day?.description, String($0.count)])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    lines +=
      forecast.isOfOpenPlans && forecast.count == 0
      ? [StyledText("no plan is open", .muted)] : finishLines
    if let day = forecast.day {
      lines += [StyledText(), "by \(day.description, .heading) are finished"]
      lines += forecast.counts.map { answer in
        answer.count == 0
          ? "  \("\(answer.percent) %: none can be promised by then", .muted)"
          : "  at least \(CountWords.words(answer.count, "plan"), .heading)  \("\(answer.percent) %", .muted)"
      }
    }
    lines += [StyledText(), StyledText(basis, .muted)]
    return lines.flatMap { $0.wrapped(toCells: width, indent: 2) }
  }

  private var finishLines: [StyledText] {
    let noun = forecast.isOfOpenPlans ? "open plan" : "plan"
    let verb = forecast.count == 1 ? "is" : "are"
    return ["\(CountWords.words(forecast.count, noun), .heading) \(verb) finished"]
      + forecast.finish.map { answer in
        let day = answer.day.map { "by \($0)" } ?? "in more than ten years"
        return "  \(day, .heading)  \("\(answer.percent) %", .muted)"
      }
  }

  private var basis: String {
    """
    simulated \(Forecast.futures) times, with the seed \(forecast.seed), from the \
    \(CountWords.words(forecast.finished, "plan")) finished from \(forecast.past.lowerBound) to \
    \(forecast.past.upperBound)
    """
  }
}
