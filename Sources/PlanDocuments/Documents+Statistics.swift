package import PlanActions
package import PlanModel
package import PlanView

extension Documents {
  /// Returns the document with the statistics of a board's flow of work. Durations are in seconds.
  package static func statistics(_ found: FlowFound) -> JSONObject {
    let report = found.report()
    var object = frame(found)
    object["by"] = .optional(report.grouping?.name)
    object["groups"] = .objects(report.groups) { group in
      var object = totals(group.statistics)
      object["name"] = .optional(group.name)
      object["inProgress"] = .number(group.statistics.inProgress.count)
      return object
    }
    for member in totals(report.all).members { object[member.key] = member.value }
    object["inProgress"] = .array(report.all.inProgress.map(age))
    object["columns"] = .objects(report.all.columns) { column in
      var object = times(column.times)
      object["id"] = .string(column.column)
      object["title"] = .string(report.title(ofColumn: column.column))
      object["permille"] = column.permille.map { .number($0) } ?? .null
      return object
    }
    object["weeks"] = .objects(report.weeks) {
      [
        "week": .string($0.week.description), "monday": .string($0.week.monday.description),
        "finished": .number($0.finished), "whole": .bool($0.isWhole),
      ]
    }
    return object
  }

  /// Returns the document with the numbers of a chart.
  package static func chart(_ chart: Chart, of found: FlowFound) -> JSONObject {
    var object = frame(found)
    object["chart"] = .string(chart.kind.rawValue)
    object["unit"] = .string(chart.unit)
    object["series"] = .objects(chart.series) { series in
      [
        "name": .string(series.name),
        "values": .objects(series.values) {
          [
            "day": .string($0.day.description), "number": number($0.number),
            "plan": .optional($0.plan?.text),
          ]
        },
      ]
    }
    object["rules"] = .objects(chart.rules) {
      ["name": .string($0.name), "number": number($0.number)]
    }
    return object
  }

  package static func forecast(_ work: WorkForecast) -> JSONObject {
    let forecast = work.forecast
    return [
      "format": format, "board": .string(work.found.shown.name.text),
      "commit": .string(work.found.shown.commit.hex), "query": .string(work.found.query),
      "count": .number(forecast.count),
      "finish": .objects(forecast.finish) {
        ["percent": .number($0.percent), "day": .optional($0.day?.description)]
      },
      "by": .optional(forecast.day?.description),
      "counts": .objects(forecast.counts) {
        ["percent": .number($0.percent), "count": .number($0.count)]
      },
      "past": .object([
        "first": .string(forecast.past.lowerBound.description),
        "last": .string(forecast.past.upperBound.description),
        "finished": .number(forecast.finished),
      ]),
      "futures": .number(Forecast.futures), "seed": .string(String(forecast.seed)),
    ]
  }

  /// Returns the document with the plans that were finished between two moments.
  package static func finished(_ listed: FinishedListed) -> JSONObject {
    [
      "format": format, "board": .string(listed.shown.name.text),
      "commit": .string(listed.shown.commit.hex), "from": .optional(listed.from?.commit.hex),
      "since": .string(listed.period.since.description),
      "until": .string((listed.period.until ?? listed.shown.now).description),
      "groups": .objects(listed.groups) {
        ["label": .optional($0.label), "plans": objects($0.plans, on: listed.shown)]
      },
    ]
  }

  private static func frame(_ found: FlowFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex), "query": .string(found.query),
      "since": .optional(found.period.since?.description),
      "until": .string(found.period.until.description),
    ]
  }

  private static func totals(_ statistics: FlowStatistics) -> JSONObject {
    [
      "finished": .number(statistics.finished.count),
      "withoutStart": .number(statistics.withoutStart),
      "addedDone": .number(statistics.addedDone),
      "cycleTime": .object(times(statistics.cycleTime)),
      "leadTime": .object(times(statistics.leadTime)),
    ]
  }

  private static func times(_ times: FlowStatistics.Times) -> JSONObject {
    [
      "plans": .number(times.plans), "median": seconds(times.median),
      "percentile85": seconds(times.percentile85),
    ]
  }

  private static func age(_ age: FlowStatistics.Age) -> JSONValue {
    .object([
      "plan": .string(age.plan.id.text), "title": .string(age.plan.title),
      "since": .string(age.since.description), "seconds": .number(Int(age.seconds)),
    ])
  }

  private static func seconds(_ seconds: Int64?) -> JSONValue {
    seconds.map { .number(Int($0)) } ?? .null
  }

  static func number(_ number: Double) -> JSONValue {
    JSONNumber(number.text(decimals: 6)).map(JSONValue.number) ?? .null
  }
}
