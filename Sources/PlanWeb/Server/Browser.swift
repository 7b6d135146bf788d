import PlanActions
import Subprocess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens an address with the person's browser.
///
/// The address has a secret, and everybody on the machine can read the arguments of a program. So the
/// browser gets the name of a file that only this person can read, and the file sends it on.
struct Browser {
  /// The file, in the folder of pmgit's own files.
  private let file: String
  private let environment: [String: String]

  init(folder: String, environment: [String: String]) {
    (file, self.environment) = ("\(folder)/web-\(getpid()).html", environment)
  }

  /// - Returns: Whether a browser took it.
  func open(_ address: String) async -> Bool {
    guard write(address) else { return false }
    for program in programs {
      do {
        let outcome = try await Subprocess.run(
          .name(program), arguments: [file],
          output: .discarded, error: .discarded)
        if outcome.terminationStatus.isSuccess { return true }
      } catch {
        // Not there: the next one.
        continue
      }
    }
    return false
  }

  /// Removes the file; its token may have been used or not.
  func clean() { unlink(file) }

  /// The program that the person has chosen, then those of the desktop; none without one.
  private var programs: [String] {
    let chosen = environment["BROWSER"].map { $0.split(separator: ":").map(String.init) } ?? []
    #if os(macOS)
      return chosen + ["open"]
    #else
      let hasDesktop = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
      return chosen + (hasDesktop ? ["xdg-open", "x-www-browser"] : [])
    #endif
  }

  private func write(_ address: String) -> Bool {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><title>pmgit</title>"
      + "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">"
    unlink(file)
    let descriptor = Self.openNew(file)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(page.utf8)
    return bytes.withUnsafeBytes { Self.writeAll(descriptor, $0) }
  }

  /// Opens a new file that nobody else can read; a link in its place is not followed.
  private static func openNew(_ path: String) -> Int32 {
    systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  }

  private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    systemWrite(descriptor, bytes.baseAddress, bytes.count) == bytes.count
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private let systemWrite = write
