import PlanActions
import PlanDocuments
import PlanModel

/// Answers requests for the content of attached files.
///
/// Anybody who can push to the board can store any bytes in a file, so the page must never run them
/// with its own rights. Only pictures that can't run anything are shown; the bytes decide what is a
/// picture. All other files are only downloaded, whatever their claimed type.
extension WebAnswer {
  /// Parses the values of a request, and returns a function that creates the answer.
  static func fileQuestion(
    _ values: RequestValues
  ) throws -> @Sendable (Workspace) throws -> WebAnswer {
    let (plan, id) = (try values.requiredText("plan"), try values.requiredText("file"))
    let past = try values.text("at")
    return { board in
      let found = try board.file(id: id, of: plan, at: past)
      return file(found.bytes, named: found.file.name)
    }
  }

  static func file(_ bytes: [UInt8], named name: String) -> WebAnswer {
    let picture = FileType.picture(bytes)
    var answer = WebAnswer(200, type: picture ?? FileType.unknown, bytes)
    answer.headers = [
      ("Content-Disposition", disposition(name, isShown: picture != nil)),
      ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
    ]
    return answer
  }

  /// Returns the value of `Content-Disposition`, by RFC 6266. A name that could mislead is left
  /// out.
  private static func disposition(_ name: String, isShown: Bool) -> String {
    let way = isShown ? "inline" : "attachment"
    guard AttachmentName.fault(of: name) == nil else { return way }
    return "\(way); filename*=UTF-8''\(name.utf8.map(escaped).joined())"
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      return String(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (byte < 16 ? "0" : "") + digits
    }
  }
}
