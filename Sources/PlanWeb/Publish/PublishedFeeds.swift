import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The files of a published board for other programs: its plans, their due days, and its latest
/// changes.
struct PublishedFeeds {
  let board: Workspace
  let title: String
  /// The URL at which the folder is served, with a slash at its end; empty if unknown.
  let address: String
  /// Whether the plans are also written as JSON Lines.
  let hasExport: Bool

  /// The largest number of changes in the feed.
  private static let mostChanges = 50

  /// Returns the files by their paths in the folder.
  func files() throws -> [String: [UInt8]] {
    let found = try board.find()
    let plans = hasExport ? ["board.jsonl": Array(Documents.lines(found).utf8)] : [:]
    let calendar = board.calendar(of: found, titled: title) { [address] plan in
      address.isEmpty ? nil : "\(address)#\(plan)"
    }
    return plans.merging([
      "board.ics": Array(calendar.utf8), "feed.xml": Array(try feed().utf8),
    ]) { $1 }
  }

  /// Returns the URL of a plan on the page.
  private func link(to plan: String) -> String {
    (address.isEmpty ? "index.html" : address) + "#" + plan
  }

  // MARK: - Changes

  /// Returns the latest changes as an Atom feed, by RFC 4287.
  private func feed() throws -> String {
    let story = try Documents.story(board.history(ShowHistory(limit: Self.mostChanges)))
    let entries = (story["entries"]?.array ?? []).compactMap(\.object).filter {
      $0["plan"]?.string != nil
    }
    let id = address.isEmpty ? "urn:pmgit:board:\(board.name)" : address
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <title>\(xml(title))</title>
      <id>\(xml(id))</id>
      <updated>\(board.now)</updated>
      <link rel="self" href="\(xml(address))feed.xml"/>
      <link rel="alternate" type="text/html" href="\(xml(address))index.html"/>
      \(entries.prefix(Self.mostChanges).map(entry).joined())</feed>

      """
  }

  private func entry(_ entry: JSONObject) -> String {
    let plan = entry["plan"]?.string ?? ""
    let person = Person(entry["for"]?.string ?? entry["by"]?.string ?? "").fullName
    let author = entry["agent"]?.string.map { "\($0) for \(person)" } ?? person
    let changes = (entry["changes"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    return """
      <entry>
      <title>\(xml(entry["title"]?.string ?? plan))</title>
      <id>urn:pmgit:change:\(entry["commit"]?.string ?? ""):\(plan)</id>
      <updated>\(entry["at"]?.string ?? board.now.description)</updated>
      <author><name>\(xml(author.isEmpty ? "somebody" : author))</name></author>
      <link rel="alternate" type="text/html" href="\(xml(link(to: plan)))"/>
      <content type="text">\(xml(changes))</content>
      </entry>

      """
  }

  /// Returns a text for XML, in which most control characters are forbidden.
  private func xml(_ text: String) -> String { Self.plain(text).markupEntities }

  /// Returns a text without control characters and noncharacters.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.value {
          case 0x0A: true
          case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
          default: true
          }
        }))
  }
}
