import Libc
import PlanActions
import Subprocess

/// Opens a URL in the person's browser.
///
/// The URL contains a secret, and everybody on the machine can read the arguments of a program. So
/// the browser gets the path of a file that only this person can read, and the file redirects to
/// the URL.
struct Browser {
  /// The file, in the folder of pmgit's own files.
  private let file: String
  private let environment: [String: String]

  init(folder: String, environment: [String: String]) {
    (file, self.environment) = ("\(folder)/web-\(getpid()).html", environment)
  }

  /// Opens the URL and returns whether a browser accepted it. Some commands run as long as the
  /// browser is open, and this function waits for them. If the task is cancelled meanwhile, the
  /// result is true and the browser stays open.
  func isOpen(at address: String) async -> Bool {
    let (answers, continuation) = AsyncStream<Bool>.makeStream()
    // A separate task, because cancelling the caller's task would end the browser.
    Task {
      continuation.yield(await start(address))
      continuation.finish()
    }
    for await isOpen in answers { return isOpen }
    return true
  }

  private func start(_ address: String) async -> Bool {
    guard write(address) else { return false }
    // The browser belongs to the person and keeps running when the server ends.
    var options = PlatformOptions()
    options.createSession = true
    for command in commands {
      do {
        // 'env' accepts a name as well as a path, and exits with 127 if the program is missing.
        let outcome = try await Subprocess.run(
          .name("env"), arguments: .init(command), platformOptions: options,
          output: .discarded, error: .discarded)
        if outcome.terminationStatus.isSuccess { return true }
      } catch {
        continue
      }
    }
    return false
  }

  /// Removes the file, whether or not a browser has used its secret.
  func clean() { unlink(file) }

  /// The commands to try, in order. The file replaces each `%s`, or is added at the end of a
  /// command that has no `%s`.
  private var commands: [[String]] {
    programs.map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }.map { words in
      let isPlaced = words.contains { $0.contains("%s") }
      let filled = words.map {
        $0.split(separator: "%s", omittingEmptySubsequences: false).joined(separator: file)
      }
      return filled + (isPlaced ? [] : [file])
    }
  }

  /// The programs that the person configured, then those of the desktop; empty without a desktop.
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
    // Only this person can read the file. If anything exists at its path, even a symbolic link, it
    // is not opened.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(page.utf8)
    // Such a short file is written completely, unless the disk is full.
    return systemWrite(descriptor, bytes, bytes.count) == bytes.count
  }
}

// The C function, whose name a method above would hide.
private let systemWrite = write
