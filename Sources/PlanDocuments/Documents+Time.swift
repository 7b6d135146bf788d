package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document with the time that was spent, in minutes: the sums, the groups, and the
  /// entries by day.
  package static func time(_ shown: TimeShown) -> JSONObject {
    let statistics = shown.statistics
    var object: JSONObject = [
      "format": format, "board": .string(shown.shown.name.text),
      "commit": .string(shown.shown.commit.hex), "query": .string(shown.query),
      "since": .optional(shown.period.since?.description),
      "until": .string(shown.period.until.description),
      "by": .optional(statistics.grouping?.rawValue),
      "groups": .objects(statistics.groups) { group in
        var object = sums(group.sum)
        object["name"] = .optional(group.name)
        return object
      },
      "entries": .objects(statistics.times, entry),
    ]
    for member in sums(statistics.sum).members { object[member.key] = member.value }
    return object
  }

  private static func sums(_ sum: TimeStatistics.Sum) -> JSONObject {
    ["minutes": .number(sum.minutes), "count": .number(sum.entries), "plans": .number(sum.plans)]
  }

  private static func entry(_ time: SpentTime) -> JSONObject {
    [
      "plan": .string(time.plan.id.text), "title": .string(time.plan.title),
      "id": .string(time.entry.id), "on": .optional(time.day?.description),
      "minutes": time.entry.minutes.map { .number($0) } ?? .null, "by": .string(time.person),
      "note": .string(time.entry.note),
    ]
  }
}

extension TimeStatistics {
  /// Returns the groups, or the entries if there are no groups, as comma-separated values (RFC
  /// 4180) for spreadsheets. The first line has the names of the columns.
  ///
  /// - Parameters:
  ///   - isShown: Whether the text is shown on a terminal, so that control characters are escaped.
  ///     In a file they are left out.
  ///   - title: Returns the title of a group for people.
  package func csv(
    on board: Board, isShown: Bool, title: (Group) throws -> String
  ) rethrows -> String {
    let cell = { (text: String) in CSVText.cell(isShown ? SafeText(text).string : text) }
    var rows: [[String]]
    if let grouping {
      rows = [[grouping.rawValue, "minutes", "hours", "entries", "plans"]]
      rows += try groups.map { group in
        [
          cell(try title(group)), String(group.sum.minutes), Self.hours(group.sum.minutes),
          String(group.sum.entries), String(group.sum.plans),
        ]
      }
    } else {
      rows = [["day", "minutes", "hours", "person", "plan", "title", "column", "labels", "note"]]
      rows += times.map { time in
        [
          time.day?.description ?? "", String(time.minutes), Self.hours(time.minutes),
          cell(time.person), time.plan.id.text, cell(time.plan.title),
          cell(board.title(of: time.plan.state)),
          cell(time.plan.labels.joined(separator: " ")), cell(time.entry.note),
        ]
      }
    }
    return rows.map(CSVText.row).joined()
  }

  private static func hours(_ minutes: Int) -> String {
    let hundredths = (minutes * 100 + 30) / 60
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
