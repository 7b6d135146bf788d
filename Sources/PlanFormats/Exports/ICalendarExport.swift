import PlanModel
import PlanView

extension ExportFormat {
  /// A calendar by RFC 5545, with an event on each due day. Many calendars on phones ignore to-dos.
  /// So to-dos are written only on request, and then instead of the events.
  package static let iCalendar = ExportFormat(
    id: "ical", name: "iCalendar", hasToDos: true
  ) { export in
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pmgit//pmgit//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:\(CalendarText.escaped(export.title))",
    ]
    for plan in export.plans {
      lines += export.asToDos ? toDo(plan, export) : event(plan, export)
    }
    lines.append("END:VCALENDAR")
    return lines.map(foldedCalendarLine).joined()
  }

  /// Returns the lines of the event on a plan's due day; empty without a due day.
  private static func event(_ plan: Plan, _ export: PlanExport) -> [String] {
    guard let due = plan.due else { return [] }
    var lines = ["BEGIN:VEVENT"] + common(plan, export)
    lines.append("DTSTART;VALUE=DATE:\(date(due))")
    // The last day of the calendar has no day after it; such an event has no end.
    if due + 1 > due { lines.append("DTEND;VALUE=DATE:\(date(due + 1))") }
    // A due day does not make a person busy.
    lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    return lines
  }

  /// Returns the lines of a to-do.
  private static func toDo(_ plan: Plan, _ export: PlanExport) -> [String] {
    var lines = ["BEGIN:VTODO"] + common(plan, export)
    if let start = plan.start, plan.due.map({ start <= $0 }) ?? true {
      lines.append("DTSTART;VALUE=DATE:\(date(start))")
    }
    if let due = plan.due { lines.append("DUE;VALUE=DATE:\(date(due))") }
    switch export.board.kind(of: plan.state) {
    case .todo: lines.append("STATUS:NEEDS-ACTION")
    case .doing: lines.append("STATUS:IN-PROCESS")
    case .done:
      lines += ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]
      if let closed = export.closed(plan) { lines.append("COMPLETED:\(closed.compact)") }
    }
    lines += plan.links.filter { $0.kind == Link.parentKind && PlanID($0.target) != nil }
      .map { "RELATED-TO:\(uid($0.target))" }
    lines.append("END:VTODO")
    return lines
  }

  private static func common(_ plan: Plan, _ export: PlanExport) -> [String] {
    let changed = plan.updated ?? plan.created?.at ?? export.now
    var lines = ["UID:\(uid(plan.id.text))", "DTSTAMP:\(changed.compact)"]
    if let created = plan.created?.at { lines.append("CREATED:\(created.compact)") }
    let title = CalendarText.escaped(plan.title)
    lines += ["LAST-MODIFIED:\(changed.compact)", "SUMMARY:\(title)"]
    let body = Lines.joined(plan.body).trimmingBlankLines
    if !body.isEmpty { lines.append("DESCRIPTION:\(CalendarText.escaped(body))") }
    if !plan.labels.isEmpty {
      lines.append("CATEGORIES:\(plan.labels.map(CalendarText.escaped).joined(separator: ","))")
    }
    if let priority = plan.priority { lines.append("PRIORITY:\(number(of: priority))") }
    if let address = export.address(plan.id).flatMap(TrackerText.line) {
      lines.append("URL:\(address)")
    }
    return lines
  }

  /// Returns the id of an event. It is the same in every export, so that a calendar replaces the
  /// event.
  private static func uid(_ id: String) -> String { "\(id)@pmgit" }

  /// Returns the number of a priority; 1 is the highest and 9 the lowest.
  private static func number(of priority: Priority) -> Int {
    switch priority {
    case .urgent: 1
    case .high: 3
    case .medium: 5
    case .low: 9
    }
  }

  static func date(_ day: CalendarDay) -> String { day.description.filter { $0 != "-" } }

  /// The most bytes of a line without its end.
  static let longestLine = 75

  /// Returns a line with its line end, folded so that no part is longer than `longestLine` bytes. A
  /// character of several scalars is not split if it fits on a line.
  static func foldedCalendarLine(_ line: String) -> String {
    guard line.utf8.count > longestLine else { return line + "\r\n" }
    var (text, size) = ("", 0)
    func add(_ part: String) {
      if size + part.utf8.count > longestLine {
        text += "\r\n "
        size = 1
      }
      text += part
      size += part.utf8.count
    }
    for character in line {
      if character.utf8.count < longestLine {
        add(String(character))
      } else {
        for scalar in character.unicodeScalars { add(String(scalar)) }
      }
    }
    return text + "\r\n"
  }
}
