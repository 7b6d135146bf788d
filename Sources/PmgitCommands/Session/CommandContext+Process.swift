import CPlatform
import Libc
import PlanActions
package import PlanModel
import PlanTerminal

extension CommandContext {
  /// Returns the context of this process. Nothing else reads the environment, the clocks, the
  /// random number generator or the terminal.
  package static func process() -> CommandContext {
    let environment = processEnvironment()
    var context = CommandContext(
      environment: environment, directory: workingDirectory(),
      clock: readClock,
      clocks: localClocks, random: SystemRandomNumberGenerator(),
      terminal: Terminal.detect(environment: environment),
      output: .process,
      readInput: { try HostFiles.read(descriptor: STDIN_FILENO, name: "standard input") })
    context.readInputUpTo = {
      try HostFiles.read(descriptor: STDIN_FILENO, name: "standard input", upTo: $0)
    }
    context.inputIsTerminal = isatty(STDIN_FILENO) == 1
    context.readLine = { Swift.readLine() }
    context.importInput = {
      try RewindableFile(descriptor: STDIN_FILENO, name: "standard input", environment).input
    }
    context.serve = { _ in throw becomeWebProgram() }
    context.publish = { _, _ in throw becomeWebProgram() }
    context.screen = { try await $0.show(clock: readClock, clocks: localClocks) }
    context.startInBackground = startInBackground
    context.readFromAgent = { HostFiles.readPart(of: STDIN_FILENO) }
    context.writeToAgent = { write(Array($0.utf8), to: STDOUT_FILENO) }
    return context
  }

  /// Replaces this process by the program that serves and publishes pages, with the same arguments.
  ///
  /// - Returns: The reason if that fails.
  private static func becomeWebProgram() -> Problem {
    let folder = executable().map { $0[...($0.lastIndex(of: "/") ?? $0.startIndex)] } ?? ""
    guard let arguments = processArgumentPointers().baseAddress else { return .noWebProgram }
    execv("\(folder)pmgit-web", arguments)
    return .noWebProgram
  }

  /// Starts this program in the background. If that fails, the next command tries again.
  @Sendable
  private static func startInBackground(_ arguments: [String], _ environment: [String: String]) {
    guard let path = executable() else { return }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    _ = pmgit_start_detached(path, &words, &variables)
  }

  /// The path of this program; nil if the system does not report it.
  private static func executable() -> String? {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(name.count)
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
    #else
      let name = "/proc/self/exe"
    #endif
    guard let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The clocks of this machine, with each year's rules for summer time.
  package static let localClocks = LocalClocks { moment in
    var seconds = time_t(moment.seconds)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return local.tm_gmtoff / 60
  }

  package static func readClock() -> Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }

  private static func processEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      // Compares bytes, because '=' and a combining mark after it would be one character.
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        result[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }

  /// The name of this machine; empty if the system does not report it.
  static func machineName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func workingDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Writes all bytes of a text.
  ///
  /// If that fails, the process ends. If the reader has closed the pipe, a signal ends the process,
  /// without a message. Otherwise the process ends with an exit code, and with a message if the
  /// text was a result.
  fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32, done: String? = nil) {
    // The reader may have made the pipe nonblocking, and it may be full.
    let failure = bytes.withUnsafeBytes {
      pmgit_write_all(descriptor, $0.baseAddress, $0.count, -1)
    }
    guard failure != 0 else { return }
    // A reader of the result must learn that it is incomplete.
    if descriptor == STDOUT_FILENO {
      let message =
        "pmgit: could not write the output: \(String(cString: strerror(errno)))\n"
        + (done.map { "hint: \($0) all the same\n" } ?? "")
      write(Array(message.utf8), to: STDERR_FILENO)
    }
    exit(ExitStatus.failed.rawValue)
  }
}

extension Output {
  /// The standard output and error of this process.
  package static var process: Output {
    let output = Output(
      result: { CommandContext.write($0, to: STDOUT_FILENO, done: $1) },
      message: { CommandContext.write(Array($0.utf8), to: STDERR_FILENO) })
    output.isClosed = {
      var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      return poll(&state, 1, 0) > 0
    }
    return output
  }
}

/// The arguments of this process, without the program's name; nil if one is not valid UTF-8.
package func processArguments() -> [String]? {
  var arguments: [String] = []
  for pointer in processArgumentPointers().dropFirst() {
    guard let pointer, let argument = String(validatingCString: pointer) else { return nil }
    arguments.append(argument)
  }
  return arguments
}

/// The arguments of this process as C strings, followed by a null pointer.
private func processArgumentPointers()
  -> UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
{
  var count: Int32 = 0
  guard let kept = pmgit_arguments(&count) else {
    return UnsafeMutableBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  }
  return UnsafeMutableBufferPointer(start: kept, count: Int(count))
}

package func exitProcess(with code: Int32) -> Never { exit(code) }
